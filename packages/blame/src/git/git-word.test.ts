import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { gitWordOf } from "./git-word.ts";

let folder: string;
let repo: string;

beforeEach(() => {
  folder = tempFolder("word");
  repo = join(folder, "repo");
  mkdirSync(repo);
  git("init", "-q", "-b", "main");
});

function git(...words: string[]): string {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ann",
    GIT_AUTHOR_EMAIL: "ann@example.invalid",
    GIT_COMMITTER_NAME: "Carl",
    GIT_COMMITTER_EMAIL: "carl@example.invalid",
    GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
    GIT_COMMITTER_DATE: "2026-02-02T03:04:05Z",
  };
  const done = spawnSync("git", words, { cwd: repo, env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), text);
}

function commit(path: string, text: string, message: string, ...more: string[]): string {
  put(path, text);
  git("add", "-A");
  git(...more, "commit", "-q", "-m", message);
  return git("rev-parse", "HEAD");
}

const wordOf = (text: string, line: number, path = "src/a.ts", root = repo) =>
  gitWordOf(root, path, Buffer.from(text), line);

describe("git's word for a line", () => {
  it("names author, commit, date and summary, whatever was changed around the line since", () => {
    const first = commit("src/a.ts", "one\ntwo\nthree\n", "begin it");
    const second = commit("src/a.ts", "one\ntwo and more\nthree\n", "say more");
    expect(wordOf("one\ntwo and more\nthree\n", 1)).toEqual({
      author: "Ann",
      commit: first,
      at: "2026-01-02T03:04:05.000Z",
      summary: "begin it",
      cut: false,
    });
    expect(wordOf("zero\none\ntwo and more\nthree\n", 3)?.commit).toBe(second);
    expect(wordOf("two and more\nthree\n", 2)?.commit).toBe(first);
    expect(wordOf("one\r\ntwo and more\r\nthree\r\n", 2)?.commit).toBe(second);
  });

  it("is told of a root below the top of the repository, and of odd names", () => {
    const hash = commit("deep/er/:(top) ü -L.ts", "one\n", "odd");
    expect(wordOf("one\n", 1, "er/:(top) ü -L.ts", join(repo, "deep"))?.commit).toBe(hash);
    expect(wordOf("one\n", 1, "deep/er/:(top) ü -L.ts")?.commit).toBe(hash);
  });

  it("says where a history was cut off", () => {
    commit("src/a.ts", "one\n", "begin");
    commit("src/a.ts", "one\ntwo\n", "go on");
    git("clone", "-q", "--depth", "1", `file://${repo}`, join(folder, "shallow"));
    expect(gitWordOf(join(folder, "shallow"), "src/a.ts", Buffer.from("one\ntwo\n"), 1)).toMatchObject({
      summary: "go on",
      cut: true,
    });
  });

  it.each<[string, () => ReturnType<typeof wordOf>]>([
    ["a line that is not committed", () => wordOf("one\nmine\n", 2)],
    ["a line that was edited since", () => wordOf("one more\n", 1)],
    ["a file that is not committed", () => wordOf("one\n", 1, "src/b.ts")],
    ["a folder", () => wordOf("one\n", 1, "src")],
    ["a path with a line end in it", () => wordOf("one\n", 1, "src/a.ts\nHEAD:src/a.ts")],
    ["a path that climbs", () => wordOf("one\n", 1, "../repo/src/a.ts")],
    ["a folder outside of any repository", () => wordOf("one\n", 1, "src/a.ts", folder)],
  ])("is missing for %s", (_what, ask) => {
    commit("src/a.ts", "one\n", "begin");
    expect(ask()).toBeNull();
  });

  it("is missing where git itself cannot answer", () => {
    commit("src/a.ts", "one\n", "begin");
    git("config", "blame.ignoreRevsFile", "gone");
    expect(wordOf("one\n", 1)).toBeNull();
  });

  it("is missing in a repository without a commit", () => {
    put("src/a.ts", "one\n");
    expect(wordOf("one\n", 1)).toBeNull();
  });
});

/** Everything here would leave a mark; none of it may run. */
describe("asking git runs nothing that the repository names", () => {
  const traps: [string, (program: string) => void][] = [
    ["a clean filter", (program) => attribute("filter=trap", "filter.trap.clean", program)],
    ["a text conversion", (program) => attribute("diff=trap", "diff.trap.textconv", program)],
    ["an external diff", (program) => git("config", "diff.external", program)],
    ["a file system monitor", (program) => git("config", "core.fsmonitor", program)],
    ["a pager", (program) => git("config", "core.pager", program)],
    ["an alias", (program) => git("config", "alias.blame", `!${program}`)],
    ["hooks", (program) => git("config", "core.hooksPath", dirname(program))],
  ];

  function attribute(what: string, key: string, program: string): void {
    put(".gitattributes", `*.ts ${what}\n`);
    git("config", key, program);
  }

  it.each(traps)("%s", (_what, plant) => {
    commit("src/a.ts", "one\ntwo\n", "begin");
    const mark = join(folder, "mark");
    const program = join(folder, "trap");
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`);
    chmodSync(program, 0o755);
    plant(program);
    expect(wordOf("one\ntwo\nthree\n", 2)).toMatchObject({ author: "Ann", summary: "begin" });
    expect(existsSync(mark)).toBe(false);
  });
});
