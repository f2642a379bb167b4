/** The launcher with the gate that stays behind it, against the bare start of node, all in turn. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { quantile } from "../quantile.ts";
import { type ClaudeCalls, claudeCalls, type Phases } from "./claude-calls.ts";
import { childrenCpuMs, cpuMsOf } from "./processor.ts";
import { type Project, put } from "./project.ts";
import { figures, type Sample, tell } from "./samples.ts";

const app = fileURLToPath(new URL("../../apps/cli", import.meta.url));
const LIMIT = 0.25;
const SHELLS = 20;
const BATCH = 5; // eight refusals in a row would stop the session
const PARALLEL = 50;
const IDLE_MB = 120;
const SETTLE_MS = 4_000;
const LONGEST_START_MS = 30_000;

export interface Running {
  launcher: string;
  pid: number;
  end(): void;
}

/** Under the gate by `init`, and the gate started as agents start it: by an event. */
export async function startResident(project: Project): Promise<Running> {
  const { folder, repo, env } = project;
  // A copy: the gate ends when its program changes, and somebody may be building it.
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(app, part), join(folder, "app", part), { recursive: true });
  const program = join(folder, "app/bin/intentgate.mjs");
  const intentgate = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd: repo, env, encoding: "utf8" });
  intentgate("init", "--yes", "--host", "claude-code");
  const launcher = join(folder, "state/intentgate/hook");
  once(project, launcher, claudeCalls(project).shell("ls").before);
  for (const until = Date.now() + LONGEST_START_MS; Date.now() < until; ) {
    const { pid } = JSON.parse(intentgate("gate", "--status", "--json").stdout) as { pid: number | null };
    if (pid !== null && existsSync(join(folder, "state/intentgate/gate/socket")))
      return { launcher, pid, end: () => void intentgate("gate", "--stop") };
  }
  throw new Error("the gate did not start");
}

const kinds: readonly [name: string, allowed: boolean, call: (calls: ClaudeCalls, round: number) => Phases][] = [
  ["write in scope", true, (calls, round) => calls.write("src/auth/new.ts", `export const round = ${round};\n`)],
  ["write out of scope", false, (calls, round) => calls.write("README.md", `${round}\n`)],
  ["ls src", true, (calls) => calls.shell("ls src")],
  ["git status", true, (calls) => calls.shell("git status")],
];

export async function resident(project: Project, rounds: number): Promise<void> {
  put(project.folder, "payloads/payload-0", "");
  const running = await startResident(project);
  try {
    const calls = claudeCalls(project, "resident-session");
    expectAnswer(once(project, running.launcher, calls.take("INT-001").before).ran, true);
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    const idle = memoryOf(running.pid);
    inTurn(project, running, calls, rounds);
    await atOnce(project, running);
    tellMemory(idle, "before its first hundred calls");
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    tellMemory(memoryOf(running.pid), `after them, idle, ${filesOf(running.pid)} files open`);
  } finally {
    running.end();
  }
}

/** By a shell, five at a time; what it takes to start that shell from a large process is measured, and taken off both. */
function inTurn(project: Project, { launcher, pid }: Running, calls: ClaudeCalls, rounds: number): void {
  const bare: Sample[] = [];
  const before = kinds.map((): Sample[] => []);
  const after: Sample[] = [];
  const shell = Math.min(...Array.from({ length: SHELLS }, () => batch(project, pid, [], ":").ms));
  const each = (payloads: readonly string[], command: string): Sample => {
    const { ms, cpuMs } = batch(project, pid, payloads, command);
    return { ms: ms - shell, cpuMs };
  };
  const node = `'${process.execPath}' -e 0`;
  const ask = `'${launcher}' --root '${project.repo}' claude-code < payload-$at > /dev/null 2>&1`;
  const WARM_UP = 3;
  for (let round = -WARM_UP; round < rounds; round++) {
    kinds.forEach(([, allowed, make], at) => {
      const made = Array.from({ length: BATCH }, (_, number) => make(calls, round * BATCH + number));
      const ofNode = each([], `${node} || exit 9`);
      const ofBefore = each(
        made.map((call) => call.before),
        allowed ? `${ask} || exit 9` : `${ask} && exit 9`,
      );
      if (round >= 0) bare.push(ofNode);
      if (round >= 0) before[at]?.push(ofBefore);
      if (at !== 0) return;
      put(project.repo, "src/auth/new.ts", `export const round = ${round};\n`);
      const ofAfter = each(
        made.map((call) => call.after),
        `${ask} || exit 9`,
      );
      if (round >= 0) after.push(ofAfter);
    });
  }
  console.log(`\nlauncher and the gate that stays, ${rounds} times ${BATCH} calls, relative to \`node -e 0\``);
  console.log(`  ${"the shell that starts them, taken off".padEnd(44)} ${shell.toFixed(2)} ms of each`);
  console.log(`  ${"node -e 0".padEnd(44)} ${figures(bare)}`);
  kinds.forEach(([name], at) => {
    tell(`before: ${name}`, before[at] ?? [], bare, LIMIT);
  });
  tell("after: write in scope", after, bare, null);
}

/** For one of them. */
function batch({ folder, env }: Project, gate: number, payloads: readonly string[], command: string): Sample {
  payloads.forEach((payload, at) => {
    put(folder, `payloads/payload-${at}`, payload);
  });
  const loop = `for at in 0 1 2 3 4; do ${command}; done; exit 0`;
  const [began, worked] = [performance.now(), childrenCpuMs() + cpuMsOf(gate)];
  const { status } = spawnSync("/bin/sh", ["-c", loop], { cwd: join(folder, "payloads"), env, input: "" });
  if (status !== 0) throw new Error(`exit ${status}: ${command}`);
  const [ms, cpuMs] = [performance.now() - began, childrenCpuMs() + cpuMsOf(gate) - worked];
  return { ms: ms / BATCH, cpuMs: cpuMs / BATCH };
}

async function atOnce(project: Project, running: Running): Promise<void> {
  const all = Array.from(
    { length: PARALLEL },
    (_, at) => claudeCalls(project, `parallel-${at}`).shell("ls src").before,
  );
  const began = performance.now();
  const took = await Promise.all(all.map((input) => launched(project, running, input, began)));
  const [median, most] = [quantile(took, 0.5), Math.max(...took)].map((ms) => ms.toFixed(0));
  console.log(`  ${`${PARALLEL} at once`.padEnd(44)} median ${median} ms, last ${most} ms, all answered`);
}

function launched({ repo, env }: Project, { launcher }: Running, input: string, began: number): Promise<number> {
  const child = spawn(launcher, ["--root", repo, "claude-code", "PreToolUse"], { cwd: repo, env });
  child.stdin.end(input);
  return new Promise((done, reject) =>
    child.on("close", (code) => (code === 0 ? done(performance.now() - began) : reject(new Error(`exit ${code}`)))),
  );
}

function once({ repo, env }: Project, launcher: string, input: string) {
  const began = performance.now();
  const words = ["--root", repo, "claude-code"];
  const ran = spawnSync(launcher, words, { cwd: repo, env, input, encoding: "utf8" });
  return { ran, ms: performance.now() - began };
}

function expectAnswer(
  { status, stdout, stderr }: { status: number | null; stdout: string; stderr: string },
  isYes: boolean,
) {
  if ((status === 0) !== isYes) throw new Error(`exit ${status} ${stdout} ${stderr}`);
}

/** Megabytes that it holds. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
}

export function filesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function tellMemory(mb: number, when: string): void {
  const met = mb <= IDLE_MB ? "met" : "NOT MET";
  console.log(`  ${"memory of the gate".padEnd(44)} ${mb.toFixed(0)} MB ${when}, limit ${IDLE_MB} MB ${met}`);
}
