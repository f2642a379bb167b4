/** One repository with a home of its own, the built program in it, and an account of everything that was answered. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { runProgram } from "../support/program/run-program.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const program = join(root, "apps/cli/bin/intentgate.cjs");
export const library = join(root, "apps/cli/dist/library.mjs");
const hostProgram = fileURLToPath(new URL("./host-program.mjs", import.meta.url));
const LONGEST_MS = 60_000;

/** A policy with which not one file is deleted without a question. */
export const DELETIONS_ASK = "version: 1\nlimits: { delete_without_asking: 0 }\n";

export interface Setting {
  /** Relative path → content. */
  files?: Record<string, string>;
  /** The text of `active_intents.yaml`; null for a repository without a sidecar. */
  intents?: string | null;
  policy?: string;
}

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** What was done, and what came back; `out` and `err` are whatever the step gives, text or data. */
export interface Answer {
  title: string;
  code?: number | null;
  out: unknown;
  err: string;
}

export interface Stage {
  folder: string;
  repo: string;
  state: string;
  env: Record<string, string>;
  answers: Answer[];
  /** Puts something into the account. */
  tell(title: string, out: unknown, more?: { code?: number | null; err?: string }): void;
  put(path: string, content: string): void;
  executable(path: string): void;
  remove(path: string): void;
  git(...words: string[]): void;
  /** Started by the host, which is a process of its own that lives as long as the story. */
  fromHost(title: string, words: readonly string[], input: string, launcher?: string): Promise<Ran>;
  /** The host dies and another takes its place; nothing is told to anybody. */
  killHost(): Promise<void>;
  /** As a script, below no host; without a title it does not enter the account. */
  run(title: string | null, words: readonly string[], input?: string, from?: string): Promise<Ran>;
  /** At a terminal, below no host, and told to the account. */
  person(title: string, words: readonly string[], keys?: string): Promise<Ran>;
  /** Started and left running; ends with the story at the latest. */
  start(words: readonly string[], from?: string): ChildProcess;
  /** Ends this process with the story, where it has not ended by itself. */
  atEnd(child: ChildProcess): void;
  end(): Promise<void>;
}

export const twoIntents = `active_intents:
  - id: INT-001
    name: JWT Authentication Migration
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
    constraints:
      - Keep basic auth working
    acceptance_criteria:
      - All tests in tests/auth pass
    related_files: []
    recent_history: []
  - id: INT-002
    name: Payments clean-up
    status: IN_PROGRESS
    owned_scope: ["src/pay/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

const someFiles: Record<string, string> = {
  "README.md": "# Sample\n",
  "src/auth/token.ts": "export const token = 1;\n",
  "src/auth/middleware.ts": "export function middleware() {\n  return 1;\n}\n",
  "src/pay/bill.ts": "export const bill = 1;\n",
};

export function openStage({ files = {}, intents = twoIntents, policy }: Setting = {}): Stage {
  if (!existsSync(library)) throw new Error("build first: node scripts/build.mjs");
  const folder = mkdtempSync(join(realpathSync("/tmp"), "intentgate-golden-"));
  const repo = join(folder, "repo");
  const state = join(folder, "state/intentgate");
  for (const made of [join(folder, "home"), join(folder, "tmp"), state]) mkdirSync(made, { recursive: true });
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), content);
  };
  for (const [path, content] of Object.entries({ ...someFiles, ...files })) put(path, content);
  if (intents !== null) {
    put(".orchestration/active_intents.yaml", intents);
    put(".orchestration/policy.yaml", policy ?? "version: 1\n");
    writeFileSync(join(state, "roots.json"), JSON.stringify({ version: 1, roots: [repo] }));
  }
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "",
    INTENTGATE_NO_BOX: "1",
    HOME: join(folder, "home"),
    TMPDIR: join(folder, "tmp"),
    XDG_STATE_HOME: join(folder, "state"),
    USER: "ann",
    SHELL: "/bin/sh",
    TERM: "xterm",
    NO_COLOR: "1",
    INTENTGATE_HOSTS: "none",
  };
  const git = (...words: string[]) => {
    const at = "2026-01-01T00:00:00Z";
    const more = { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at, GIT_CONFIG_NOSYSTEM: "1" };
    const who = ["-c", "user.name=Story", "-c", "user.email=story@example.invalid"];
    const done = spawnSync("git", [...who, ...words], { cwd: repo, env: { ...env, ...more }, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  };
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "start");

  const answers: Answer[] = [];
  const tell: Stage["tell"] = (title, out, { code, err = "" } = {}) =>
    void answers.push({ title, out, err, ...(code === undefined ? {} : { code }) });
  const started: ChildProcess[] = [];
  let host: Host | undefined;

  const start: Stage["start"] = (words, from = repo) => {
    const child = spawn(process.execPath, [program, ...words], { cwd: from, env });
    started.push(child);
    return child;
  };

  return {
    folder,
    repo,
    state,
    env,
    answers,
    tell,
    put,
    git,
    start,
    atEnd: (child) => void started.push(child),
    executable: (path) => chmodSync(join(repo, path), 0o755),
    remove: (path) => rmSync(join(repo, path), { recursive: true }),
    async fromHost(title, words, input, launcher) {
      host ??= startHost();
      const ran = await host.start({
        file: launcher === undefined ? process.execPath : "/bin/sh",
        words: [launcher ?? program, ...words],
        input,
        cwd: repo,
        env,
      });
      tell(title, ran.out, ran);
      return ran;
    },
    async killHost() {
      await host?.end("SIGKILL");
      host = undefined;
    },
    async run(title, words, input = "", from = repo) {
      const ran = await runProgram({ words, cwd: from, env, input });
      if (title !== null) tell(title, ran.out, ran);
      return ran;
    },
    async person(title, words, keys = "") {
      const line = [process.execPath, program, ...words].map(quoted).join(" ");
      const child = spawn("script", ["-qefc", line, "/dev/null"], { cwd: repo, env });
      started.push(child);
      if (keys !== "") child.stdin.write(keys);
      const ran = await ended(child);
      tell(`${title}, at a terminal`, ran.out, ran);
      return ran;
    },
    async end() {
      await host?.end("SIGTERM");
      for (const child of started.filter((one) => one.exitCode === null && one.signalCode === null)) {
        const gone = new Promise((resolve) => child.once("close", resolve));
        child.kill("SIGKILL");
        await gone;
      }
      removeFolder(folder);
    },
  };
}

interface Host {
  start(what: { file: string; words: string[]; input: string; cwd: string; env: object }): Promise<Ran>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function startHost(): Host {
  const child = spawn(process.execPath, [hostProgram], { stdio: ["pipe", "pipe", "inherit"] });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const waiting = new Map<number, (ran: Ran) => void>();
  let count = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, ...ran } = JSON.parse(line) as Ran & { id: number };
    waiting.get(id)?.(ran);
  });
  return {
    start(what) {
      count += 1;
      const id = count;
      child.stdin.write(`${JSON.stringify({ id, ...what })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    async end(signal) {
      child.kill(signal);
      await gone;
    },
  };
}

function ended(child: ChildProcess): Promise<Ran> {
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (more: string) => {
    out += more;
  });
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    err += more;
  });
  const watchdog = setTimeout(() => child.kill("SIGKILL"), LONGEST_MS);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(watchdog);
      resolve({ code, out: out.replace(/\r+\n/g, "\n"), err });
    });
  });
}

/** The request that waits for a person, in a refusal. */
export function requestIn({ out }: Ran): string {
  const [, id] = /request_id\\*":\\*"([^"\\]+)/.exec(out) ?? [];
  if (id === undefined) throw new Error(`no request in ${out}`);
  return id;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
