/** The rows that are seen of a tree whose folders are fetched as they are opened. */

export interface TreeEntry {
  name: string;
  path: string;
  kind: "folder" | "file";
}

/** What is known of a folder; `total` may be more than was fetched. */
export interface Folder<E> {
  items: readonly E[];
  total: number;
}

export type OpenRow<E> =
  | { kind: "entry"; entry: E; level: number; position: number; siblings: number; expanded: boolean | null }
  | { kind: "waiting"; level: number }
  | { kind: "more"; folder: string; missing: number; level: number };

/** `top` is the path of the folder that holds everything; it is always open. */
export function openRows<E extends TreeEntry>(
  folders: ReadonlyMap<string, Folder<E>>,
  open: ReadonlySet<string>,
  top = "",
): OpenRow<E>[] {
  const rows: OpenRow<E>[] = [];
  const above = new Set<string>();
  const walk = (path: string, level: number) => {
    const folder = folders.get(path);
    if (!folder) {
      rows.push({ kind: "waiting", level });
      return;
    }
    above.add(path);
    for (const [at, entry] of folder.items.entries()) {
      // An entry that names a folder above itself would never end.
      const expanded = entry.kind === "folder" ? open.has(entry.path) && !above.has(entry.path) : null;
      rows.push({ kind: "entry", entry, level, position: at + 1, siblings: folder.total, expanded });
      if (expanded) walk(entry.path, level + 1);
    }
    above.delete(path);
    const missing = folder.total - folder.items.length;
    if (missing > 0) rows.push({ kind: "more", folder: path, missing, level });
  };
  walk(top, 1);
  return rows;
}

/** Where `ArrowLeft` leads: the row of the folder that this row lies in; -1 at the top. */
export function parentRow<E>(rows: readonly OpenRow<E>[], index: number): number {
  const level = rows[index]?.level ?? 0;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.level ?? 0) < level) return at;
  return -1;
}

/** The folders that must be open for the path to be seen, outermost first. */
export function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}
