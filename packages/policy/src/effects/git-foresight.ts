/** What a git command would do to the work tree, as the repository itself tells: where it tells nothing, the worst counts. */
import type { Effect, TouchedPath } from "@intentgate/engine";
import type { Dropping, GitMove, ShellResult } from "@intentgate/shell";
import { atHome, isAtOrBelow, type Placed } from "./places.ts";
import type { Resolver } from "./resolve-path.ts";

type Foreseen = Exclude<GitMove, { to: "unknown" }>;

/** What is asked of the repository that a folder lies in; null where it cannot be told. */
export interface GitForesight {
  move(folder: string, move: Foreseen): MovedTree | null;
  back(folder: string, revision: string): { isBack: boolean; rewritesPushed: boolean } | null;
  isHeadPushed(folder: string): boolean;
  dropped(folder: string, taken: Pick<Dropping, "paths">, to: Dropping["to"]): string[] | null;
}

/** All absolute. `isKnown`: nothing else changes. `steers`: control files that would become others. */
export interface MovedTree {
  isKnown: boolean;
  drops: readonly string[];
  steers: readonly string[];
  loses: string | null;
  rewritesPushed: boolean;
}

export const nothingForeseen: GitForesight = {
  move: () => null,
  back: () => null,
  isHeadPushed: () => true,
  dropped: () => null,
};

export interface ForesightPlace {
  resolver: Resolver;
  home: string | null;
  /** The governed root; null where none is known. */
  root: string | null;
  foresight: GitForesight;
}

export const PUSHED = "rewrites commits that were pushed: whoever has them keeps the old ones";
const UNNAMED = "which commit a branch or a tag names";

/** Whether nothing before it in the command, and not itself a first time, changes what git would be asked about. */
export function mayForesee({ effects, mayRepeat }: ShellResult, at: number): boolean {
  if (mayRepeat) return false;
  return effects.slice(0, at).every((effect) => {
    if (effect.does === "read" || effect.does === "use_repository") return true;
    const next = effects[at];
    if (effect.part === next?.part)
      return next.does === "move_branch" || !(effect.does === "write_below" && effect.move);
    // What is committed or stashed before is in nobody's way, as long as nothing else goes by it.
    if (effect.does === "write_below") return effect.move?.to === "stash" && !takesEntry(next);
    return effect.does === "git_metadata" && (effect.stages ?? effect.commits) !== undefined && !throwsStaged(next);
  });
}

function takesEntry(effect: Placed | undefined): boolean {
  return effect?.does === "write_below" && effect.move?.to === "unstash";
}

/** What was staged goes with it. */
function throwsStaged(effect: Placed | undefined): boolean {
  if (effect?.does === "write_below") return effect.move?.to === "commit" && effect.move.drops;
  return effect?.does === "git_metadata" && typeof effect.drops?.to === "object";
}

/** Undefined: as little is known of it as of anything else that git might do. */
export function foreseenMove(
  { folder, repository, move }: Placed & { does: "write_below" },
  isAlone: boolean,
  place: ForesightPlace,
): Effect[] | undefined {
  const { resolver, home, root, foresight } = place;
  const called = touched(repository ?? folder, { resolver, home });
  const top = called === null ? "" : topOf(called.absolute, resolver);
  const at = called === null ? null : { path: called.path, absolute: top };
  // What lies above the root is nobody's to change from here.
  if (move === undefined || at === null || (root !== null && !isAtOrBelow(top, root))) return undefined;
  const told = { kind: "git_tree", says: move.says, ...at } as const;
  const keeps = keepsAll(move);
  if (move.to === "unknown" || !isAlone) return [{ ...told, isKnown: false, keeps, drops: [], steers: [] }];
  const found = foresight.move(at.absolute, move);
  if (found === null)
    return move.to === "commit" && move.mayBePath
      ? restoredPath(move.revision, repository ?? folder, place)
      : undefined;
  return [
    {
      ...told,
      isKnown: found.isKnown,
      keeps: keeps && found.isKnown,
      drops: [...found.drops],
      steers: [...found.steers],
    },
    ...(found.loses === null ? [] : [{ kind: "loss", what: found.loses } as const]),
    ...(found.rewritesPushed ? [{ kind: "override", what: PUSHED } as const] : []),
  ];
}

/** Git refuses where it would throw away what nobody committed, and leaves every branch with the commits that it had. */
function keepsAll(move: GitMove): boolean {
  return move.to === "commit"
    ? !move.drops && move.leaves === "a branch"
    : ["merge", "stash", "unstash"].includes(move.to);
}

/** `git checkout WORD`, where that is no commit: the changes of a file, or a folder, are dropped. */
function restoredPath(word: string, folder: string, place: ForesightPlace): Effect[] | undefined {
  const path = touched(folder === "." ? word : `${folder}/${word}`, place);
  const found =
    path && place.resolver.exists(path.absolute)
      ? place.foresight.dropped(topOf(path.absolute, place.resolver), { paths: [path.absolute] }, "index")
      : null;
  return found?.map((one) => place.resolver.effect(one, false, (at) => ({ kind: "write", manner: "derived", ...at })));
}

export function foreseenBranch(
  { folder, revision }: Placed & { does: "move_branch" },
  isAlone: boolean,
  { resolver, home, foresight }: ForesightPlace,
): Effect[] {
  const at = touched(folder, { resolver, home });
  const found = at === null || !isAlone ? null : foresight.back(at.absolute, revision);
  if (found === null) return [{ kind: "loss", what: UNNAMED }];
  if (found.rewritesPushed) return [{ kind: "override", what: PUSHED }];
  return found.isBack ? [] : [{ kind: "loss", what: UNNAMED }];
}

/** The very files whose changes git throws away; undefined where they cannot be told. */
export function foreseenDrops(
  { folder, drops }: Placed & { does: "git_metadata" },
  { resolver, home, foresight }: ForesightPlace,
): Effect[] | undefined {
  const at = touched(folder, { resolver, home });
  if (at === null || drops?.paths == null) return undefined;
  const paths = drops.paths.map((path) => (path.startsWith(":/") ? path : touched(path, { resolver, home })?.absolute));
  if (paths.some((path) => path === undefined)) return undefined;
  const found = foresight.dropped(at.absolute, { paths: paths.flatMap((path) => path ?? []) }, drops.to);
  const isGone = drops.to === "untracked" || drops.to === "untracked and ignored";
  return found?.map((path) =>
    resolver.effect(path, false, (place) =>
      isGone ? { kind: "delete", ...place } : { kind: "write", manner: "derived", ...place },
    ),
  );
}

function touched(path: string, { resolver, home }: Pick<ForesightPlace, "resolver" | "home">): TouchedPath | null {
  const spelled = atHome(path, home);
  return spelled === null ? null : resolver.touched(spelled, true);
}

/** Where the repository begins that an absolute folder lies in; "" where none does. */
export function topOf(folder: string, resolver: Resolver): string {
  let here = folder;
  while (here !== "" && !resolver.exists(`${here}/.git`)) here = here.slice(0, here.lastIndexOf("/"));
  return here;
}
