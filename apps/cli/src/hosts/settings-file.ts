/** Files of other programs that `init` edits: never through a link, whole or not at all, with the mode they had. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Checked, decodeUtf8, type Problem, ProblemError, problem } from "@intentgate/documents";
import { codeOf, onSystemError, replaceFile } from "@intentgate/world";

const MOST_BYTES = 5_000_000;

/** Null where there is no file. */
export function readSettings(base: string, path: string): Checked<string | null> {
  const stray = strayFolder(base, path);
  if (stray !== null) return { ok: false, problems: [stray] };
  const absolute = join(base, path);
  const found = lstatSync(absolute, { throwIfNoEntry: false });
  if (!found) return { ok: true, value: null };
  if (!found.isFile()) return no(path, found.isSymbolicLink() ? "is a link" : "is not a regular file");
  if (found.size > MOST_BYTES) return no(path, "is too large");
  const text = decodeUtf8(readFileSync(absolute));
  return text === null ? no(path, "is not UTF-8 text") : { ok: true, value: text };
}

/** Returns the folders that had to be made, outermost first. */
export function writeSettings(base: string, path: string, text: string, isProgram: boolean): string[] {
  const made = missingFolders(base, path);
  return tried(path, () => {
    for (const folder of made) mkdirSync(join(base, folder));
    const isNew = lstatSync(join(base, path), { throwIfNoEntry: false }) === undefined;
    replaceFile(join(base, path), text);
    if (isNew && isProgram) chmodSync(join(base, path), 0o755);
    return made;
  });
}

export function removeSettings(base: string, path: string): void {
  tried(path, () => rmSync(join(base, path), { force: true }));
}

/** Folders that were made for settings, deepest first, as far as nothing is left in them. */
export function removeFolders(base: string, folders: readonly string[]): void {
  for (const folder of [...new Set(folders)].sort().reverse())
    tried(folder, () =>
      onSystemError(["ENOTEMPTY", "ENOENT", "EEXIST"], undefined, () => rmdirSync(join(base, folder))),
    );
}

function foldersOf(path: string): string[] {
  const names = dirname(path) === "." ? [] : dirname(path).split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}

function missingFolders(base: string, path: string): string[] {
  return foldersOf(path).filter((folder) => !lstatSync(join(base, folder), { throwIfNoEntry: false }));
}

/** A link on the way would lead what is written out of the repository. */
function strayFolder(base: string, path: string): Problem | null {
  for (const folder of foldersOf(path)) {
    const found = lstatSync(join(base, folder), { throwIfNoEntry: false });
    if (!found) return null;
    if (!found.isDirectory()) return bad(folder, found.isSymbolicLink() ? "is a link" : "is not a folder");
  }
  return null;
}

function bad(path: string, why: string): Problem {
  const remedy = "Put a regular file or folder in its place, or leave this host out.";
  return problem("BAD_PATH", `${path} ${why}`, remedy, { file: path });
}

function no(path: string, why: string): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [bad(path, why)] };
}

function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProblemError || codeOf(error) === null) throw error;
    const message = `${path} cannot be written (${codeOf(error)})`;
    throw new ProblemError([
      problem("CANNOT_WRITE", message, "Give this user the right to write there.", { file: path }),
    ]);
  }
}
