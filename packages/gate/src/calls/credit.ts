/**
 * Whom a change is credited to that was seen after a call. Who wrote a file cannot be asked of the system: a person may
 * have saved one while a program ran. So an agent gets what its call named, and nothing that it only might have written.
 */
import { changedPaths, type Effects, type FileChange } from "@intentgate/engine";
import { createScope } from "@intentgate/policy";
import { blobName, headRevision, looseObject, objectsAmong, type Repository } from "@intentgate/world";
import { namesBelow } from "../observe/announced.ts";

/** `git`: it was in git's objects before the call, and belongs to whoever wrote it first. `nobody`: it cannot be told. */
export type Credit = "agent" | "git" | "nobody";

export interface CreditParts {
  root: string;
  repository: Repository | null;
  effects: Effects;
  /** When the call began. */
  beganAt: number;
  /** Nobody else can have made any of these changes: they come out of a box. */
  isExact: boolean;
}

export function creditChanges(changes: readonly FileChange[], parts: CreditParts): Map<FileChange, Credit> {
  const { effects, root } = parts;
  const isNamed = namedBy(effects, root);
  const usesGit = effects.list.some(({ kind }) => kind === "git_metadata");
  const wasKept = keptBefore(changes, parts);
  return new Map(
    changes.map((change): [FileChange, Credit] => {
      if (!change.predicted) return [change, "nobody"];
      // What was moved is followed to where it stood; what was deleted has no lines.
      if (change.movedFrom === null && wasKept(change)) return [change, "git"];
      if (isNamed(change)) return [change, "agent"];
      if (usesGit) return [change, "git"];
      return [change, parts.isExact ? "agent" : "nobody"];
    }),
  );
}

/** Whether the call named a file by more than the whole tree: itself, a folder it lies in, or a glob that names one. */
function namedBy(effects: Effects, root: string): (change: FileChange) => boolean {
  const { list } = effects;
  if (!list.some(({ kind }) => kind === "run" || kind === "unknown")) return () => true; // a tool that was told its text
  const named = new Set(changedPaths(effects).map(({ absolute }) => absolute));
  const folders = list.flatMap((effect) => {
    if (effect.kind === "write_below" || effect.kind === "delete") return [effect.absolute];
    return effect.kind === "move" ? [effect.from.absolute, effect.to.absolute] : [];
  });
  const inside = folders.filter((folder) => folder.startsWith(`${root}/`));
  const globs = list.flatMap((effect) =>
    effect.kind === "run" && effect.known.by === "declaration" ? effect.known.writes : [],
  );
  const declared = createScope(
    globs.filter((glob) => glob.startsWith("!") || isNarrow(glob)),
    { ignoreCase: false },
  );
  return ({ absolute, relativePath }) =>
    named.has(absolute) || inside.some((folder) => absolute.startsWith(`${folder}/`)) || declared.covers(relativePath);
}

/** `dist/**` and `a.txt` say where; `**`, `*` and any `*.ts` say nearly anywhere. */
function isNarrow(glob: string): boolean {
  const [first = ""] = glob.split("/").filter((name) => name !== "" && name !== ".");
  return first !== "" && namesBelow(glob, first);
}

/**
 * True for a content that git had before the call began; one that the call itself put there is the call's, unless it
 * also fetched: then nobody can tell which of the two it was.
 */
function keptBefore(changes: readonly FileChange[], parts: CreditParts): (change: FileChange) => boolean {
  const { repository, beganAt, effects } = parts;
  if (repository === null || !mayUseGit(effects)) return () => false;
  const fetches = effects.list.some(({ kind }) => kind === "network");
  const like = headRevision(repository);
  const blobs = new Map(
    changes.flatMap((change) => {
      const { after, predicted } = change;
      return predicted && after.state === "present" ? [[change, blobName(after.bytes, like)] as const] : [];
    }),
  );
  const loose = new Map<string, boolean>();
  for (const blob of blobs.values()) {
    const stamp = looseObject(repository, blob);
    if (stamp) loose.set(blob, fetches || stamp.mtimeMs < beganAt);
  }
  const packed = objectsAmong(
    repository,
    [...blobs.values()].filter((blob) => !loose.has(blob)),
  );
  return (change) => {
    const blob = blobs.get(change);
    return blob !== undefined && (loose.get(blob) ?? packed.has(blob));
  };
}

/** A command that does not speak of git, and of which it is known what it does, brings nothing out of git. */
function mayUseGit({ list }: Effects): boolean {
  return list.some(
    (effect) =>
      effect.kind === "unknown" ||
      (effect.kind === "run" && (effect.known.by !== "reading" || effect.command.includes("git"))),
  );
}
