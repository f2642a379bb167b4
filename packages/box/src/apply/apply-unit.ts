/**
 * Of some changes all count or none: git's own, and what git brought with them. They are looked at together before
 * anything is changed, and git's own come last: no commit of what did not come to its place.
 */
import { join } from "node:path";
import type { Change } from "../changes/change.ts";
import { type GitPlace, placeInGit } from "../changes/git-place.ts";
import { isStill } from "../changes/stood.ts";
import type { Watched } from "../changes/watched-heads.ts";
import { layerName } from "../plan/box-plan.ts";
import { type Applied, type ApplyPlace, applyChanges, contestedNow } from "./apply-changes.ts";

/** All that is needed to bring it to its end, also for whoever comes after a sudden one. */
export interface Journal {
  root: string;
  /** The folder that stood there when the run began. */
  rootId: string;
  run: string;
  /** Where git's folder is not one of the root. */
  git: GitPlace | null;
  /** Each with what stood there. */
  changes: Change[];
  /** Paths of which all count or none, besides git's own. */
  unit: string[];
  /** What else of git's stood where it does: where it does not, none of git's counts. */
  watched: Watched[];
  /** What is new was never a file of the tree. */
  mayMove: boolean;
}

export interface AppliedUnit extends Applied {
  /** What did not count as something else of its unit does not. */
  withheld: Change[];
}

export function applyUnit(folder: string, journal: Journal, isAgain: boolean): AppliedUnit {
  const { root, rootId, run, git, changes, watched, mayMove } = journal;
  const common = { run, mayMove, isAgain };
  const tree: ApplyPlace = { ...common, root, rootId, upper: join(folder, layerName("root", "upper")) };
  const apart = git && { ...common, root: git.folder, rootId: null, upper: join(folder, layerName("git", "upper")) };
  const paths = new Set(journal.unit);
  const own = changes.filter(({ path }) => isGits(path));
  const rest = changes.filter(({ path }) => !isGits(path));
  const unit = [...own, ...rest.filter(({ path }) => paths.has(path))];

  const early = unit.length === 0 ? [] : lookedAt();
  const isWithheld = unit.length > 0 && (early.length > 0 || hasMovedHeads());
  const done = applyChanges(isWithheld ? rest.filter(({ path }) => !paths.has(path)) : rest, tree);
  if (isWithheld) return told(done, early);
  // What was begun before had been looked at whole: what somebody changed since is not in git's way.
  const isWhole = isAgain || (done.failed.length === 0 && done.contested.length === 0);
  if (!isWhole) return { ...done, withheld: own };
  const last = own.length === 0 ? NOTHING : applyOwn();
  return {
    failed: [...done.failed, ...last.failed],
    contested: [...done.contested, ...last.contested],
    withheld: [],
  };

  function lookedAt(): Change[] {
    return [...contestedNow(isAgain ? unit.filter(({ path }) => !isGits(path)) : rest, tree), ...ownContested()];
  }

  function ownContested(): Change[] {
    return apart === null ? contestedNow(own, tree) : contestedNow(own.map(inGit), apart).map(named);
  }

  /** New objects first: whatever names them later finds them. */
  function applyOwn(): Applied {
    const isObject = ({ path }: Change) => path.startsWith(".git/objects/");
    const ordered = [...own.filter(isObject), ...own.filter((change) => !isObject(change))];
    if (apart === null) return applyChanges(ordered, tree);
    const { failed, contested } = applyChanges(ordered.map(inGit), apart);
    return { failed: failed.map(named), contested: contested.map(named) };
  }

  function hasMovedHeads(): boolean {
    const known = new Set(own.map(({ path }) => path));
    return watched.some(({ path, stood }) => {
      const at = git === null ? join(root, path) : join(git.folder, placeInGit(git, path.slice(GIT.length)));
      return !known.has(path) && !isStill(at, stood);
    });
  }

  function inGit(change: Change): Change {
    return git === null ? change : { ...change, path: placeInGit(git, change.path.slice(GIT.length)) };
  }

  /** Back again: as if all of it lay in `.git`. */
  function named<One extends { path: string }>(one: One): One {
    return { ...one, path: own.find((change) => inGit(change).path === one.path)?.path ?? one.path };
  }

  /** What was found before, and what was found while the rest was applied. */
  function told(done: Applied, early: readonly Change[]): AppliedUnit {
    const found = new Map([...early, ...done.contested].map((change) => [change.path, change]));
    return { ...done, contested: [...found.values()], withheld: unit.filter(({ path }) => !found.has(path)) };
  }
}

const GIT = ".git/";
const NOTHING: Applied = { failed: [], contested: [] };

function isGits(path: string): boolean {
  return path.startsWith(GIT);
}
