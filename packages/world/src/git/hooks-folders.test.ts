/** Wherever git would look for hooks is a place that no call may change. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createHooksFolders, hooksFolders } from "./hooks-folders.ts";

let root: string;
let home: string;

const setting = (value: string) => `[core]\n\thooksPath = ${value}\n`;
const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const inRepository = (text: string) => write(join(root, ".git/config"), text);

beforeEach(() => {
  const folder = tempFolder("hooks-folders");
  [root, home] = [join(folder, "root"), join(folder, "home")];
  mkdirSync(home);
  mkdirSync(root);
  const env = { PATH: process.env.PATH ?? "", GIT_CONFIG_NOSYSTEM: "1", HOME: home };
  spawnSync("git", ["init", "-q", "."], { cwd: root, env });
});

describe("the folder in which git looks for hooks", () => {
  it.each<[string, () => void, () => string[]]>([
    ["relative", () => inRepository(setting("tools/hooks")), () => [join(root, "tools/hooks")]],
    ["absolute", () => inRepository(setting(join(home, "hooks"))), () => [join(home, "hooks")]],
    ["in the home folder", () => inRepository(setting("~/own hooks")), () => [join(home, "own hooks")]],
    ["in quotes, with a comment", () => inRepository(setting('"a b" ; mine')), () => [join(root, "a b")]],
    [
      "through an include",
      () => {
        inRepository("[include]\n\tpath = more\n");
        write(join(root, ".git/more"), setting("tools/hooks"));
      },
      () => [join(root, "tools/hooks")],
    ],
    [
      "through two includes, one of them with a condition, out of the home folder",
      () => {
        write(join(home, ".gitconfig"), `[includeIf "gitdir:~/"]\n\tpath = ~/one\n`);
        write(join(home, "one"), "[include]\n\tpath = two\n");
        write(join(home, "two"), setting("/opt/hooks"));
      },
      () => ["/opt/hooks"],
    ],
    [
      "through includes that name each other",
      () => {
        inRepository("[include]\n\tpath = config\n\tpath = more\n");
        write(join(root, ".git/more"), `[include]\n\tpath = config\n${setting("x")}`);
      },
      () => [join(root, "x")],
    ],
    ["of a worktree", () => write(join(root, ".git/config.worktree"), setting("w")), () => [join(root, "w")]],
    ["of the person", () => write(join(home, ".gitconfig"), setting("/opt/hooks")), () => ["/opt/hooks"]],
    ["of the person, elsewhere", () => write(join(home, ".config/git/config"), setting("p")), () => [join(root, "p")]],
    ["empty", () => inRepository(setting("")), () => []],
    ["nowhere", () => inRepository(setting("/dev/null")), () => []],
    ["not set", () => undefined, () => []],
  ])("is found: %s", (_what, prepare, wanted) => {
    prepare();
    expect(hooksFolders(root, home)).toEqual(wanted());
  });

  it("is also where a link of that name leads", () => {
    mkdirSync(join(home, "real"));
    symlinkSync(join(home, "real"), join(root, "linked"));
    inRepository(setting("linked"));
    expect(hooksFolders(root, home)).toEqual([join(root, "linked"), join(home, "real")]);
  });

  it("is only its hooks where it is the repository itself", () => {
    inRepository(setting("."));
    const found = hooksFolders(root, home);
    expect(found).toContain(join(root, "pre-commit"));
    expect(found).not.toContain(root);
  });

  it.each<[string, () => void]>([
    ["the repository's", () => inRepository(setting("later"))],
    ["the person's", () => write(join(home, ".gitconfig"), setting("later"))],
    ["the worktree's", () => write(join(root, ".git/config.worktree"), setting("later"))],
  ])("is looked for again when %s settings change", (_whose, change) => {
    const folders = createHooksFolders(root, home);
    expect(folders()).toEqual([]);
    change();
    expect(folders()).toEqual([join(root, "later")]);
  });
});
