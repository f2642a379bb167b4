import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRepository, type Repository } from "@intentgate/world";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { ANCHOR_REF, readAnchor, writeAnchor } from "./git-anchor.ts";

let top: string;
let repository: Repository;
const git = (...words: string[]) => execFileSync("git", words, { cwd: top, encoding: "utf8" });
const head = (session: string, seq: number) => ({ session, seq, hash: `sha256:${String(seq % 10).repeat(64)}` });
beforeEach(() => {
  top = tempFolder("git-anchor");
  git("init", "-q");
  repository = findRepository(top) as Repository;
});

it("gives back what was anchored, also from packed refs", () => {
  expect(readAnchor(repository)).toEqual([]);
  const heads = [head("a", 3), head("ü\n\u2028", 1)];
  writeAnchor(repository, heads);
  expect(readAnchor(repository)).toEqual(heads);
  git("pack-refs", "--all");
  expect(readAnchor(repository)).toEqual(heads);
});

it("drops no session and sets no end back", () => {
  writeAnchor(repository, [head("a", 3), head("b", 5)]);
  writeAnchor(repository, [head("b", 4), head("c", 1)]);
  expect(readAnchor(repository)).toEqual([head("a", 3), head("b", 5), head("c", 1)]);
  writeAnchor(repository, [head("a", 7)]);
  expect(readAnchor(repository)[0]).toEqual(head("a", 7));
});

it.each<[string, () => void]>([
  ["a tree", () => git("update-ref", ANCHOR_REF, git("write-tree").trim())],
  [
    "text of another kind",
    () => {
      writeFileSync(join(top, "x"), "hello\n[1]\nnull\n{}\n");
      git("update-ref", ANCHOR_REF, git("hash-object", "-w", "x").trim());
    },
  ],
])("takes %s under its name for no anchor, and writes over it", (_what, plant) => {
  plant();
  expect(readAnchor(repository)).toEqual([]);
  writeAnchor(repository, [head("a", 1)]);
  expect(readAnchor(repository)).toEqual([head("a", 1)]);
});

it("runs nothing that the repository plants", () => {
  const trap = join(top, "trap.sh");
  const sprung = join(top, "sprung");
  writeFileSync(trap, `#!/bin/sh\ntouch ${sprung}\ncat\n`);
  chmodSync(trap, 0o755);
  writeFileSync(join(top, ".git/hooks/reference-transaction"), `#!/bin/sh\ntouch ${sprung}\n`);
  chmodSync(join(top, ".git/hooks/reference-transaction"), 0o755);
  writeFileSync(join(top, ".gitattributes"), "* filter=trap\n");
  for (const [key, value] of [
    ["filter.trap.clean", trap],
    ["core.fsmonitor", trap],
    ["core.pager", trap],
    ["core.hooksPath", ".git/hooks"],
  ] as const)
    git("config", key, value);
  writeAnchor(repository, [head("a", 1)]);
  expect(readAnchor(repository)).toEqual([head("a", 1)]);
  expect(existsSync(sprung)).toBe(false);
});

it("says so where git cannot write", () => {
  rmSync(join(top, ".git/objects"), { recursive: true });
  writeFileSync(join(top, ".git/objects"), "");
  expect(() => writeAnchor(repository, [head("a", 1)])).toThrow(/CANNOT_WRITE.*refs\/intentgate\/heads/);
});
