/** What may happen in the world, one step at a time. */
import * as edits from "./edits.ts";
import { commitAll, names, type Operation } from "./edits.ts";
import { agentsGit, amends, commits, personsGit } from "./git-operations.ts";
import { imports, licence, lineOf } from "./texts.ts";
import type { Line, World } from "./world.ts";

export const operations: readonly { name: string; weight: number; run: Operation }[] = [
  { name: "an agent edits", weight: 10, run: edits.agentEdits },
  { name: "an agent creates a file", weight: 2, run: edits.agentCreates },
  { name: "an agent formats", weight: 2, run: edits.agentFormats },
  { name: "an agent moves a block", weight: 2, run: edits.agentMovesWithin },
  { name: "an agent moves a block to another file", weight: 2, run: edits.agentMovesBetween },
  { name: "an agent copies a file", weight: 1, run: edits.agentCopiesFile },
  { name: "a person edits", weight: 8, run: edits.personEdits },
  { name: "a person creates a file", weight: 1, run: edits.personCreates },
  { name: "a person formats", weight: 3, run: edits.personFormats },
  { name: "a person moves a block", weight: 2, run: edits.personMovesWithin },
  { name: "a person moves a block to another file", weight: 2, run: edits.personMovesBetween },
  { name: "a person copies a block", weight: 2, run: edits.personCopies },
  { name: "a person renames a file", weight: 2, run: edits.personRenames },
  { name: "an agent deletes and a person types it again", weight: 2, run: edits.retyped },
  { name: "a commit", weight: 2, run: commits },
  { name: "an amended commit", weight: 1, run: amends },
  { name: "a branch and back", weight: 1, run: personsGit.branches },
  { name: "a branch that an agent brings in", weight: 1, run: agentsGit.branches },
  { name: "a revert", weight: 1, run: personsGit.reverts },
  { name: "an agent's revert", weight: 1, run: agentsGit.reverts },
  { name: "a stash", weight: 1, run: personsGit.stashes },
  { name: "an agent's stash", weight: 1, run: agentsGit.stashes },
  { name: "a file restored", weight: 1, run: personsGit.restores },
  { name: "a file restored by an agent", weight: 1, run: agentsGit.restores },
];

export function pickOperation(world: World): (typeof operations)[number] {
  const total = operations.reduce((sum, one) => sum + one.weight, 0);
  let left = world.random.below(total);
  for (const one of operations) {
    left -= one.weight;
    if (left < 0) return one;
  }
  throw new Error("the weights do not add up");
}

/** What stood there before the gate: a few files by a person, committed. */
export function beginWorld(world: World): void {
  const line = (text: string): Line => ({ text, authors: ["person"] });
  for (const path of names.slice(0, 3)) {
    const texts = Array.from({ length: 4 + world.random.below(6) }, () => lineOf(world.token()));
    const top = [...(world.random.chance(0.6) ? licence : []), ...(world.random.chance(0.6) ? imports : [])];
    world.write(path, [...top, ...texts].map(line));
  }
  commitAll(world);
}
