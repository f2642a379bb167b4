/** Whether the ledger's cost grows with the ledger, and what checking it costs. Every figure is from one run. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type ChainLink, sealRecord, type TraceDraft, verifyLedger } from "@intentgate/trace";
import { createRootRegistry, openWorkspace, type Workspace } from "@intentgate/workspace";
import { quantile } from "./quantile.ts";

const RECORDS = 1_000_000;
const SESSIONS = 500;
const FILES = 2_000;
const ROUNDS = 30;
const APPENDS_A_ROUND = 40;

interface Ledgers {
  empty: Workspace;
  /** All in one file: what a rotation would make smaller is measured at its full size. */
  full: Workspace;
  file: string;
}

/** One question each; what another asks goes into this list. */
const parts: readonly ((ledgers: Ledgers) => Promise<void>)[] = [append, verify, index];

async function main(): Promise<void> {
  console.log(`node ${process.version}, ${cpus().length} cores`);
  const folder = mkdtempSync(join(tmpdir(), "intentgate-bench-"));
  try {
    const empty = await makeWorkspace(join(folder, "empty"));
    const full = await makeWorkspace(join(folder, "full"));
    const file = join(full.home.sidecar, "agent_trace.jsonl");
    const start = performance.now();
    writeLedger(file, RECORDS);
    const megabytes = Math.round(statSync(file).size / 1e6);
    console.log(
      `a ledger of ${count(RECORDS)} sealed records, ${megabytes} MB, made in ${seconds(performance.now() - start)}`,
    );
    for (const part of parts) await part({ empty, full, file });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One more record, in a session of its own, in both by turns. */
async function append({ empty, full }: Ledgers): Promise<void> {
  const samples: [number[], number[]] = [[], []];
  let number = 0;
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [at, { home }] of [empty, full].entries()) {
      for (let n = 0; n < APPENDS_A_ROUND; n += 1) {
        const draft = draftOf(number++);
        const start = performance.now();
        await home.store.ledger.append("bench", draft);
        if (round >= 0) samples[at as 0 | 1].push(performance.now() - start); // the first rounds warm up
      }
    }
  }
  const [alone, among] = samples.map((list) => quantile(list, 0.5)) as [number, number];
  console.log(`\nappending one record, ${count(ROUNDS * APPENDS_A_ROUND)} each, interleaved`);
  console.log(`  to an empty ledger               p50 ${ms(alone)}  p99 ${ms(quantile(samples[0], 0.99))}`);
  console.log(`  to ${count(RECORDS)} records             p50 ${ms(among)}  p99 ${ms(quantile(samples[1], 0.99))}`);
  console.log(`  ratio                            ${(among / alone).toFixed(2)}   (limit 1.2)`);
}

/** Every line parsed, its seal and its link checked; against parsing the same lines and nothing else. */
async function verify({ full, file }: Ledgers): Promise<void> {
  const { ledger } = full.home.store;
  let parsed = 0;
  const start = performance.now();
  for await (const line of ledger.lines()) if (JSON.parse(line) !== null) parsed += 1;
  const parsing = performance.now() - start;
  const before = performance.now();
  const { records, findings } = await verifyLedger(ledger.placedLines(), ledger.heads());
  const verifying = performance.now() - before;
  const wrong = findings.filter(({ kind }) => kind !== "no_head"); // only the appended session has one
  if (records !== parsed || wrong.length > 0) throw new Error(`${records} of ${parsed}: ${JSON.stringify(wrong[0])}`);
  const rate = (took: number) => `${Math.round(statSync(file).size / 1e6 / (took / 1000))} MB/s`;
  console.log(`\nverifying ${count(records)} records`);
  console.log(`  JSON.parse of every line         ${seconds(parsing)}  ${rate(parsing)}`);
  console.log(`  verify                           ${seconds(verifying)}  ${rate(verifying)}`);
  console.log(`  ratio                            ${(verifying / parsing).toFixed(2)}`);
}

/** The derived index from nothing; against parsing the same bytes. Memory is the most this process held meanwhile. */
async function index({ full, file }: Ledgers): Promise<void> {
  rmSync(join(full.home.sidecar, "cache", "index"), { recursive: true, force: true });
  globalThis.gc?.();
  const held = process.memoryUsage().rss;
  let most = held;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const start = performance.now();
  const { reader } = full.blame();
  const records = reader.index.record.offset.length;
  const building = performance.now() - start;
  clearInterval(watching);
  most = Math.max(most, process.memoryUsage().rss);
  let parsed = 0;
  const before = performance.now();
  for await (const line of full.home.store.ledger.lines()) if (JSON.parse(line) !== null) parsed += 1;
  const parsing = performance.now() - before;
  console.log(`\nindexing ${count(records)} of ${count(parsed)} records, ${Math.round(statSync(file).size / 1e6)} MB`);
  console.log(`  JSON.parse of every line         ${seconds(parsing)}`);
  console.log(`  index from nothing               ${seconds(building)}`);
  console.log(`  ratio                            ${(building / parsing).toFixed(2)}   (limit 2)`);
  console.log(`  memory added                     ${Math.round((most - held) / 1e6)} MB   (limit 400)`);
}

async function makeWorkspace(root: string): Promise<Workspace> {
  const repo = join(root, "repo");
  mkdirSync(join(repo, ".orchestration"), { recursive: true });
  execFileSync("git", ["init", "-q", repo]);
  writeFileSync(join(repo, ".orchestration", "active_intents.yaml"), "active_intents: []\n");
  writeFileSync(join(repo, ".orchestration", "policy.yaml"), "limits: { ledger_mb: 1000000 }\n");
  await createRootRegistry(join(root, "state")).add(realpathSync(repo));
  const workspace = openWorkspace(repo, { stateDir: join(root, "state") });
  if (!workspace.home.rules().ok) throw new Error("the bench's own policy cannot be read");
  return workspace;
}

function writeLedger(file: string, records: number): void {
  const last = new Map<number, ChainLink>();
  const fd = openSync(file, "w");
  try {
    for (let at = 0; at < records; at += 5_000) {
      let text = "";
      for (let n = at; n < Math.min(at + 5_000, records); n += 1) {
        const session = (n * 31) % SESSIONS;
        const { record, line } = sealRecord(draftOf(n), last.get(session) ?? null, `session-${session}`);
        last.set(session, { seq: record.integrity.seq, hash: record.integrity.hash });
        text += `${line}\n`;
      }
      writeSync(fd, text);
    }
  } finally {
    closeSync(fd);
  }
}

/** A small edit as the gate records it: one line replaced by two. */
function draftOf(number: number): TraceDraft {
  const at = (number * 7) % 400;
  const hash = `sha256:${(number * 2_654_435_761).toString(16).padStart(16, "0").repeat(4).slice(0, 64)}`;
  const path = `src/part-${number % 40}/file-${number % FILES}.ts`;
  return {
    id: `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
    intent_id: `INT-${number % 50}`,
    mutation_class: "INTENT_EVOLUTION",
    description: `edit: ${path} (+2 -1)`,
    vcs: { revision_id: "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0" },
    files: [
      {
        relative_path: path,
        change: "modified",
        before_hash: hash,
        after_hash: hash,
        line_counts: [400, 401],
        hunks: [[at + 1, 1, at + 1, 2]],
        line_keys: Buffer.from(`${number}`.padStart(12, "k")).toString("base64"),
        conversations: [
          {
            url: `session-${number % SESSIONS}`,
            contributor: { entity_type: "AI", model_identifier: "provider/model-1" },
            ranges: [{ start_line: at + 1, end_line: at + 2, content_hash: hash }],
            related: [{ type: "specification", value: `INT-${number % 50}` }],
          },
        ],
      },
    ],
    decision: { id: `d-${number}`, tool: "edit", approval: "none", outcome: "OK" },
  };
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`;
}

function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`;
}

await main();
