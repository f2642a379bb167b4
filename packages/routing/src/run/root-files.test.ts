import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createRootFiles, type RootFiles } from "./root-files.ts";

let folder: string;
let root: string;
let files: RootFiles;
beforeEach(() => {
  folder = tempFolder("root-files");
  root = join(folder, "root");
  mkdirSync(root);
  files = createRootFiles(root);
  put("../secret.md", "secret");
});

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const why = (path: string) => {
  const read = files.read(path);
  return read === null ? "absent" : read.ok ? "read" : read.problems.map(({ message }) => message).join();
};

describe("a file of the root", () => {
  it("is read as text, byte order mark and all, and read again only when it changed", () => {
    put("a/b.md", "\uFEFFgrüße\n");
    const first = files.read("a/b.md");
    expect(first).toEqual({ ok: true, value: { path: "a/b.md", text: "\uFEFFgrüße\n" } });
    expect(files.read("a/b.md")).toBe(first);
    put("a/b.md", "other\n");
    expect(files.read("a/b.md")).toMatchObject({ value: { text: "other\n" } });
    rmSync(join(root, "a/b.md"));
    expect(files.read("a/b.md")).toBeNull();
  });

  it("may be reached through a link that stays inside", () => {
    put("real/a.md", "x");
    symlinkSync("real", join(root, "linked"));
    expect(why("linked/a.md")).toBe("read");
  });
});

describe("what is not read", () => {
  it.each<[string, string, () => void]>([
    ["a file that is not there", "no.md", () => undefined],
    ["a path below a file", "a.md/b", () => put("a.md", "x")],
    ["a name that is too long", "x".repeat(5_000), () => undefined],
  ])("%s is absent", (_, path, prepare) => {
    prepare();
    expect(why(path)).toBe("absent");
    expect(files.exists(path)).toBe(false);
    expect(files.identity(path)).toBeNull();
  });

  it.each<[string, string, () => void]>([
    ["a link to a file outside", "a.md", () => symlinkSync("../secret.md", join(root, "a.md"))],
    ["a file behind a linked folder", "up/secret.md", () => symlinkSync("..", join(root, "up"))],
    ["a path that climbs out", "../secret.md", () => undefined],
    ["a link in a circle", "loop", () => symlinkSync("loop", join(root, "loop"))],
    ["a folder", "dir", () => mkdirSync(join(root, "dir"))],
    ["a pipe, which nobody waits for", "pipe", () => execFileSync("mkfifo", [join(root, "pipe")])],
    ["a device", "dev", () => symlinkSync("/dev/zero", join(root, "dev"))],
    ["more than it may be", "big.md", () => put("big.md", "x".repeat(600_000))],
    ["what is no text", "bin.md", () => put("bin.md", Buffer.of(0xff, 0xfe, 0x41))],
  ])("%s is a problem", (_, path, prepare) => {
    prepare();
    expect(why(path)).toMatch(/^the file /);
  });

  it("a folder behind a link that leads out has no entries, and links are none", () => {
    symlinkSync("..", join(root, "up"));
    put("in/a.md", "x");
    symlinkSync("a.md", join(root, "in/b.md"));
    expect(files.list("up")).toEqual([]);
    expect(files.list("..")).toEqual([]);
    expect(files.list("in").map(({ name }) => name)).toEqual(["a.md"]);
    expect(files.exists("up")).toBe(false);
  });
});
