import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type FileStamp, stampAt } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { changeEntry, type FormerEntry, removeEmpty } from "./change-entry.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(tempFolder("change-entry"));
});

const at = (path: string) => join(root, path);
const put = (path: string, text: string, mode = 0o644) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  chmodSync(at(path), mode);
};
const file = (text: string, mode = 0o644): FormerEntry => ({ kind: "file", bytes: Buffer.from(text), mode });
const bring = (path: string, wanted: FormerEntry | null, looked: FileStamp | null = stampAt(at(path))) =>
  changeEntry(at(path), looked, wanted);

describe("a path", () => {
  it("gets its bytes and its mode, whatever the umask", () => {
    put("a", "new");
    expect(bring("a", file("old", 0o6755 & 0o777))).toBeNull();
    expect([readFileSync(at("a"), "utf8"), lstatSync(at("a")).mode & 0o7777]).toEqual(["old", 0o755]);
    expect(bring("deep/er/b", file("back", 0o602))).toBeNull();
    expect(lstatSync(at("deep/er/b")).mode & 0o777).toBe(0o602);
    expect(readdirSync(root).sort()).toEqual(["a", "deep"]);
  });

  it("becomes a link, and a link becomes a file; what it leads to stays", () => {
    put("a", "new");
    put("target", "mine");
    expect(bring("a", { kind: "link", target: "target" })).toBeNull();
    expect(readlinkSync(at("a"))).toBe("target");
    expect(bring("a", file("again"))).toBeNull();
    expect([readFileSync(at("a"), "utf8"), readFileSync(at("target"), "utf8")]).toEqual(["again", "mine"]);
    expect(bring("fresh", { kind: "link", target: "target" })).toBeNull();
    expect(readlinkSync(at("fresh"))).toBe("target");
  });

  it("goes, and so do the folders that hold nothing else, and no further", () => {
    put("x/y/z/a", "new");
    put("x/b", "stays");
    expect(bring("x/y/z/a", null)).toBeNull();
    expect(existsSync(at("x/y/z"))).toBe(true);
    removeEmpty(at("x/y/z"), root);
    expect([existsSync(at("x/y")), existsSync(at("x"))]).toEqual([false, true]);
    expect(bring("x/b", null)).toBeNull();
    removeEmpty(at("x"), root);
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("nothing happens", () => {
  it.each<[string, (looked: FileStamp | null) => void, FormerEntry | null, string]>([
    ["where it was saved since", () => put("a", "saved by a person"), file("old"), "meanwhile"],
    [
      "where it was replaced since by as many bytes",
      () => {
        put("b", "NEW");
        renameSync(at("b"), at("a"));
      },
      file("old"),
      "meanwhile",
    ],
    ["where its mode changed since", () => chmodSync(at("a"), 0o600), file("old"), "meanwhile"],
    ["where it is gone since", () => rmSync(at("a")), file("old"), "meanwhile"],
    [
      "where it is a link since",
      () => {
        rmSync(at("a"));
        symlinkSync("/etc/hostname", at("a"));
      },
      file("old"),
      "meanwhile",
    ],
    [
      "where it is a folder since",
      () => {
        rmSync(at("a"));
        mkdirSync(at("a"));
      },
      file("old"),
      "folder stands",
    ],
    ["to what was saved since and should go", () => put("a", "saved by a person"), null, "meanwhile"],
    [
      "to a folder that should go",
      () => {
        rmSync(at("a"));
        put("a/inside", "x");
      },
      null,
      "folder stands",
    ],
  ])("%s", (_where, meddle, wanted, why) => {
    put("a", "new");
    const looked = stampAt(at("a"));
    meddle(looked);
    const then = JSON.stringify([stampAt(at("a")), readdirSync(root)]);
    expect(changeEntry(at("a"), looked, wanted)).toContain(why);
    expect(JSON.stringify([stampAt(at("a")), readdirSync(root)])).toBe(then);
  });

  it("where something stands that was not there when it was looked at", () => {
    put("a", "somebody's");
    expect(bring("a", file("old"), null)).toContain("meanwhile");
    expect(bring("a", { kind: "link", target: "b" }, null)).toContain("meanwhile");
    expect(bring("a", null, null)).toContain("meanwhile");
    expect(readFileSync(at("a"), "utf8")).toBe("somebody's");
    expect(readdirSync(root)).toEqual(["a"]);
  });

  it.each([file("old"), null])("through a link above it", (wanted) => {
    put("real/a", "new");
    symlinkSync("real", at("led"));
    expect(changeEntry(at("led/a"), stampAt(at("real/a")), wanted)).toContain("link");
    expect(changeEntry(at("led/deeper/a"), null, wanted)).toContain("link");
    expect([readFileSync(at("real/a"), "utf8"), readdirSync(at("real"))]).toEqual(["new", ["a"]]);
  });

  it("where a file stands in the place of a folder, or the name is no text", () => {
    put("a", "file");
    expect(bring("a/b", file("old"), null)).not.toBeNull();
    expect(bring("n\udcffme", file("old"), null)).toContain("no text");
    expect(readFileSync(at("a"), "utf8")).toBe("file");
  });
});
