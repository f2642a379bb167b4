/** Every git process that the gate starts: nothing that the repository holds or sets can run in it. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { codeOf } from "../errors/file-problem.ts";
import type { Repository } from "./git-facts.ts";

export type GitAnswer = { ok: true; output: Buffer; status: number } | { ok: false; why: string };

export interface GitQuestion {
  /**
   * Only commands that convert nothing: `status` and `diff` would run the clean filters of the repository, and so would
   * `blame` of the tree, so it is given a commit, and `diff-index` of the tree, so it is given the index; `ls-files` is asked only for what is not tracked; `grep` reads files as they are. The last two write, and only what a person asked for.
   */
  words: readonly [
    (
      | "check-ignore"
      | "cat-file"
      | "diff-tree"
      | "diff-index"
      | "ls-files"
      | "merge-base"
      | "rev-list"
      | "blame"
      | "grep"
      | "merge-file"
      | "hash-object"
      | "update-ref"
    ),
    ...string[],
  ];
  input: string;
  mostBytes: number;
  /** Ten seconds unless told. */
  longestMs?: number;
}

const LONGEST_MS = 10_000;
/**
 * `check-ignore` answers 1 where nothing is ignored, `grep` where nothing is found, `merge-base` where two commits have nothing in common; `merge-file`
 * counts conflicts.
 */
const LAST_ANSWER = 1;
const MOST_CONFLICTS = 127;

/** What the configuration of a repository can make git run, and where it can send git for more of it. */
const HARMLESS = [
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.pager=cat",
  "core.sshCommand=false",
  "core.gitProxy=false",
  "core.askPass=false",
  "credential.helper=",
  "protocol.allow=never",
].flatMap((setting) => ["-c", setting]);

/** `more` is another folder of objects, beside those of the repository. */
export function runGit(repository: Repository, question: GitQuestion, more?: string): GitAnswer {
  const git = gitProgram(repository);
  if (git === null) return { ok: false, why: "git is not installed" };
  const done = spawnSync(git.path, ["--no-pager", "--no-replace-objects", ...HARMLESS, ...question.words], {
    cwd: repository.top,
    env: {
      ...environment(repository, git.searched),
      ...(more === undefined ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${more.replace(/["\\]/g, "\\$&")}"` }),
    },
    input: question.input,
    maxBuffer: question.mostBytes,
    timeout: question.longestMs ?? LONGEST_MS,
    killSignal: "SIGKILL",
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  if (done.error) return { ok: false, why: codeOf(done.error) ?? done.error.message };
  const last = question.words[0] === "merge-file" ? MOST_CONFLICTS : LAST_ANSWER;
  if (done.status === null || done.status > last)
    return { ok: false, why: done.stderr.toString("utf8").slice(0, 300) || `exit code ${done.status}` };
  return { ok: true, output: done.stdout, status: done.status };
}

/**
 * What git takes a setting to be when a person runs it here, with their own configuration: asking runs nothing. Null
 * where it is not set.
 */
export function gitSetting(
  repository: Repository,
  name: string,
): { ok: true; value: string | null } | { ok: false; why: string } {
  const git = gitProgram(repository);
  if (git === null) return { ok: false, why: "git is not installed" };
  const done = spawnSync(git.path, ["config", "--type=path", "--get", name], {
    cwd: repository.top,
    env: { ...process.env, GIT_DIR: repository.gitDir, GIT_WORK_TREE: repository.top },
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  if (done.error) return { ok: false, why: codeOf(done.error) ?? done.error.message };
  if (done.status === 1) return { ok: true, value: null };
  if (done.status !== 0)
    return { ok: false, why: done.stderr.toString("utf8").trim().slice(0, 300) || `exit code ${done.status}` };
  return { ok: true, value: done.stdout.toString("utf8").replace(/\n$/, "") };
}

/** Nothing is handed down: a variable such as GIT_DIR or GIT_EXTERNAL_DIFF would decide what git does. */
function environment(repository: Repository, searched: string): Record<string, string> {
  return {
    PATH: searched,
    LC_ALL: "C",
    HOME: "/dev/null",
    XDG_CONFIG_HOME: "/dev/null",
    GIT_DIR: repository.gitDir,
    GIT_WORK_TREE: repository.top,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_ASKPASS: "false",
    GIT_SSH_COMMAND: "false",
    // A clone that lacks objects would fetch them, by whatever program the repository names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

/** The first git on the path that does not lie in the repository: one that was planted there is never run. */
function gitProgram({ top }: Repository): { path: string; searched: string } | null {
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isIn(top, folder));
  const path = folders.map((folder) => join(folder, process.platform === "win32" ? "git.exe" : "git")).find(mayRun);
  return path === undefined ? null : { path, searched: folders.join(delimiter) };
}

function isIn(top: string, folder: string): boolean {
  try {
    const real = realpathSync(folder);
    return real === top || real.startsWith(`${top}/`);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return true; // not there, or out of reach: nothing is found in it either
  }
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return false;
  }
}

const MOST_BYTES = 64_000_000;

/** Which paths git leaves alone by the rules of the repository, relative to the root; none where git cannot answer. */
export function ignoredAmong(repository: Repository, root: string, paths: readonly string[]): Set<string> {
  if (paths.length === 0) return new Set();
  // The dot keeps a name that begins with a colon from being read as magic.
  const below = root === repository.top ? "./" : `./${root.slice(repository.top.length + 1)}/`;
  const input = paths.map((path) => `${below}${path}\0`).join("");
  // With the index: a tracked file is never ignored, whatever the rules say of its name.
  const answer = runGit(repository, { words: ["check-ignore", "-z", "--stdin"], input, mostBytes: MOST_BYTES });
  if (!answer.ok) return new Set();
  const found = answer.output.toString("utf8").split("\0");
  return new Set(found.filter((path) => path !== "").map((path) => path.slice(below.length)));
}
