import { existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { setAside } from "./set-aside.ts";

let root: string;
let to: string;
beforeEach(() => {
  root = tempFolder("set-aside");
  to = join(tempFolder("quarantine"), "deep/taken");
  for (const folder of ["src/deep", "other/deep"]) mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ["src", "src/deep", "other", "other/deep"]) writeFileSync(join(root, folder, "x"), folder);
});
const text = (path: string) => readFileSync(join(root, path), "utf8");

describe("what is taken out of a tree", () => {
  it.each([
    ["a file", "src/x", ""],
    ["a folder with what it holds", "src/deep", "/x"],
  ])("is %s", (_what, path, inside) => {
    const before = text(`${path}${inside}`);
    expect(setAside(join(root, path), to)).toBe(true);
    expect([existsSync(join(root, path)), readFileSync(`${to}${inside}`, "utf8")]).toEqual([false, before]);
  });

  it("is a link itself, and not what it leads to", () => {
    symlinkSync("other", join(root, "link"));
    expect(setAside(join(root, "link"), to)).toBe(true);
    expect([readlinkSync(to), text("other/x"), existsSync(join(root, "link"))]).toEqual(["other", "other", false]);
  });

  it.each<[string, () => void, string]>([
    ["the folder is a link", () => symlinkSync("other", join(root, "link")), "link/x"],
    ["a folder above it is one", () => symlinkSync("other", join(root, "link")), "link/deep/x"],
    ["a link leads back into the same folder", () => symlinkSync(".", join(root, "link")), "link/other/x"],
    [
      "the folder was exchanged for a link",
      () => {
        renameSync(join(root, "src"), join(root, "was"));
        symlinkSync("other", join(root, "src"));
      },
      "src/x",
    ],
    ["the way is not canonical", () => undefined, "src/deep/../../other/x/."],
  ])("is nothing where %s", (_why, before, path) => {
    before();
    expect(setAside(`${root}/${path}`, to)).toBe(false);
    expect([existsSync(to), text("other/x"), text("other/deep/x")]).toEqual([false, "other", "other/deep"]);
  });

  it.each([
    ["nothing stands there", "src/nothing"],
    ["its folder is gone", "gone/x"],
    ["a file stands in the place of its folder", "src/x/y"],
  ])("is nothing where %s", (_why, path) => {
    expect(setAside(join(root, path), to)).toBe(false);
  });

  it.runIf(existsSync("/dev/shm"))("goes to another device too, with its links as they are", () => {
    symlinkSync("../../other", join(root, "src/deep/out"));
    const place = join(tempFolder("quarantine"), "x");
    mkdirSync("/dev/shm/intentgate-set-aside", { recursive: true });
    const there = `/dev/shm/intentgate-set-aside/${process.pid}`;
    expect(setAside(join(root, "src"), there)).toBe(true);
    expect([existsSync(join(root, "src")), readlinkSync(join(there, "deep/out")), text("other/x")]).toEqual([
      ...[false, "../../other", "other"],
    ]);
    expect(setAside(there, place)).toBe(true);
    expect(readFileSync(join(place, "deep/x"), "utf8")).toBe("src/deep");
  });
});
