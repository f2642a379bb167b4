/** The map as folders: intents hold files, files hold what was changed in them. */
import type { MapView } from "../../../api/code.ts";
import type { Folder, TreeEntry } from "../../state/open-rows.ts";

export interface MapEntry extends TreeEntry {
  means: "intent" | "file" | "symbol";
  /** The intent's id or the file's path. */
  target: string;
  shared: boolean;
  exists: boolean;
  count: number;
  at: string | null;
}

export function mapFolders(map: MapView): Map<string, Folder<MapEntry>> {
  const owners = new Map<string, number>();
  for (const { files } of map.intents) for (const { path } of files) owners.set(path, (owners.get(path) ?? 0) + 1);
  const folders = new Map<string, Folder<MapEntry>>();
  const put = (path: string, items: MapEntry[]) => folders.set(path, { items, total: items.length });
  const plain = { shared: false, exists: true, count: 0, at: null };
  put(
    "",
    map.intents.map((intent) => {
      const path = `intent ${intent.id}`;
      const name = intent.name === "" ? intent.id : `${intent.id}  ${intent.name}`;
      put(
        path,
        intent.files.map((file) => fileEntry(path, file)),
      );
      return { ...plain, name, path, kind: "folder", means: "intent", target: intent.id };
    }),
  );
  return folders;

  function fileEntry(parent: string, file: MapView["intents"][number]["files"][number]): MapEntry {
    const path = `${parent}\n${file.path}`;
    const symbols = file.symbols.map(
      (name): MapEntry => ({
        ...plain,
        name,
        path: `${path}\n${name}`,
        kind: "file",
        means: "symbol",
        target: file.path,
      }),
    );
    if (symbols.length > 0) put(path, symbols);
    return {
      name: file.path,
      path,
      kind: symbols.length > 0 ? "folder" : "file",
      means: "file",
      target: file.path,
      shared: (owners.get(file.path) ?? 0) > 1,
      exists: file.exists,
      count: file.count,
      at: file.at,
    };
  }
}
