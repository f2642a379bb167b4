/** What a command leaves behind in a shell that is used again: the next command means something else there. */
import { builtins } from "../builtins/builtin-list.ts";
import { factsOf } from "../facts/facts-of.ts";
import { counters, type ShellState, type Variable } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { isHarmlessSetting, mayInfluence } from "../values/influential-variables.ts";

/** `kept`: every command is given to the same shell; `fresh`: each to its own; `unclear`: nobody has said. */
export type Keeping = "kept" | "fresh" | "unclear";

export function noteWhatOutlives(walker: Walker, state: ShellState, keeping: Keeping): void {
  if (keeping === "fresh") return;
  for (const name of state.aliases.keys()) walker.unknown(`the alias ${name} may stay when the command is over`);
  for (const name of state.functions.keys()) {
    // A name that means nothing by itself is not believed later either.
    if (keeping === "kept" || isBelieved(walker, name)) {
      walker.unknown(`the function ${name} may stay when the command is over`);
    }
  }
  if (walker.movesStreams && walker.hasMoved()) walker.unknown("a stream leads to a file when the command is over");
  if (keeping === "unclear") return;
  if (walker.traps.length > 0) walker.unknown("a trap stays when the command is over");
  if (state.patterns !== "usual" || state.exportsAll) walker.unknown("an option of the shell stays when it is over");
  if (walker.movesStreams) walker.unknown("the shell reads from or writes to somewhere else when it is over");
  for (const [name, variable] of state.variables) {
    if (matters(name, variable)) walker.unknown(`what was done to ${name} stays when the command is over`);
  }
}

function isBelieved(walker: Walker, name: string): boolean {
  return builtins.has(name) || walker.find(name) !== undefined || Object.keys(factsOf(name)).length > 0;
}

/** Of others the next command knows no more than that they may be anything. */
function matters(name: string, { value, integer, associative, exported, readonly }: Variable): boolean {
  if (integer || associative || readonly || counters.has(name) || name === "IFS") return true;
  return exported && value !== null && !isHarmlessSetting(name, value.text) && mayInfluence(name, value.text, false);
}

/**
 * Behind `#` a zsh that somebody types into reads on as it does before it: there only a line of its own with
 * nothing but plain words in it is a comment, to be met by "command not found".
 */
export function hasDoubtfulComment(command: string): boolean {
  return command.split("\n").some((line) => /(?:^|[\s;&|()])#/.test(line) && !/^\s*#[A-Za-z0-9 \t,.:_-]*$/.test(line));
}
