/** Names a command with the folder it runs in and the bytes of the files it mentions: anything else is another program. */
import type { HookContext } from "@intentgate/engine";

/** Programs that run what they are given; so does a program named by its path. */
const RUNNERS =
  /^(?:\S*\/\S*|\.|source|(?:ba|da|z|k)?sh|node|deno|bun|npx|tsx|ts-node|python[0-9.]*|ruby|perl|php|lua|go|make|just|env|sudo|time|nice|xargs)$/;

export function commandHere(
  context: Pick<HookContext, "cwd" | "payload" | "effects">,
  command: string,
  hashNow: (absolute: string) => string | null,
): string {
  const folder = (context.payload as { cwd?: unknown } | null | undefined)?.cwd ?? null;
  // What a command writes may change from run to run; the code it runs may not.
  const runsFiles = RUNNERS.test(command.trim().split(/\s/, 1)[0] ?? "") || /[;&|$`(]/.test(command);
  const code = runsFiles ? mentionedBytes(context.effects, hashNow) : [];
  return JSON.stringify([command, context.cwd, folder, code]);
}

/** The files named in a call whose effect is unknown, with what stands in them: a script that changed is another one. */
export function mentionedBytes(
  effects: HookContext["effects"],
  hashNow: (absolute: string) => string | null,
): [path: string, hash: string][] {
  const paths = effects.list.flatMap((effect) => (effect.kind === "unknown" ? effect.mentions : []));
  const known = paths.flatMap(({ absolute }): [string, string][] => {
    const hash = hashNow(absolute);
    return hash === null ? [] : [[absolute, hash]];
  });
  return known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
