/**
 * Runs inside the box: makes the sample tree, then runs one command after the other, says what each has changed, and
 * puts it back. One JSON line in, one out.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { changesBetween, layTree, putBack, type Shot, takeShot } from "./tree-shot.ts";

const MOST_MS = 4000;
const LATE_MS = 500;
const limits = ["--cpu=3", "--fsize=4194304", "--nofile=256", "--core=0"];

const [area = ""] = process.argv.slice(2);
const work = join(area, "work");
const env = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: join(area, "home"),
  TMPDIR: join(area, "tmp"),
  LC_ALL: "C.UTF-8",
  TERM: "dumb",
  // Git may renew what it remembers of the files it looks at (see `diff.autoRefreshIndex` in the sample): no change.
  GIT_OPTIONAL_LOCKS: "0",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
};

layTree(area, (setup) => void execFileSync("bash", ["-ec", setup], { cwd: work, env, stdio: "ignore" }));
const start = takeShot(area);
say({ tree: [...start].map(([path, { kind, target }]) => ({ path, kind, target })) });

for await (const line of createInterface({ input: process.stdin })) {
  const ended = await run((JSON.parse(line) as { command: string }).command);
  const after = takeShot(area);
  const changes = changesBetween(start, after);
  settle(after);
  say({ ...ended, changes });
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** What a command has left behind must not speak for the next one. */
function settle(after: Shot): void {
  putBack(area, start, after);
  if (changesBetween(start, after).length === 0) return;
  const left = changesBetween(start, takeShot(area));
  if (left.length > 0) throw new Error(`could not put back ${left.map(({ path }) => path).join(", ")}`);
}

async function run(command: string): Promise<{ code: number | null; hung: boolean }> {
  const child = spawn("prlimit", [...limits, "bash", "-c", command], {
    cwd: work,
    env,
    stdio: "ignore",
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("no process");
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    kill(pid);
  }, MOST_MS);
  const code = await ended(child);
  clearTimeout(clock);
  // A job in the background may still be writing.
  const isLeft = !(await isOver(pid, LATE_MS));
  if (isLeft) kill(pid);
  if (isLeft && !(await isOver(pid, MOST_MS))) throw new Error(`cannot be ended: ${command}`);
  return { code, hung: isLate || isLeft };
}

async function isOver(group: number, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (isAlive(group)) {
    if (Date.now() > end) return false;
    await pause(1);
  }
  return true;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("exit", resolve);
    child.on("error", reject);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Whether anything of the process group is left. */
function isAlive(group: number): boolean {
  return signal(group, 0);
}

function kill(group: number): void {
  signal(group, "SIGKILL");
}

function signal(group: number, what: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, what);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
