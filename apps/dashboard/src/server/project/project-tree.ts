/** The files of the project as folders: what git tracks, and what agents made since. */
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { filesOf } from "@intentgate/blame";
import type { GovernedRoot } from "@intentgate/sidecar";
import { identity } from "@intentgate/world";
import type { LedgerRows } from "./ledger-rows.ts";

export interface TreeEntry {
  name: string;
  path: string;
  kind: "folder" | "file";
  /** Below it; 1 for a file. */
  files: number;
}

export interface ProjectTree {
  /** Changes whenever the list of files may be another one. */
  key(): string;
  /** Sorted. */
  files(): readonly string[];
  has(path: string): boolean;
  /** Folders first, then by name; null where there is no such folder. */
  entries(folder: string): readonly TreeEntry[] | null;
  below(folder: string): readonly string[];
}

interface Listing {
  key: string;
  until: number;
  files: string[];
  known: ReadonlySet<string>;
  folders: ReadonlyMap<string, TreeEntry[]>;
}

/** Without a repository nothing tells cheaply that a file came or went. */
const LISTED_MS = 2_000;

export function createProjectTree(root: GovernedRoot, rows: LedgerRows, now: () => number): ProjectTree {
  let kept: Listing | null = null;

  function listing(): Listing {
    if (kept && now() < kept.until) return kept;
    const { index } = rows.reader();
    const files = listedFiles(root.root, index.words.paths.list);
    const key = `${files.length} ${index.entries} ${identity(join(root.root, ".git", "index"))}`;
    const isSame = kept?.key === key && files.every((path) => kept?.known.has(path));
    kept = isSame && kept ? { ...kept, until: now() + LISTED_MS } : { key, until: now() + LISTED_MS, ...asTree(files) };
    return kept;
  }

  return {
    key: () => listing().key,
    files: () => listing().files,
    has: (path) => listing().known.has(path),
    entries: (folder) => listing().folders.get(folder) ?? null,
    below(folder) {
      const { files } = listing();
      if (folder === "") return files;
      // Sorted: what lies below a folder stands together, up to the letter behind the slash.
      return files.slice(firstFrom(files, `${folder}/`), firstFrom(files, `${folder}0`));
    },
  };
}

/** What the gate and git keep for themselves is nobody's code. */
function listedFiles(root: string, recorded: readonly string[]): string[] {
  const known = new Set(filesOf(root));
  for (const path of recorded) if (!known.has(path) && isPlain(path) && existsSync(join(root, path))) known.add(path);
  return [...known].filter(isPlain).sort();
}

/** Relative, inside, and not a place that people keep no code in. */
export function isPlain(path: string): boolean {
  if (path === "" || path.includes("\0") || path.startsWith("/")) return false;
  const names = path.split("/");
  return (
    names.every((name) => name !== "" && name !== "." && name !== ".." && name !== ".git") &&
    names[0] !== ".orchestration"
  );
}

function asTree(files: string[]): Pick<Listing, "files" | "known" | "folders"> {
  const folders = new Map<string, Map<string, TreeEntry>>([["", new Map()]]);
  for (const path of files) {
    let at = "";
    const names = path.split("/");
    for (const [depth, name] of names.entries()) {
      const isFile = depth === names.length - 1;
      const below = at === "" ? name : `${at}/${name}`;
      const entries = folders.get(at) ?? new Map<string, TreeEntry>();
      folders.set(at, entries);
      const entry = entries.get(name);
      if (entry) entry.files++;
      else entries.set(name, { name, path: below, kind: isFile ? "file" : "folder", files: 1 });
      at = below;
    }
  }
  const sorted = [...folders].map(([folder, entries]): [string, TreeEntry[]] => [
    folder,
    [...entries.values()].sort(inOrder),
  ]);
  return { files, known: new Set(files), folders: new Map(sorted) };
}

/** Where the first path stands that is not before this text. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inOrder(one: TreeEntry, other: TreeEntry): number {
  if (one.kind !== other.kind) return one.kind === "folder" ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

const LARGEST = 200_000;

/** The text of a small file inside the root; null for anything else. */
export function smallText(root: string, path: string): string | null {
  if (!isPlain(path)) return null;
  const file = join(root, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > LARGEST) return null;
  const [folder, top] = [realpathSync(dirname(file)), realpathSync(root)];
  if (folder !== top && !folder.startsWith(`${top}${sep}`)) return null;
  const bytes = readFileSync(file);
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : null;
}
