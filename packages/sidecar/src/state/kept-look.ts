/** A look as text, for the process that comes after: the host's next one, or whoever settles a call that died. */
import { jsonObject, readJson } from "@intentgate/documents";
import {
  type BytesSource,
  type FileStamp,
  formatSource,
  formatStamp,
  isRawName,
  NOWHERE,
  parseSource,
  parseStamp,
  type TreeSnapshot,
} from "@intentgate/world";

/** Plain enough to be kept on disk between two processes: see `formatLook`. */
export interface RootLook {
  tree: TreeSnapshot;
  /** Folders that git ignores and that were not entered: nothing is known of what is in them. */
  skipped: ReadonlySet<string>;
  /** Folders without any tracked file that were entered all the same. */
  entered: ReadonlySet<string>;
  /** What decides which files are ignored, as it stood. */
  rules: string;
  young: readonly string[];
  isTracked(path: string): boolean;
  sourceOf(path: string): BytesSource;
}

interface Head {
  version: 1;
  whole: boolean;
  closed: readonly string[];
  skipped: string[];
  entered: string[];
  rules: string;
  young: readonly string[];
}

/** No path and no link's target holds a NUL, so that it parts them. */
export function formatLook(look: RootLook): string {
  const { tree, skipped, entered, rules, young } = look;
  const { whole, closed } = tree;
  const head: Head = { version: 1, whole, closed, skipped: [...skipped], entered: [...entered], rules, young };
  const parts = [JSON.stringify(head)];
  for (const [path, stamp] of tree.files)
    parts.push(
      formatPath(path),
      formatStamp(stamp),
      `${look.isTracked(path) ? "t" : "u"}${formatSource(look.sourceOf(path))}`,
    );
  return parts.join("\0");
}

/** Null for what `formatLook` did not write, or not to its end. */
export function parseLook(text: string): RootLook | null {
  const [first = "", ...parts] = text.split("\0");
  const head = headOf(first);
  if (!head || parts.length % 3 !== 0) return null;
  const files = new Map<string, FileStamp>();
  const sources = new Map<string, BytesSource>();
  const tracked = new Set<string>();
  for (let at = 0; at < parts.length; at += 3) {
    const [pathText = "", stampText = "", last = ""] = parts.slice(at, at + 3);
    const path = parsePath(pathText);
    const stamp = parseStamp(stampText);
    if (!stamp || path === null) return null;
    files.set(path, stamp);
    sources.set(path, parseSource(last.slice(1)));
    if (last.startsWith("t")) tracked.add(path);
  }
  const { whole, closed, skipped, entered, rules, young } = head;
  return {
    tree: { files, whole, closed },
    skipped: new Set(skipped),
    entered: new Set(entered),
    rules,
    young,
    isTracked: (path) => tracked.has(path),
    sourceOf: (path) => sources.get(path) ?? NOWHERE,
  };
}

/** No path begins so; a name that is not UTF-8 would not survive as it is. */
const SPELLED = "//";

function formatPath(path: string): string {
  return isRawName(path) ? `${SPELLED}${JSON.stringify(path)}` : path;
}

function parsePath(text: string): string | null {
  if (!text.startsWith(SPELLED)) return text;
  const read = readJson(text.slice(SPELLED.length));
  return read.ok && typeof read.value === "string" ? read.value : null;
}

function headOf(text: string): Head | null {
  const head = jsonObject(text) as Head | null;
  return head?.version === 1 ? head : null;
}
