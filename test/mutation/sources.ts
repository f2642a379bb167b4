/** Real files to make versions of: dependencies as they were installed, and this repository's own. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type ts from "typescript";
import { parse } from "./edits.ts";
import { markupSamples } from "./markup-samples.ts";
import type { Source } from "./truth.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folder, ending of the files, how many at most. */
const places: readonly [string, RegExp, number][] = [
  ["node_modules/yaml/dist", /\.js$/, 12],
  ["node_modules/yaml/browser/dist", /\.js$/, 6],
  ["node_modules/unbash/dist", /\.js$/, 8],
  ["node_modules/picomatch/lib", /\.js$/, 4],
  ["node_modules/fast-myers-diff/dist", /\.js$/, 2],
  ["node_modules/hookable/dist", /\.mjs$/, 1],
  ["node_modules/zod/src/v4/core", /(?<!\.d)\.ts$/, 10],
  ["node_modules/@jridgewell/sourcemap-codec/src", /\.ts$/, 4],
  ["packages/engine/src", /(?<!\.test)\.ts$/, 8],
  ["packages/policy/src/effects", /(?<!\.test)\.ts$/, 8],
  ["packages/gate/src", /(?<!\.test)\.ts$/, 8],
];
const SMALLEST = 900;
const LARGEST = 9_000;

/** Every `thinning`th file of each place. */
export function truthSources(thinning = 1): Source[] {
  const files = places.flatMap(([folder, ending, most]) =>
    filesBelow(join(root, folder))
      .filter((path) => ending.test(path) && !/\btests?\b/.test(path) && isOfGoodSize(path))
      .slice(0, most)
      .filter((_, at) => at % thinning === 0),
  );
  const read = files.map((path) => ({
    path: relative(root, path).split(sep).join("/"),
    text: readFileSync(path, "utf8"),
  }));
  return [...read.filter(isSound), ...markupSamples];
}

/** Every `thinning`th file of all dependencies, without what was squeezed by a machine. */
export function dependencySources(thinning: number): Source[] {
  return filesBelow(join(root, "node_modules"))
    .filter(
      (path) =>
        /(?<!\.d)\.[mc]?[jt]sx?$/.test(path) &&
        !path.includes(`${sep}.cache${sep}`) &&
        statSync(path).size > 600 &&
        statSync(path).size < 20_000,
    )
    .filter((_, at) => at % thinning === 0)
    .map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }))
    .filter((source) => !source.text.split("\n").some(({ length }) => length > 500) && isSound(source));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function isOfGoodSize(path: string): boolean {
  const { size } = statSync(path);
  return size >= SMALLEST && size <= LARGEST;
}

export function isSound(source: Source): boolean {
  const file: ts.SourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] } = parse(source);
  return file.parseDiagnostics?.length === 0;
}
