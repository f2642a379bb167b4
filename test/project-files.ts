/** The files of this repository, as the tests about the repository itself read them. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = fileURLToPath(new URL("..", import.meta.url));

const notOurs = new Set(["node_modules", ".git", "dist", "coverage", ".cache"]);

/** Paths relative to the root with forward slashes, sorted. */
export function projectFiles(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return projectFiles(path);
      return entry.isFile() ? [relative(root, path).split(sep).join("/")] : [];
    })
    .sort();
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Everything a source file asks for: imports, re-exports, types and what is loaded later. */
export function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map((imported) => imported.fileName);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
