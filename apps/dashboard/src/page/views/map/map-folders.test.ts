import { expect, it } from "vitest";
import type { MapView } from "../../../api/code.ts";
import { openRows } from "../../state/open-rows.ts";
import { mapFolders } from "./map-folders.ts";

const file = (path: string, symbols: string[]) => ({
  path,

  count: 2,
  at: "2026-01-01T00:00:00Z",
  symbols,
  exists: true,
});
const map: MapView = {
  more_intents: 0,
  intents: [
    { id: "A", name: "First", more_files: 0, files: [file("x.ts", ["f", "g"]), file("y.ts", [])] },
    { id: "B", name: "", more_files: 0, files: [file("x.ts", ["f"])] },
  ],
};

it("is read as a tree: intent, file, part; files of two intents are marked under both", () => {
  const folders = mapFolders(map);
  const rows = openRows(folders, new Set(folders.keys()));
  const shown = rows.map((row) =>
    row.kind === "entry" ? `${"  ".repeat(row.level - 1)}${row.entry.name}${row.entry.shared ? " *" : ""}` : row.kind,
  );
  expect(shown).toEqual(["A  First", "  x.ts *", "    f", "    g", "  y.ts", "B", "  x.ts *", "    f"]);
});

it("gives every row a path of its own", () => {
  const folders = mapFolders(map);
  const paths = [...folders.values()].flatMap(({ items }) => items.map((entry) => entry.path));
  expect(new Set(paths).size).toBe(paths.length);
});

it("does not offer to open a file in which nothing is named", () => {
  const entry = mapFolders(map).get("intent A")?.items[1];
  expect(entry).toMatchObject({ name: "y.ts", kind: "file" });
});
