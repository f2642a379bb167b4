import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Folder, foldersOf, type OpenRow, openRows, parentRow, type TreeEntry } from "./open-rows.ts";

const entry = (path: string): TreeEntry => ({
  name: path.split("/").at(-2 + Number(!path.endsWith("/"))) ?? "",
  path: path.replace(/\/$/, ""),
  kind: path.endsWith("/") ? "folder" : "file",
});
const folder = (paths: string[], total = paths.length): Folder<TreeEntry> => ({ items: paths.map(entry), total });
const shown = (row: OpenRow<TreeEntry>) => {
  const words = row.kind === "entry" ? `${row.entry.path} ${row.position}/${row.siblings}` : row.kind;
  return `${"  ".repeat(row.level - 1)}${words}${row.kind === "entry" && row.expanded ? " open" : ""}`;
};

const folders = new Map([
  ["", folder(["src/", "lib/", "README.md"])],
  ["src", folder(["src/auth/", "src/a.ts"])],
  ["src/auth", folder(["src/auth/jwt.ts"], 41)],
]);

describe("a tree that is fetched as it is opened", () => {
  it.each<[string, string[], string[]]>([
    ["closed", [], ["src 1/3", "lib 2/3", "README.md 3/3"]],
    ["with one folder open", ["src"], ["src 1/3 open", "  src/auth 1/2", "  src/a.ts 2/2", "lib 2/3", "README.md 3/3"]],
    ["with a folder that is on its way", ["lib"], ["src 1/3", "lib 2/3 open", "  waiting", "README.md 3/3"]],
    ["open below what is closed", ["src/auth"], ["src 1/3", "lib 2/3", "README.md 3/3"]],
    ["with a file that somebody calls open", ["README.md"], ["src 1/3", "lib 2/3", "README.md 3/3"]],
  ])("is shown %s", (_what, open, expected) => {
    expect(openRows(folders, new Set(open)).map(shown)).toEqual(expected);
  });

  it("says that more of a folder is there than was fetched", () => {
    const rows = openRows(folders, new Set(["src", "src/auth"]));
    expect(rows[3]).toEqual({ kind: "more", folder: "src/auth", missing: 40, level: 3 });
  });

  it("waits when nothing is known", () =>
    expect(openRows(new Map(), new Set())).toEqual([{ kind: "waiting", level: 1 }]));

  it("ends where a folder claims to hold itself", () => {
    const endless = new Map([
      ["", folder(["a/"])],
      ["a", folder(["a/"])],
    ]);
    expect(openRows(endless, new Set(["a"])).map(shown)).toEqual(["a 1/1 open", "  a 1/1"]);
  });

  it("finds the way up from every row", () => {
    const rows = openRows(folders, new Set(["src", "src/auth"]));
    expect(rows.map((_, at) => parentRow(rows, at))).toEqual([-1, 0, 1, 1, 0, -1, -1]);
    expect(parentRow(rows, 99)).toBe(-1);
  });

  it("names the folders that must be open, whatever the path", () => {
    expect(foldersOf("a/b/c.ts")).toEqual(["a", "a/b"]);
    expect(foldersOf("c.ts")).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 6 }), (parts) => {
        expect(foldersOf(parts.join("/"))).toHaveLength(parts.length - 1);
      }),
    );
  });
});
