import { linkSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { patch, type TempWorkspace, tempWorkspace, update } from "../../../../test/support/tools/temp-workspace.ts";
import type { PatchOperation } from "../contract/tool.ts";
import { contentHash } from "../define/define-tool.ts";

let space: TempWorkspace;

const move = (operation: PatchOperation, moveTo: string): PatchOperation =>
  operation.kind === "update" ? { ...operation, moveTo } : operation;

const classes = "class A\n  run\n    go\nclass B\n  run\n    go\n";

describe("hunks that fit", () => {
  it.each<[string, string, PatchOperation, string]>([
    ["replaces between context", "a\nb\nc\n", update("f", [" a", "-b", "+x", " c"]), "a\nx\nc\n"],
    ["deletes", "a\nb\n", update("f", ["-b"]), "a\n"],
    ["goes down the file hunk by hunk", "a\nb\na\n", update("f", [" b", "+x"], ["-a", "+y"]), "a\nb\nx\ny\n"],
    [
      "looks below an anchor",
      "f()\n  a\ng()\n  a\n",
      update("f", { at: ["g()"], lines: ["-  a", "+  b"] }),
      "f()\n  a\ng()\n  b\n",
    ],
    [
      "takes the first fit below an anchor",
      "f()\n  a\ng()\n  a\n",
      update("f", { at: ["f()"], lines: ["-  a", "+  b"] }),
      "f()\n  b\ng()\n  a\n",
    ],
    [
      "looks below nested anchors",
      classes,
      update("f", { at: ["class B", "  run"], lines: ["-    go", "+    stop"] }),
      "class A\n  run\n    go\nclass B\n  run\n    stop\n",
    ],
    [
      "finds an anchor without its indentation",
      "  f()\n  a\n",
      update("f", { at: ["f()"], lines: ["-  a", "+  b"] }),
      "  f()\n  b\n",
    ],
    ["passes an empty anchor over", "a\n", update("f", { at: [""], lines: ["-a", "+b"] }), "b\n"],
    ["inserts below an anchor", "f()\ng()\n", update("f", { at: ["f()"], lines: ["+  a"] }), "f()\n  a\ng()\n"],
    ["appends without context", "a\n", update("f", ["+b"]), "a\nb\n"],
    ["appends to an empty file", "", update("f", ["+b"]), "b\n"],
    [
      "fits at the end of the file only",
      "a\nb\na\n",
      update("f", { at: [], lines: ["-a", "+x"], end: true }),
      "a\nb\nx\n",
    ],
    ["forgives trailing white space and keeps it", "a \nb\n", update("f", [" a", "-b", "+x"]), "a \nx\n"],
    ["prefers the exact fit", "a \na\n", update("f", ["-a", "+x"]), "a \nx\n"],
    ["forgives a blank line after the last context", "a\nb\n", update("f", ["-b", "+x", " "]), "a\nx\n"],
    ["keeps CRLF", "a\r\nb\r\n", update("f", [" a", "-b", "+x", "+y"]), "a\r\nx\r\ny\r\n"],
    ["keeps mixed endings of context", "a\nb\r\nc\n", update("f", [" a", " b", "+x", " c"]), "a\nb\r\nx\r\nc\n"],
    ["keeps a missing final newline", "a\nb", update("f", ["-b", "+x"]), "a\nx"],
    ["keeps the byte order mark", "\uFEFFa\n", update("f", ["-a", "+x"]), "\uFEFFx\n"],
  ])("%s", async (_name, before, operation, after) => {
    space = tempWorkspace({ f: before });
    const result = await space.run("apply_patch", patch(operation));
    expect(result).toEqual({ files: [{ path: "f", content_hash: contentHash(Buffer.from(after)) }] });
    expect(space.text("f")).toBe(after);
  });
});

describe("patches that are refused", () => {
  it.each<[string, PatchOperation[], string, string]>([
    ["context that is not there", [update("f", [" zzz", "-a"])], "NO_MATCH", "Hunk 1 of f"],
    ["a second hunk that does not fit", [update("f", ["-a", "+x"], ["-zzz"])], "NO_MATCH", "Hunk 2 of f"],
    ["hunks against the file's order", [update("f", ["-c"], ["-a"])], "NO_MATCH", "order"],
    ["a fit at two places", [update("twice", ["-a", "+b"])], "AMBIGUOUS", "lines 1, 2"],
    ["an anchor at two places", [update("twice", { at: ["a"], lines: ["+b"] })], "AMBIGUOUS", "lines 1, 2"],
    ["an anchor that is not there", [update("f", { at: ["def x"], lines: ["+b"] })], "NO_MATCH", "def x"],
    [
      "a fit that is not at the end",
      [update("f", { at: [], lines: ["-a"], end: true })],
      "NO_MATCH",
      "end of the file",
    ],
    ["an empty hunk", [update("f", [])], "BAD_PATCH", "Hunk 1"],
    ["an update without hunks", [update("f")], "BAD_PATCH", "no hunk"],
    ["an update of a missing file", [update("gone", ["+a"])], "NOT_FOUND", "gone"],
    ["an update of bytes", [update("bytes", ["+a"])], "NOT_TEXT", "UTF-8"],
    ["an update of a folder", [update("folder", ["+a"])], "IS_FOLDER", "folder"],
    ["adding what exists", [{ kind: "add", path: "f", content: "" }], "EXISTS", "Update File"],
    ["deleting what is missing", [{ kind: "delete", path: "gone" }], "NOT_FOUND", "gone"],
    ["deleting a folder", [{ kind: "delete", path: "folder" }], "IS_FOLDER", ""],
    ["a move onto another file", [move(update("f"), "twice")], "EXISTS", "twice"],
    ["a move onto a hard link of itself", [move(update("f"), "hard")], "EXISTS", "hard"],
    ["a move into a folder's place", [move(update("f"), "folder")], "IS_FOLDER", ""],
    ["a move outside", [move(update("f"), "../f")], "PATH_REFUSED", "outside"],
    ["a control character in a path", [{ kind: "add", path: "a\u001b[2K", content: "" }], "BAD_INPUT", "control"],
    [
      "adding and deleting one file",
      [
        { kind: "add", path: "n", content: "" },
        { kind: "delete", path: "n" },
      ],
      "BAD_PATCH",
      "twice",
    ],
    [
      "two adds of one file, spelled differently",
      [
        { kind: "add", path: "n", content: "" },
        { kind: "add", path: "./n", content: "" },
      ],
      "BAD_PATCH",
      "twice",
    ],
    ["an update and a delete of one file", [update("f", ["-a"]), { kind: "delete", path: "f" }], "BAD_PATCH", "twice"],
    ["two moves to one place", [move(update("f"), "n"), move(update("twice"), "n")], "BAD_PATCH", "twice"],
    ["a good section beside a bad one", [update("f", ["-a"]), update("twice", ["-zzz"])], "NO_MATCH", "twice"],
    ["a patch without files", [], "BAD_PATCH", "no file"],
    ["too many hunks", [update("f", ...Array.from({ length: 501 }, () => ["+a"]))], "TOO_LARGE", "500"],
  ])("refuses %s and changes nothing", async (_name, operations, code, words) => {
    space = tempWorkspace({ f: "a\nb\nc\n", twice: "a\na\n", bytes: Buffer.from([0xff]), "folder/g": "" });
    linkSync(join(space.root, "f"), join(space.root, "hard"));
    const before = space.all();
    const result = await space.run("apply_patch", patch(...operations));
    expect(result.code).toBe(code);
    expect(result.error).toContain(words);
    expect([space.text("f"), space.text("twice"), space.all()]).toEqual(["a\nb\nc\n", "a\na\n", before]);
  });

  it("names the line of a patch that cannot be read", async () => {
    space = tempWorkspace();
    const parsePatch = () => ({ ok: false as const, problem: "no Begin Patch", line: 3 });
    expect(await space.run("apply_patch", { patch: "x" }, { parsePatch })).toEqual({
      error: "Line 3 of the patch: no Begin Patch",
      code: "BAD_PATCH",
    });
  });
});

describe("patches over several files", () => {
  const operations = [
    update("a", ["-old", "+new"]),
    { kind: "add" as const, path: "deep/er/b", content: "b\n" },
    { kind: "delete" as const, path: "c" },
    move(update("d", ["-d", "+dd"]), "moved/d"),
  ];
  const files = { a: "old\n", c: "c\n", d: "d\n", z: "z\n" };

  it("adds, updates, deletes and moves", async () => {
    space = tempWorkspace(files);
    expect(await space.run("apply_patch", patch(...operations))).toEqual({
      files: [
        { path: "a", content_hash: contentHash(Buffer.from("new\n")) },
        { path: "deep/er/b", content_hash: contentHash(Buffer.from("b\n")), created: true },
        { path: "c", deleted: true },
        { path: "moved/d", content_hash: contentHash(Buffer.from("dd\n")), moved_from: "d" },
      ],
    });
    expect(space.all()).toEqual(["a", "deep", "deep/er", "deep/er/b", "moved", "moved/d", "z"]);
  });

  it("lets two sections update one file in turn", async () => {
    space = tempWorkspace({ f: "a\nb\n" });
    const result = await space.run("apply_patch", patch(update("f", ["-b", "+y"]), update("f", ["-a", "+x"])));
    expect(result.files).toHaveLength(1);
    expect(space.text("f")).toBe("x\ny\n");
  });

  it("moves bytes that are not text", async () => {
    space = tempWorkspace({ f: Buffer.from([0xff, 0x00]) });
    await space.run("apply_patch", patch(move(update("f"), "g")));
    expect(space.bytes("g")).toEqual(Buffer.from([0xff, 0x00]));
    expect(space.all()).toEqual(["g"]);
  });

  it.each([1, 2, 3, 4, 5])("puts everything back when the gate refuses target %i", async (refused) => {
    space = tempWorkspace(files);
    let seen = 0;
    const expectBase = () => {
      if (++seen === refused) throw new Error("not the decided bytes");
    };
    const result = await space.run("apply_patch", patch(...operations), { expectBase });
    expect(result.code).toBe("BASE_CHANGED");
    expect(result.error).toContain("Nothing was changed");
    expect(space.all()).toEqual(["a", "c", "d", "z"]);
    expect(["a", "c", "d"].map(space.text)).toEqual(["old\n", "c\n", "d\n"]);
  });

  it("puts everything back when a file stands where a folder must be", async () => {
    space = tempWorkspace(files);
    const add = { kind: "add" as const, path: "new/x", content: "" };
    const below = { kind: "add" as const, path: "new/x/y", content: "" };
    const result = await space.run("apply_patch", patch(update("a", ["-old", "+new"]), add, below));
    expect(result.error).toContain("Nothing was changed");
    expect(space.all()).toEqual(["a", "c", "d", "z"]);
    expect(space.text("a")).toBe("old\n");
  });

  it("says what it could not put back because someone else wrote there", async () => {
    space = tempWorkspace(files);
    const expectBase = (path: string) => {
      if (!path.endsWith("/c")) return;
      writeFileSync(join(space.root, "a"), "a person's words\n");
      throw new Error("no");
    };
    const result = await space.run("apply_patch", patch(...operations), { expectBase });
    expect(result.error).toContain("could not be put back: a.");
    expect(space.text("a")).toBe("a person's words\n");
    expect(space.all()).toEqual(["a", "c", "d", "z"]);
  });

  it("follows no link that takes a folder's place between plan and write", async () => {
    space = tempWorkspace({ a: "old\n" });
    const outside = tempWorkspace();
    const late = join(space.root, "late");
    const expectBase = (path: string) => {
      if (!path.endsWith("/a")) return;
      renameSync(late, join(space.root, "away"));
      symlinkSync(outside.root, late);
    };
    const add = { kind: "add" as const, path: "late/x", content: "x" };
    const result = await space.run("apply_patch", patch(update("a", ["-old", "+new"]), add), { expectBase });
    expect(result.code).toBe("IS_LINK");
    expect(outside.all()).toEqual([]);
    expect(space.text("a")).toBe("old\n");
  });

  it("follows no link on the way to a path that claims to be canonical", async () => {
    space = tempWorkspace();
    const outside = tempWorkspace();
    symlinkSync(outside.root, join(space.root, "link"));
    const resolveWrite = (path: string) => join(space.root, path);
    const add = { kind: "add" as const, path: "link/deep/x", content: "x" };
    const result = await space.run("apply_patch", patch(add), { resolveWrite });
    expect(result.code).toBe("IS_LINK");
    expect(outside.all()).toEqual([]);
  });
});
