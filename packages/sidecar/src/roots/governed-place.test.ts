import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { isGovernedPlace } from "./find-root.ts";
import { createRootRegistry } from "./registry.ts";

let folder: string;
beforeEach(() => {
  folder = tempFolder("place");
  mkdirSync(join(folder, "registered"));
  mkdirSync(join(folder, "sidecar/.orchestration"), { recursive: true });
  mkdirSync(join(folder, "tree"));
  const own = join(folder, "sidecar/.git/worktrees/tree");
  mkdirSync(own, { recursive: true });
  writeFileSync(join(folder, "tree/.git"), `gitdir: ${own}\n`);
  writeFileSync(join(own, "commondir"), "../..\n");
  writeFileSync(join(own, "gitdir"), `${join(folder, "tree/.git")}\n`);
});

it.each([
  ["in a registered root", "registered/src/new/deep.ts", true],
  ["a registered root itself", "registered", true],
  ["a folder that holds one", ".", true],
  ["in a folder with a sidecar", "sidecar/src/a.ts", true],
  ["in a linked worktree of such a folder", "tree/src/a.ts", true],
  ["beside them", "free/a.ts", false],
  ["a name that only starts the same", "registered2/a.ts", false],
])("%s: %s is governed: %s", async (_what, path, expected) => {
  const registry = createRootRegistry(join(folder, "state"));
  await registry.add(join(folder, "registered"));
  expect(isGovernedPlace(join(folder, path), registry)).toBe(expected);
});
