/** Watches the files that people author while a handler runs: what it changes there is held, as for any program. */
import { existsSync } from "node:fs";
import { type AuthoredBefore, authoredNames, type GovernedRoot } from "@intentgate/sidecar";

export function createAuthoredGuard(
  { authored, sidecar }: Pick<GovernedRoot, "authored" | "sidecar">,
  now: () => Date,
) {
  let known: { identities: string; texts: AuthoredBefore["texts"] } | null = null;
  const identities = () => authoredNames.map((name) => authored.identity(name)).join(" ");

  return async <T>(work: () => Promise<T>): Promise<{ value: T; changed: readonly string[] }> => {
    if (!existsSync(sidecar)) return { value: await work(), changed: [] };
    const start = identities();
    // Reading the files is only needed where they are not those of the last time.
    const texts = known?.identities === start ? known.texts : authored.beforeCall().texts;
    known = { identities: start, texts };
    const before = { at: now().getTime(), texts };
    const value = await work();
    return { value, changed: identities() === start ? [] : authored.afterCall(before) };
  };
}
