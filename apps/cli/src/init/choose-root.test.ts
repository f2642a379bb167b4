import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { chooseRoot } from "./choose-root.ts";

function folder(): string {
  const made = tempFolder("choose-root");
  return made;
}

function git(cwd: string, ...words: string[]): void {
  const env = { PATH: process.env.PATH, HOME: cwd };
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.invalid", ...words], {
    cwd,
    env,
    stdio: "pipe",
  });
}

function choose(from: string, given: { isNamed?: boolean; registered?: string[]; home?: string } = {}) {
  return chooseRoot({ folder: from, isNamed: false, registered: [], home: "/home/nobody", ...given });
}

it("takes the top folder of the repository, wherever inside it was called", () => {
  const top = folder();
  git(top, "init", "-q");
  mkdirSync(join(top, "a/b"), { recursive: true });
  expect(choose(join(top, "a/b"))).toEqual({ ok: true, value: { root: top, worktree: null } });
});

it("takes the folder itself without git, and by its real name", () => {
  const top = folder();
  mkdirSync(join(top, "real"));
  symlinkSync(join(top, "real"), join(top, "alias"));
  expect(choose(join(top, "alias"))).toMatchObject({ ok: true, value: { root: join(top, "real") } });
});

it("takes a named folder as it is, also below a repository's top", () => {
  const top = folder();
  git(top, "init", "-q");
  mkdirSync(join(top, "sub"));
  expect(choose(join(top, "sub"), { isNamed: true })).toMatchObject({ ok: true, value: { root: join(top, "sub") } });
});

it("takes the main worktree for a linked one, and says so", () => {
  const base = folder();
  const main = join(base, "main");
  mkdirSync(main);
  git(main, "init", "-q");
  git(main, "commit", "-q", "--allow-empty", "-m", "start");
  git(main, "worktree", "add", "-q", "../linked");
  const linked = join(base, "linked");
  mkdirSync(join(linked, "sub"));
  expect(choose(join(linked, "sub"))).toEqual({ ok: true, value: { root: main, worktree: linked } });
  expect(choose(linked, { isNamed: true })).toEqual({ ok: true, value: { root: main, worktree: linked } });
});

it("goes on where the root itself is governed already", () => {
  const top = folder();
  git(top, "init", "-q");
  mkdirSync(join(top, ".orchestration"));
  expect(choose(top, { registered: [top] })).toMatchObject({ ok: true });
});

it.each(["registered", "with a sidecar"])("refuses inside a governed folder: %s", (how) => {
  const outer = folder();
  const inner = join(outer, "inner");
  mkdirSync(inner);
  git(inner, "init", "-q");
  if (how !== "registered") mkdirSync(join(outer, ".orchestration"));
  for (const isNamed of [true, false]) {
    const chosen = choose(inner, { isNamed, registered: how === "registered" ? [outer] : [] });
    expect(chosen).toMatchObject({
      ok: false,
      problems: [{ code: "NOT_ALLOWED", message: expect.stringContaining(outer) }],
    });
  }
});

it("refuses the home folder and the whole disk unless they were named", () => {
  const home = folder();
  expect(choose(home, { home })).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining("home") }] });
  expect(choose("/")).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining("disk") }] });
  expect(choose(home, { home, isNamed: true }).ok).toBe(true);
});
