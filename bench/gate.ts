/** What a decision costs in process, and whether it grows with intents or ledger. Every figure is from one run. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createHookEngine, type EngineParts } from "@intentgate/engine";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { createRootRegistry } from "@intentgate/sidecar";
import { keepHolderFiles } from "@intentgate/world";
import { createHooks } from "hookable";
import { quantile } from "./quantile.ts";

const ROUNDS = 20;
const CALLS_A_ROUND = 100;
const MOST_CALLS = 100_000;
const TIMED_CALLS = 300;

interface Bench {
  name: string;
  workspace: Workspace;
  samples: number[];
}

async function main(): Promise<void> {
  console.log(`node ${process.version}, ${cpus().length} cores\n`);
  const folder = mkdtempSync(join(tmpdir(), "intentgate-bench-"));
  const forgetHolderFiles = keepHolderFiles(folder); // as every process does that stays: the resident gate, the gateway
  try {
    if (process.argv.includes("--memory")) return await memory(join(folder, "memory"));
    if (process.argv.includes("--calls")) return await wholeCalls(join(folder, "calls"));
    await dispatch();
    const alone: Bench = { name: "alone", workspace: await makeWorkspace(join(folder, "alone"), 10, 0), samples: [] };
    await aloneInItsProcess(alone, join(folder, "appended"));
    await wholeCalls(join(folder, "calls"));
    if (!process.argv.includes("--short")) await sideBySide(folder);
  } finally {
    forgetHolderFiles();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a process with one workspace sees. */
async function aloneInItsProcess(bench: Bench, file: string): Promise<void> {
  await measure(bench, 500); // warm-up
  bench.samples = [];
  const appends: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure(bench, CALLS_A_ROUND);
    measureAppends(file, CALLS_A_ROUND, appends);
  }
  const { samples } = bench;
  console.log(
    `\none full pre-hook pass for an in-scope write to an existing file: all that happens before the tool runs`,
  );
  console.log(
    `  p50 ${ms(quantile(samples, 0.5))}  p95 ${ms(quantile(samples, 0.95))}  p99 ${ms(quantile(samples, 0.99))}`,
  );
  const node = emptyNode();
  console.log(
    `  p99 beside \`node -e 0\` (${ms(node)}): ${(quantile(samples, 0.99) / node).toFixed(3)}   (limit 0.05)`,
  );
  const noise = `p50 ${ms(quantile(appends, 0.5))}  p99 ${ms(quantile(appends, 0.99))}`;
  console.log(`  two bare appends to a file, for comparison: ${noise}`);
}

/** `--calls`, and in the whole run: decision, tool, ledger, map and journal, for three sizes of change. */
async function wholeCalls(folder: string): Promise<void> {
  const bench: Bench = { name: "calls", workspace: await makeWorkspace(folder, 10, 0), samples: [] };
  console.log("\nwhole calls per second, tool and ledger included");
  for (const [name, contentOf] of contents) {
    await perSecond((n) => writeThroughGate(bench, contentOf(-n - 1))); // warm-up
    const processor = process.cpuUsage();
    const calls = await perSecond((n) => writeThroughGate(bench, contentOf(n)));
    const { user, system } = process.cpuUsage(processor);
    const writes = await perSecond(async (n) => writeFileSync(join(folder, "bare"), contentOf(n)));
    const beside = `bare writes ${Math.round(writes)}, ${(writes / calls).toFixed(1)} for a call`;
    const busy = `${ms((user + system) / 1000 / TIMED_CALLS)} of processor a call`;
    console.log(`  ${name.padEnd(32)} ${Math.round(calls)}   (${busy}; ${beside})`);
  }
}

const LINES = 200;
const contents: [string, (n: number) => string][] = [
  [`${LINES} lines, all of them changed`, (n) => `export const a = ${n};\n`.repeat(LINES)],
  [
    `${LINES} lines, one of them changed`,
    (n) => Array.from({ length: LINES }, (_, at) => `export const a${at} = ${at === 100 ? n : at};\n`).join(""),
  ],
  ["one line, changed", (n) => `export const a = ${n};\n`],
];

/** What it costs to start a process that does nothing. */
function emptyNode(): number {
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    execFileSync(process.execPath, ["-e", "0"]);
    return performance.now() - start;
  });
  return quantile(times, 0.5);
}

/** `--memory`: what a process that stays comes to over many calls, each a decision, a change and its record. */
async function memory(folder: string): Promise<void> {
  const bench: Bench = { name: "memory", workspace: await makeWorkspace(folder, 10, 0), samples: [] };
  console.log("\nmemory of one process over whole calls, after a collection");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let calls = 0; calls <= MOST_CALLS; calls += 1) {
    await writeThroughGate(bench, `export const a = ${calls};\n`);
    await setImmediate(); // a call is a turn of its own in a process that stays; what is weak is dropped only then
    if (calls % (MOST_CALLS / 20) !== 0) continue;
    collect();
    const { heapUsed, rss } = process.memoryUsage();
    const figures = `heap ${megabytes(heapUsed)}  resident ${megabytes(rss)}  open files ${openFiles()}`;
    console.log(`  ${String(calls).padStart(7)} calls  ${figures}`);
  }
}

function openFiles(): number | string {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : "unknown";
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

/** Whether the cost grows: the same pass in three workspaces, interleaved. */
async function sideBySide(folder: string): Promise<void> {
  const benches: Bench[] = [];
  for (const [name, intents, records] of [
    ["10 intents, empty ledger", 10, 0],
    ["10,000 intents, empty ledger", 10_000, 0],
    ["10 intents, 1,000,000 records", 10, 1_000_000],
  ] as const) {
    const workspace = await makeWorkspace(join(folder, String(benches.length)), intents, records);
    benches.push({ name, workspace, samples: [] });
  }
  for (const bench of benches) await measure(bench, 200); // warm-up
  for (const bench of benches) bench.samples = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const bench of benches) await measure(bench, CALLS_A_ROUND);
  }
  console.log(`\nthe same pass, ${ROUNDS * CALLS_A_ROUND} calls each, interleaved`);
  for (const { name, samples } of benches) console.log(`  ${name.padEnd(32)} p50 ${ms(quantile(samples, 0.5))}`);
  const [base, manyIntents, longLedger] = benches.map((bench) => quantile(bench.samples, 0.5)) as [
    number,
    number,
    number,
  ];
  console.log(`  ratio 10,000 : 10 intents        ${(manyIntents / base).toFixed(2)}   (limit 1.2)`);
  console.log(`  ratio 1,000,000 : 0 records      ${(longLedger / base).toFixed(2)}   (limit 1.2)`);
}

async function makeWorkspace(root: string, intents: number, records: number): Promise<Workspace> {
  mkdirSync(join(root, "repo", ".orchestration"), { recursive: true });
  mkdirSync(join(root, "repo", "src"), { recursive: true });
  execFileSync("git", ["init", "-q", join(root, "repo")]);
  const entries = Array.from({ length: intents }, (_, n) =>
    [
      `  - id: INT-${n}`,
      `    name: "Intent ${n}"`,
      "    status: IN_PROGRESS",
      `    owned_scope: ["src/**", "lib/${n}/**"]`,
      "    constraints: []",
    ].join("\n"),
  );
  writeFileSync(
    join(root, "repo", ".orchestration", "active_intents.yaml"),
    `active_intents:\n${entries.join("\n")}\n`,
  );
  writeFileSync(join(root, "repo", "src", "a.ts"), "export const a = 1;\n".repeat(200));
  if (records > 0) writeLedger(join(root, "repo", ".orchestration", "agent_trace.jsonl"), records);
  await createRootRegistry(join(root, "state")).add(realpathSync(join(root, "repo")));
  const workspace = openWorkspace(join(root, "repo"), { stateDir: join(root, "state") });
  const session = { id: "bench", model: "none" };
  await workspace.run({ tool: "select_active_intent", input: { intent_id: "INT-3" }, session });
  await workspace.run({ tool: "read_file", input: { path: "src/a.ts" }, session });
  return workspace;
}

function writeLedger(file: string, records: number): void {
  const fd = openSync(file, "w");
  for (let at = 0; at < records; at += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, records - at) }, (_, n) =>
      JSON.stringify({
        version: 1,
        id: `r${at + n}`,
        timestamp: "2026-01-01T00:00:00Z",
        intent_id: `INT-${n % 10}`,
        mutation_class: "INTENT_EVOLUTION",
        description: "write_to_file: src/a.ts (+1 -1)",
        vcs: { revision_id: "unknown" },
        files: [{ relative_path: "src/a.ts", change: "modified", conversations: [] }],
      }),
    );
    writeSync(fd, `${lines.join("\n")}\n`);
  }
  closeSync(fd);
}

async function measure({ workspace, samples }: Bench, calls: number): Promise<void> {
  const content = "export const a = 2;\n".repeat(200);
  for (let n = 0; n < calls; n += 1) {
    const call = {
      toolName: "write_to_file",
      payload: { path: "src/a.ts", content },
      session: { id: "bench", model: "none" },
      cwd: workspace.home.root,
      callId: null,
    };
    const start = performance.now();
    const before = await workspace.engine.preToolUse(call);
    samples.push(performance.now() - start);
    if (!before.allowExecution) throw new Error(before.errorMessage);
    await workspace.engine.postToolUse(call, before.context, true);
  }
}

/** A pass appends to two files; this is what just that costs here and now. */
function measureAppends(file: string, times: number, samples: number[]): void {
  const line = `${"x".repeat(400)}\n`;
  for (let n = 0; n < times; n += 1) {
    const start = performance.now();
    appendFileSync(`${file}.1`, line);
    appendFileSync(`${file}.2`, line);
    samples.push(performance.now() - start);
  }
}

async function writeThroughGate({ workspace }: Bench, content: string): Promise<void> {
  const input = { path: "src/a.ts", content };
  const answer = await workspace.run({ tool: "write_to_file", input, session: { id: "bench", model: "none" } });
  if (answer.decision !== "allow") throw new Error(JSON.stringify(answer));
}

async function perSecond(act: (n: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let n = 0; n < TIMED_CALLS; n += 1) await act(n);
  return (TIMED_CALLS * 1000) / (performance.now() - start);
}

/** The bare engine against a peer that does nothing but call hooks. */
async function dispatch(): Promise<void> {
  const hooks = 10;
  const parts: EngineParts = {
    newId: () => "id",
    clock: {
      now: () => performance.now(),
      after: (wait, run) => {
        const timer = setTimeout(run, wait);
        return () => clearTimeout(timer);
      },
    },
    log: () => undefined,
    describe: async () => ({
      normalizedToolName: "t",
      effects: { risk: "SAFE", mutates: false, list: [], why: [] },
      intentId: null,
      hadToolFailureBefore: false,
    }),
    approve: async () => ({ answer: "unreachable", id: null, reason: "" }),
    letsPass: () => false,
    begin: async () => undefined,
    observe: async () => [],
  };
  const engine = createHookEngine(parts);
  const peer = createHooks<Record<string, (context: unknown) => Promise<void>>>();
  for (let n = 0; n < hooks; n += 1) {
    engine.registerPreHook(`h${n}`, async () => undefined);
    peer.hook("tool", async () => undefined);
  }
  const context = { toolName: "t", payload: {} };
  const session = { id: "s" };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    ours.push(await time(500, () => engine.executeTool("t", {}, { session, execute: () => "ok" })));
    theirs.push(await time(500, () => peer.callHook("tool", context)));
  }
  const ratio = quantile(ours.slice(20), 0.5) / quantile(theirs.slice(20), 0.5);
  console.log(`\nbare executeTool, ${hooks} no-op hooks   ${(quantile(ours.slice(20), 0.5) * 1000).toFixed(1)} µs`);
  console.log(`hookable.callHook, ${hooks} no-op hooks  ${(quantile(theirs.slice(20), 0.5) * 1000).toFixed(1)} µs`);
  console.log(`ratio                              ${ratio.toFixed(2)}   (limit 3)`);
}

async function time(times: number, run: () => unknown): Promise<number> {
  const start = performance.now();
  for (let n = 0; n < times; n += 1) await run();
  return (performance.now() - start) / times;
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`;
}

await main();
