import { spawnSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Effect, FileChange } from "@intentgate/engine";
import { findRepository } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { creditChanges } from "./credit.ts";

let root: string;

beforeEach(() => {
  root = tempFolder("credit");
  git("init", "-q", "-b", "main");
});

function git(...words: string[]): string {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid"];
  const done = spawnSync("git", [...identity, ...words], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}

/** Git has these bytes, since then. */
function kept(text: string, at: Date): void {
  const file = join(root, "kept.txt");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const blob = git("hash-object", "-w", "kept.txt");
  utimesSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)), at, at);
}

const change = (path: string, text: string, over: Partial<FileChange> = {}): FileChange => ({
  relativePath: path,
  absolute: join(root, path),
  root,
  movedFrom: null,
  before: { state: "absent" },
  after: { state: "present", bytes: Buffer.from(text) },
  modeChanged: false,
  predicted: true,
  ...over,
});

const at = (path: string) => ({ path, absolute: path === "." ? root : join(root, path) });
const run = (command: string): Effect => ({ kind: "run", command, known: { by: "reading" } });
const declared = (...writes: string[]): Effect => ({
  kind: "run",
  command: "make",
  known: { by: "declaration", writes },
});
const began = new Date("2026-06-01T12:00:00Z");
const older = new Date("2026-06-01T11:00:00Z");
const later = new Date("2026-06-01T12:00:01Z");

function credited(list: Effect[], one: FileChange, repository = findRepository(root)): string | undefined {
  const effects = { risk: "DESTRUCTIVE" as const, mutates: true, list, why: [] };
  return creditChanges([one], { root, repository, effects, beganAt: began.getTime(), isExact: false }).get(one);
}

describe("whom a change is credited to", () => {
  it.each<[string, () => Effect[], string]>([
    ["a tool that was told its text", () => [{ kind: "write", manner: "create_or_replace", ...at("a.ts") }], "agent"],
    [
      "a command that names the file",
      () => [run("tee a.ts"), { kind: "write", manner: "derived", ...at("a.ts") }],
      "agent",
    ],
    ["a declared file", () => [declared("a.ts")], "agent"],
    ["a declared folder around it", () => [declared("src/**")], "nobody"],
    ["a command that may write anywhere", () => [declared("**")], "nobody"],
    ["any file of an ending", () => [declared("**/*.ts")], "nobody"],
    ["any file at the top", () => [declared("*")], "nobody"],
    ["both: the narrow one counts", () => [declared("**", "a.ts")], "agent"],
    ["the whole tree", () => [run("unzip x"), { kind: "write_below", ...at(".") }], "nobody"],
    [
      "git and the whole tree",
      () => [run("git merge x"), { kind: "write_below", ...at(".") }, { kind: "git_metadata", ...at(".") }],
      "git",
    ],
  ])("%s", (_, list, expected) => {
    expect(credited(list(), change("a.ts", "new\n"))).toBe(expected);
  });

  it("is nobody's where the call did not announce it, whatever it named", () => {
    expect(credited([declared("a.ts")], change("a.ts", "new\n", { predicted: false }))).toBe("nobody");
  });

  it("is the agent's in a folder that the call named", () => {
    const list: Effect[] = [run("cp -r x lib"), { kind: "write_below", ...at("lib") }];
    expect(credited(list, change("lib/a.ts", "new\n"))).toBe("agent");
    expect(credited(list, change("library.ts", "new\n"))).toBe("nobody");
  });

  const named = () => [run("git show x:a.ts > a.ts"), { kind: "write", manner: "derived", ...at("a.ts") } as Effect];

  it("is git's where git had the content before the call began, and the agent's where the call put it there", () => {
    kept("brought\n", older);
    expect(credited(named(), change("a.ts", "brought\n"))).toBe("git");
    kept("made\n", later);
    expect(credited(named(), change("a.ts", "made\n"))).toBe("agent");
    expect(credited(named(), change("a.ts", "never\n"))).toBe("agent");
  });

  it("is git's where the call fetched as well: what is new may have come from elsewhere", () => {
    kept("fetched\n", later);
    const list: Effect[] = [...named(), { kind: "network", target: "origin" }];
    expect(credited(list, change("a.ts", "fetched\n"))).toBe("git");
    expect(credited(list, change("a.ts", "never\n"))).toBe("agent");
  });

  it("is git's where the object is packed", () => {
    kept("packed\n", later);
    git("add", "kept.txt");
    git("commit", "-q", "-m", "x");
    git("gc", "-q");
    expect(credited(named(), change("a.ts", "packed\n"))).toBe("git");
  });

  it("is not looked up in git for a command that is known not to use it, a move, or without a repository", () => {
    kept("brought\n", older);
    const echo = [run("echo brought > a.ts"), { kind: "write", manner: "derived", ...at("a.ts") } as Effect];
    expect(credited(echo, change("a.ts", "brought\n"))).toBe("agent");
    expect(credited(named(), change("a.ts", "brought\n", { movedFrom: "b.ts" }))).toBe("agent");
    expect(credited(named(), change("a.ts", "brought\n"), null)).toBe("agent");
  });
});

describe("a glob that a command was declared with", () => {
  it.each([
    ["a.txt", "a.txt"],
    ["dist/**", "dist/deep/a.txt"],
    ["src/gen/*.ts", "src/gen/a.ts"],
    ["docs/*.md", "docs/a.md"],
  ])("%s says where it writes", (glob, path) => {
    expect(credited([declared(glob)], change(path, "new\n"))).toBe("agent");
  });

  it.each([
    ["**", "src/gen/a.ts"],
    ["*", "a.ts"],
    ["**/*.ts", "src/gen/a.ts"],
    ["*.ts", "a.ts"],
    ["*/gen/**", "src/gen/a.ts"],
    ["{src,lib}/**", "src/gen/a.ts"],
    ["src/gen/*.ts", "src/a.ts"],
  ])("%s says nothing about %s", (glob, path) => {
    expect(credited([declared(glob)], change(path, "new\n"))).toBe("nobody");
  });

  it("takes back what another one says", () => {
    expect(credited([declared("src/**", "!src/mine/**")], change("src/mine/a.ts", "new\n"))).toBe("nobody");
  });
});
