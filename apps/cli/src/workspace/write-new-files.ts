/** Writes files that people will own: only those that are missing, and never through a link. */
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";

export interface NewFile {
  /** Relative to the root, with `/`. */
  path: string;
  text: string;
  mode: number;
}

export interface WrittenFile {
  path: string;
  action: "wrote" | "kept";
}

export function writeNewFiles(root: string, files: readonly NewFile[]): WrittenFile[] {
  for (const { path } of files) makeFolder(root, dirname(path));
  return files.map(({ path, text, mode }) => ({ path, action: writeNew(join(root, path), path, text, mode) }));
}

/** Folder by folder: a link on the way would lead what is written out of the repository. */
function makeFolder(root: string, relative: string): void {
  let path = "";
  for (const name of relative === "." ? [] : relative.split("/")) {
    path = path === "" ? name : `${path}/${name}`;
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (found?.isDirectory()) continue;
    if (found) {
      const what = found.isSymbolicLink() ? "a link" : "not a folder";
      throw new ProblemError([problem("BAD_PATH", `${path} is ${what}`, "Put a folder in its place.", { file: path })]);
    }
    tried(path, () => mkdirSync(join(root, path), { mode: 0o755 }));
  }
}

function writeNew(absolute: string, path: string, text: string, mode: number): WrittenFile["action"] {
  return tried(path, () => {
    try {
      writeFileSync(absolute, text, { mode, flag: "wx" });
      return "wrote";
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") return "kept";
      throw error;
    }
  });
}

function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const message = `${path} cannot be written (${error.code})`;
    throw new ProblemError([
      problem("CANNOT_WRITE", message, "Give this user the right to write there.", { file: path }),
    ]);
  }
}
