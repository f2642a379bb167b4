/** What a call said it would write, beyond the single files it named. */
import type { Effects, FileChange } from "@intentgate/engine";
import { createScope } from "@intentgate/policy";

export interface Announced {
  /** The file lies in a folder that the call said it would fill, remove or move, or a person declared that it may be written. */
  covers(absolute: string, relative: string): boolean;
  /** Globs of declared commands, relative to the root. */
  globs: readonly string[];
  /** Where a file came from whose folder was moved; null where none was. */
  movedFrom(absolute: string): string | null;
}

export function announcedBy({ list }: Effects): Announced {
  const globs = list.flatMap((effect) =>
    effect.kind === "run" && effect.known.by === "declaration" ? effect.known.writes : [],
  );
  const moves = list.flatMap((effect) => (effect.kind === "move" ? [effect] : []));
  const folders = list.flatMap((effect) => {
    if (effect.kind === "write_below" || effect.kind === "delete" || effect.kind === "git_tree")
      return [effect.absolute];
    return effect.kind === "move" ? [effect.from.absolute, effect.to.absolute] : [];
  });
  const declared = createScope(globs, { ignoreCase: false });
  return {
    globs,
    covers: (absolute, relative) => folders.some((folder) => isBelow(absolute, folder)) || declared.covers(relative),
    movedFrom(absolute) {
      const move = moves.find(({ to }) => isBelow(absolute, to.absolute));
      return move ? move.from.absolute + absolute.slice(move.to.absolute.length) : null;
    },
  };
}

function isBelow(absolute: string, folder: string): boolean {
  return absolute.startsWith(folder === "/" ? folder : `${folder}/`);
}

/** Both ends of a move are one change. `movedFrom`: where what stands there now was before. */
export function withMoves<One extends { change: FileChange }>(
  found: readonly One[],
  movedFrom: (absolute: string) => string | null,
): One[] {
  const gone = new Map(
    found.filter(({ change }) => change.after.state === "absent").map(({ change }) => [change.absolute, change]),
  );
  const movedAway = new Set<FileChange>();
  const moved = found.map((one) => {
    const { change } = one;
    const from = gone.get(movedFrom(change.absolute) ?? "");
    if (!from || change.before.state !== "absent" || from.root !== change.root) return one;
    movedAway.add(from);
    const modes = { before: from.modes?.before ?? null, after: change.modes?.after ?? null };
    return { ...one, change: { ...change, movedFrom: from.relativePath, before: from.before, modes } };
  });
  return moved.filter(({ change }) => !movedAway.has(change));
}

/** Whether a glob names something in this folder by more than a wildcard: `dist/**` does for `dist`, `**` does not. */
export function namesBelow(glob: string, folder: string): boolean {
  if (glob.startsWith("!")) return false;
  const plain = glob.split("/").filter((name) => name !== "" && name !== ".");
  const wild = plain.findIndex((name) => /[*?{]/.test(name));
  const fixed = wild < 0 ? plain : plain.slice(0, wild);
  if (fixed.length === 0) return false;
  const names = folder.split("/");
  const shared = Math.min(fixed.length, names.length);
  return fixed.slice(0, shared).every((name, at) => name === names[at]);
}
