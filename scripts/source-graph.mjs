/** The sources of packages and apps without their tests: how long each is, and which of them import each other. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import ts from "typescript";
import { root } from "./root.mjs";

/** `{ path, text, lines, imports }` of each, where `imports` are paths of other sources; types count as well. */
export function readSources(folder = root) {
  const paths = ["packages", "apps"].flatMap((part) => below(folder, join(folder, part)));
  const known = new Set(paths);
  return paths.sort().map((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    const asked = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    const imports = new Set(asked.map((specifier) => target(path, specifier, known)).filter(Boolean));
    imports.delete(path);
    return { path, text, lines: text.split("\n").length - 1, imports: [...imports] };
  });
}

function below(folder, at) {
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : below(folder, join(at, entry.name));
    const path = relative(folder, join(at, entry.name)).split(sep).join("/");
    return isSource.test(path) && !isTest.test(path) ? [path] : [];
  });
}

const notOurs = new Set(["node_modules", "dist"]);
const isSource = /^[^/]+\/[^/]+\/src\/.*\.tsx?$/;
const isTest = /\.test\.tsx?$/;

function target(path, specifier, known) {
  const [scope, name] = specifier.split("/");
  const candidates = specifier.startsWith(".")
    ? [posix.join(posix.dirname(path), specifier)]
    : scope === "@intentgate"
      ? [`packages/${name}/src/index.ts`, `apps/${name}/src/index.ts`]
      : [];
  return candidates.find((candidate) => known.has(candidate));
}

/** Groups of files, each of which reaches the others of its group. */
export function importCycles(sources) {
  return cycles(new Map(sources.map(({ path, imports }) => [path, new Set(imports)])));
}

/** Groups of folders, each of which reaches the others: a folder imports what its own files import, not what those of its subfolders do. */
export function folderCycles(sources) {
  const edges = new Map();
  for (const { path, imports } of sources) {
    const from = posix.dirname(path);
    if (!edges.has(from)) edges.set(from, new Set());
    for (const other of imports) if (posix.dirname(other) !== from) edges.get(from).add(posix.dirname(other));
  }
  return cycles(edges);
}

/** Tarjan's strongly connected components of more than one node. */
export function cycles(edges) {
  const found = [];
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    open.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = open.splice(open.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
