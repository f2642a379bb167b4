/** What git would make of a governed tree, with what of it steers the gate, an agent or git. */
import { join } from "node:path";
import type { GitForesight, Governed } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import { authoredNames } from "@intentgate/sidecar";
import { branchMove, droppedPaths, findRepository, isHeadPushed, treeMove } from "@intentgate/world";

export function createGitForesight(
  root: GovernedRoot,
  { controlReason }: Pick<Governed, "controlReason">,
): GitForesight {
  // What widens in them does not count until a person accepted it, whoever brought it; and lessons are told of elsewhere.
  const authored = new Set([...authoredNames.map((name) => root.authored.path(name)), join(root.root, "AGENT.md")]);
  return {
    move(folder, move) {
      const repository = findRepository(folder);
      const found = repository === null ? null : treeMove(repository, move);
      if (found === null) return null;
      const steers = found.changes.filter((path) => !authored.has(path) && controlReason(path) !== null);
      return { ...found, steers };
    },
    back(folder, revision) {
      const repository = findRepository(folder);
      return repository === null ? null : branchMove(repository, revision);
    },
    isHeadPushed(folder) {
      const repository = findRepository(folder);
      return repository === null || isHeadPushed(repository);
    },
    dropped(folder, { paths }, to) {
      const repository = findRepository(folder);
      return repository === null ? null : droppedPaths(repository, { folder, paths }, to);
    },
  };
}
