/** Reading is free, but for keys of the person's, and for secrets in a line that reaches the network. */
import type { HookContext } from "@intentgate/engine";
import { factsOfProgram, isLoopback, startedBy } from "@intentgate/shell";
import type { Governed, RootView } from "./governed.ts";

/** As `asks_about` names them. */
export function secretsRead(governed: Governed, context: HookContext, view: RootView): string[] {
  const { list } = context.effects;
  const read = list.flatMap((effect) => (effect.kind === "read" && isShown(effect.shows, context) ? [effect] : []));
  const isKey = read.some(({ absolute }) => governed.isKey(absolute, view.policy.secret_paths));
  const goesOut = list.some((effect) => effect.kind === "network" && !isLoopback(effect.target));
  const isSecret = read.some(({ absolute }) => {
    const inside = absolute.startsWith(`${view.root}/`) ? absolute.slice(view.root.length + 1) : null;
    return inside !== null && view.policy.secret_paths.some((glob) => view.matches(glob, inside));
  });
  return [...(isKey ? ["key"] : []), ...(goesOut && (isSecret || isKey) ? ["carried out"] : [])];
}

/** That a file is there, and the names in a folder, are no secret. Of what a command reads nobody says what it prints. */
function isShown(shows: "content" | "facts", { details: { command, ran } }: HookContext): boolean {
  return command === null ? shows === "content" : ran.length === 0 || !ran.every(onlyLooks);
}

function onlyLooks(line: string): boolean {
  const { program } = startedBy(line);
  return program !== "git" && factsOfProgram(program).looksNoDeeper === true;
}
