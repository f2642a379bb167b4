/** Finds the files that routing is made of: registries and indexes of every module, routes, and documents. */
import type { RootFiles } from "./root-files.ts";

export interface FoundSources {
  /** Below `.system/registry` of the root and of its modules. */
  registry: string[];
  indexes: string[];
  routing: string | null;
  routes: string[];
  /** False: the root has more folders than were looked into. */
  whole: boolean;
}

const REGISTRY = ".system/registry";
const INDEX = "ABILITY.md";
const ROUTING = "ROUTING.md";
const DEEPEST_MODULE = 4;
const MOST_FOLDERS = 5_000;
const MOST_MARKDOWN = 20_000;
const NOT_ENTERED = new Set(["node_modules", "dist", "build", "target", "vendor", "coverage"]);

export function findSources(files: RootFiles): FoundSources {
  const { folders, whole } = foldersOf(files, DEEPEST_MODULE);
  const modules = folders.filter(({ names }) => names.has(".system") || names.has(INDEX));
  return {
    registry: modules.flatMap(({ path }) => registryFiles(files, below(path, REGISTRY))),
    indexes: modules.filter(({ names }) => names.has(INDEX)).map(({ path }) => below(path, INDEX)),
    routing: files.exists(ROUTING) ? ROUTING : null,
    routes: filesIn(files, "routes").filter((path) => /\.ya?ml$/.test(path)),
    whole,
  };
}

/** Every Markdown file of the root, for who looks for documents that no route names. */
export function findMarkdown(files: RootFiles): string[] {
  const { folders } = foldersOf(files, Number.POSITIVE_INFINITY);
  return folders
    .flatMap(({ path, names }) => [...names].filter((name) => name.endsWith(".md")).map((name) => below(path, name)))
    .slice(0, MOST_MARKDOWN);
}

interface Folder {
  path: string;
  names: ReadonlySet<string>;
}

function foldersOf(files: RootFiles, deepest: number): { folders: Folder[]; whole: boolean } {
  const folders: Folder[] = [];
  const waiting = [{ path: "", depth: 0 }];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (folders.length >= MOST_FOLDERS) return { folders, whole: false };
    const entries = files.list(at.path);
    folders.push({ path: at.path, names: new Set(entries.map(({ name }) => name)) });
    if (at.depth >= deepest) continue;
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || NOT_ENTERED.has(entry.name)) continue;
      waiting.push({ path: below(at.path, entry.name), depth: at.depth + 1 });
    }
  }
  return { folders, whole: true };
}

/** One level of folders, as the format has it; what lies deeper is reported as misplaced, not read as an ability. */
function registryFiles(files: RootFiles, folder: string): string[] {
  return files
    .list(folder)
    .flatMap((entry) => (entry.isDirectory() ? filesIn(files, below(folder, entry.name)) : [below(folder, entry.name)]))
    .filter((path) => !path.endsWith(".md"));
}

function filesIn(files: RootFiles, folder: string): string[] {
  return files
    .list(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => below(folder, name));
}

function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
