/** A tree of folders and files, walked by keyboard, with whatever a view wants to say beside each name. */
import type { ComponentChildren } from "preact";
import { parentRow, type TreeEntry } from "../state/open-rows.ts";
import type { ShownTree } from "../state/use-folders.ts";
import { grouped } from "../words/time-words.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Rows } from "./rows.tsx";

export function Tree<E extends TreeEntry>(props: {
  label: string;
  tree: Pick<ShownTree<E>, "rows" | "toggle" | "more">;
  /** The path that is open beside the tree. */
  selected: string;
  onOpen(entry: E): void;
  /** Folders are opened like files; only their arrow, or an arrow key, unfolds them. */
  foldersOpen?: boolean;
  beside(entry: E): ComponentChildren;
  iconOf?(entry: E): IconName;
  entryClass?(entry: E): string;
}) {
  const { tree } = props;
  const { rows } = tree;

  function open(index: number, pressed: EventTarget | null): void {
    const row = rows[index];
    if (row?.kind === "more") tree.more(row.folder);
    if (row?.kind !== "entry") return;
    const onTwist = pressed instanceof Element && pressed.closest(".twist") !== null;
    if (row.expanded !== null && (onTwist || !props.foldersOpen)) tree.toggle(row.entry.path);
    else props.onOpen(row.entry);
  }

  function onKey(key: string, index: number): boolean {
    const row = rows[index];
    if (row?.kind !== "entry") return false;
    if ((key === "ArrowRight" && row.expanded === false) || (key === "ArrowLeft" && row.expanded === true)) {
      tree.toggle(row.entry.path);
      return true;
    }
    if (key !== "ArrowLeft") return false;
    const parent = rows[parentRow(rows, index)];
    if (parent?.kind === "entry" && parent.expanded) tree.toggle(parent.entry.path);
    return true;
  }

  return (
    <Rows
      label={props.label}
      class="tree"
      count={rows.length}
      rowHeight={30}
      selected={rows.findIndex((row) => row.kind === "entry" && row.entry.path === props.selected)}
      onOpen={open}
      onKey={onKey}
      place={(index) => {
        const row = rows[index];
        if (row?.kind === "entry") return row;
        return { level: row?.level ?? 1, position: index + 1, siblings: rows.length, expanded: null };
      }}
      rowClass={(index) => {
        const row = rows[index];
        return row?.kind === "entry" ? (props.entryClass?.(row.entry) ?? "") : "";
      }}
      row={(index) => {
        const row = rows[index];
        if (!row) return null;
        const indent = <span class="indent" style={{ width: `${(row.level - 1) * 16}px` }} />;
        if (row.kind !== "entry")
          return (
            <>
              {indent}
              <span class="soft">{row.kind === "waiting" ? "Loading" : `Show ${grouped(row.missing)} more`}</span>
            </>
          );
        const icon = props.iconOf?.(row.entry) ?? (row.entry.kind === "folder" ? "folder" : "file");
        return (
          <>
            {indent}
            <Icon name="right" class={`twist ${row.expanded === null ? "none" : row.expanded ? "open" : ""}`} />
            <Icon name={icon} />
            <span class="cut grow">{row.entry.name}</span>
            {props.beside(row.entry)}
          </>
        );
      }}
    />
  );
}
