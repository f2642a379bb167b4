/** What the stories stand on: a real repository, a home of its own, and the built program run in it. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { until } from "../support/patience.ts";
import { binary, type Ran } from "../support/program/player.ts";
import { ended, runProcess, runProgram } from "../support/program/run-program.ts";

export { binary, type Ran };

export interface Scene {
  repo: string;
  env: Record<string, string>;
  /** Who runs the program; this process's user where nobody else is named. */
  user?: { uid: number; gid: number };
  /** Takes what is to be done when it is over; by default that is when the test is. */
  atEnd?: (tidy: () => void) => void;
}

export interface SceneFiles {
  /** Relative path → content. */
  files?: Record<string, string>;
  /** The text of `active_intents.yaml`; null for a repository without a sidecar. */
  intents?: string | null;
  policy?: string;
}

export const oneIntent = `active_intents:
  - id: INT-001
    name: JWT Authentication Migration
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
  - id: INT-002
    name: Payments clean-up
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

/** A part of a policy: not one file may be deleted without a question. */
export const DELETIONS_ASK = "limits: { delete_without_asking: 0 }\n";

/** A committed repository with its own home and state; gone when the test is over, or whoever made it says so. */
export function makeScene(
  { files = {}, intents = oneIntent, policy }: SceneFiles = {},
  atEnd: NonNullable<Scene["atEnd"]> = onTestFinished,
): Scene {
  if (!existsSync(join(dirname(binary), "../dist/intentgate.mjs")))
    throw new Error("build first: node scripts/build.mjs");
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-story-"));
  atEnd(() => removeFolder(folder));
  const repo = join(folder, "repo");
  const home = join(folder, "home");
  mkdirSync(home);
  const all: Record<string, string> = { "src/auth/token.ts": "export const token = 1;\n", ...files };
  if (intents !== null) all[".orchestration/active_intents.yaml"] = intents;
  if (policy !== undefined) all[".orchestration/policy.yaml"] = policy;
  for (const [path, content] of Object.entries(all)) put(repo, path, content);
  // What a policy allows counts only where somebody ran `intentgate init`.
  if (policy !== undefined) put(folder, "state/intentgate/roots.json", JSON.stringify({ version: 1, roots: [repo] }));
  const env = {
    PATH: process.env.PATH ?? "",
    INTENTGATE_NO_BOX: "1",
    HOME: home,
    XDG_STATE_HOME: join(folder, "state"),
    USER: "ann",
    SHELL: "/bin/sh",
    TERM: "xterm",
    NO_COLOR: "1",
    // Which agents are installed on this machine is no part of any story.
    INTENTGATE_HOSTS: "none",
  };
  const identity = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid"];
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-q", "--allow-empty", "-m", "start"],
  ]) {
    const done = spawnSync("git", [...identity, ...words], { cwd: repo, env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  }
  return { repo, env, atEnd };
}

export function put(repo: string, path: string, content: string): void {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), content);
}

export function textOf(scene: Scene, path: string): string {
  return readFileSync(join(scene.repo, path), "utf8");
}

export interface RunOptions {
  input?: string;
  cwd?: string;
  env?: Record<string, string>;
  /** Where the story is about the process and what stands above it. */
  ownProcess?: boolean;
}

/** Without a terminal, as a script or a host would. */
export function run(scene: Scene, words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd = scene.repo, env = {}, input = "" } = options;
  const asked = { words, cwd, env: { ...scene.env, ...env }, input };
  return options.ownProcess ? runProcess(asked, scene.user) : runProgram(asked, scene.user);
}

export function jsonOf<T = Record<string, unknown>>(ran: Ran): T {
  try {
    return JSON.parse(ran.out) as T;
  } catch (error) {
    throw new Error(`not one JSON value (exit ${ran.code}): ${ran.out}\n${ran.err}`, { cause: error });
  }
}

/** One tool call through `intentgate call`. */
export async function call(
  scene: Scene,
  tool: string,
  input: object,
  session = "s1",
  options: Pick<RunOptions, "ownProcess"> = {},
): Promise<Called> {
  const ran = await run(scene, ["call"], { ...options, input: JSON.stringify({ tool, input, session }) });
  return { ...jsonOf<Called>(ran), exit: ran.code };
}

export interface Called {
  exit: number | null;
  invocation_id: string;
  decision: "allow" | "deny";
  code?: string;
  reason?: string;
  result?: Record<string, unknown>;
  error?: { message: string; meta: Record<string, unknown> };
  notices?: { kind: string; message: string }[];
}

export interface Terminal {
  /** All that was shown so far. */
  shown(): string;
  /** Resolves once the text has been shown (after what an earlier call waited for). */
  sees(text: string): Promise<void>;
  type(keys: string): void;
  done: Promise<Ran>;
}

/** On a pseudo-terminal, as a person would: both ends are a TTY. */
export function atTerminal(
  scene: Scene,
  words: readonly string[],
  options: Pick<RunOptions, "cwd" | "env"> = {},
): Terminal {
  const command = [process.execPath, binary, ...words].map(quoted).join(" ");
  return shellAtTerminal(scene, command, options);
}

export function shellAtTerminal(
  scene: Scene,
  command: string,
  options: Pick<RunOptions, "cwd" | "env"> = {},
): Terminal {
  const { cwd = scene.repo, env = {} } = options;
  const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd, env: { ...scene.env, ...env }, ...scene.user });
  let text = "";
  let from = 0;
  let isOver = false;
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    text = (text + more).replace(/\r+\n/g, "\n");
  });
  const done = ended(child);
  void done.then(() => {
    isOver = true;
  });
  (scene.atEnd ?? onTestFinished)(() => void child.kill());
  return {
    done,
    shown: () => text,
    type: (keys) => void child.stdin.write(keys),
    async sees(wanted) {
      await until(() => text.includes(wanted, from) || isOver, wanted);
      const at = text.indexOf(wanted, from);
      if (at < 0) throw new Error(`never saw ${JSON.stringify(wanted)} in:\n${text}`);
      from = at + wanted.length;
    },
  };
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
