/** Whether the ledger's cost grows with the ledger, and what checking and indexing it costs. Every figure is from one run. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { EVERY_RECORD, findRecords, type RecordQuery } from "@intentgate/blame";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { createRootRegistry, writeShared } from "@intentgate/sidecar";
import { type ChainLink, sealRecord, segmentName, segmentText, type TraceDraft, verifyLedger } from "@intentgate/trace";
import { quantile } from "./quantile.ts";

const RECORDS = Number(process.env.BENCH_RECORDS ?? 1_000_000);
const SESSIONS = 500;
const FILES = 2_000;
const APPENDS = 1_200;
/** The file system needs some time of its own after a gigabyte was written in one go. */
const WARM_UP = 1_500;
const SHARED = 1_000;
/** The two sides of a slow ratio take turns, so that a busy moment falls on both. */
const TURNS = 3;

interface Ledgers {
  empty: Workspace;
  /** All in one file: what a rotation would make smaller is measured at its full size. */
  full: Workspace;
  file: string;
  state: string;
}

/** One question each; what another asks goes into this list. */
const parts: readonly ((ledgers: Ledgers) => Promise<void>)[] = [append, verify, index, query, weave];

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
    for (const part of parts) await part({ empty, full, file, state: join(folder, "full/state") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One more record, in a session of its own, in both by turns. */
async function append({ empty, full }: Ledgers): Promise<void> {
  const samples: [number[], number[]] = [[], []];
  for (let number = -WARM_UP; number < APPENDS; number += 1) {
    const both = [...[empty, full].entries()];
    for (const [at, { home }] of number % 2 === 0 ? both : both.reverse()) {
      const draft = draftOf(2 * RECORDS + number);
      const start = performance.now();
      await home.store.ledger.append("bench", draft);
      if (number >= 0) samples[at as 0 | 1].push(performance.now() - start);
    }
  }
  const [alone, among] = samples.map((list) => quantile(list, 0.5)) as [number, number];
  console.log(`\nappending one record, ${count(APPENDS)} each, by turns`);
  console.log(`  to an empty ledger               p50 ${ms(alone)}  p99 ${ms(quantile(samples[0], 0.99))}`);
  console.log(`  to ${count(RECORDS)} records             p50 ${ms(among)}  p99 ${ms(quantile(samples[1], 0.99))}`);
  console.log(`  ratio                            ${(among / alone).toFixed(2)}   (limit 1.2)`);
}

/** Every line parsed, its seal and its link checked; against parsing the same lines and nothing else. */
async function verify({ full, file }: Ledgers): Promise<void> {
  const { ledger } = full.home.store;
  let parsed = 0;
  const start = performance.now();
  for await (const { line } of ledger.placedLines()) if (JSON.parse(line) !== null) parsed += 1;
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

/** The derived index from nothing; against parsing the same bytes. Each in a process of its own, which tells its peak. */
async function index({ full, file, state }: Ledgers): Promise<void> {
  const told: Record<Alone, { ms: number; records: number; peak: number }[]> = { parse: [], index: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const part of ["parse", "index"] as const) {
      rmSync(join(full.home.sidecar, "cache", "index"), { recursive: true, force: true });
      const words = [process.argv[1] as string, part, full.home.root, state, file];
      told[part].push(JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" })));
    }
  }
  const median = (part: Alone) =>
    quantile(
      told[part].map((one) => one.ms),
      0.5,
    );
  const [parsing, building] = [median("parse"), median("index")];
  const peak = Math.max(...told.index.map((one) => one.peak));
  const megabytes = Math.round(statSync(file).size / 1e6);
  console.log(
    `\nindexing ${count(told.index[0]?.records ?? 0)} records, ${megabytes} MB, medians of ${TURNS}, by turns`,
  );
  console.log(`  JSON.parse of every line         ${seconds(parsing)}`);
  console.log(`  index from nothing, and kept     ${seconds(building)}`);
  console.log(`  ratio                            ${(building / parsing).toFixed(2)}   (limit 2)`);
  console.log(`  most memory, node included       ${Math.round(peak / 1e6)} MB   (limit 400)`);
}

type Alone = "parse" | "index";

/** One side of the ratio above, in a process that does nothing else. */
function runAlone(part: Alone, root: string, stateDir: string, file: string): void {
  const start = performance.now();
  const records =
    part === "parse" ? parseLines(file) : openWorkspace(root, { stateDir }).blame().reader().index.records;
  const took = performance.now() - start;
  console.log(JSON.stringify({ ms: took, records, peak: process.resourceUsage().maxRSS * 1024 }));
}

function parseLines(file: string): number {
  const opened = openSync(file, "r");
  let buffer = Buffer.allocUnsafe(4 * 1024 * 1024);
  let held = 0;
  let parsed = 0;
  for (;;) {
    if (held === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
    const length = readSync(opened, buffer, held, buffer.length - held, null);
    if (length === 0) break;
    const block = buffer.subarray(0, held + length);
    let start = 0;
    for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10, start)) {
      if (JSON.parse(block.toString("utf8", start, end)) !== null) parsed += 1;
      start = end + 1;
    }
    block.copyWithin(0, start);
    held = block.length - start;
  }
  closeSync(opened);
  return parsed;
}

/** Questions to a warm index, and what each would cost if every line were read. */
async function query({ full }: Ledgers): Promise<void> {
  const reader = full.blame().reader();
  const asked: Record<string, Partial<RecordQuery>> = {
    "the newest 20": {},
    "of an intent": { intent: "INT-7" },
    "of a file": { path: draftOf(7).files[0]?.relative_path ?? "" },
    "of a folder": { path: "src/part-7" },
    "of a session and a model": { session: "session-7", model: "model-1" },
    "of a day, all": { since: new Date(Date.UTC(2026, 0, 3)), until: new Date(Date.UTC(2026, 0, 4)) },
    "that are not there": { intent: "INT-none" },
  };
  console.log(`\nrecords through the index, of ${count(reader.index.records)}`);
  for (const [what, query] of Object.entries(asked)) {
    const most = what.endsWith("all") ? 100_000 : 20;
    const samples: number[] = [];
    let found = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const start = performance.now();
      found = findRecords(reader, { ...EVERY_RECORD, ...query }, most).length;
      samples.push(performance.now() - start);
    }
    console.log(`  ${what.padEnd(33)}${ms(quantile(samples, 0.5))}  ${count(found)} found`);
  }
}

/** A teammate's segment comes with a pull: what the first question after it costs, and the next one. */
async function weave({ full, state }: Ledgers): Promise<void> {
  const lines: string[] = [];
  let last: ChainLink | null = null;
  let chain = "";
  for (let number = 0; number < SHARED; number += 1) {
    const { record, line } = sealRecord(draftOf(3 * RECORDS + number), last, "theirs");
    last = { seq: record.integrity.seq, hash: record.integrity.hash };
    chain ||= last.hash;
    lines.push(line);
  }
  const segment = { session: "theirs", chain, from: 1, to: SHARED, hash: last?.hash ?? "" };
  const open = () => openWorkspace(full.home.root, { stateDir: state }).blame().reader();
  const took = (work: () => void) => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  const before = took(open);
  writeShared(full.home.sidecar, segmentName(segment), segmentText(segment, lines));
  const [first, next] = [took(open), took(open)];
  console.log(`\nopening the index of ${count(RECORDS)} records, as it is kept`);
  console.log(`  nothing new                      ${seconds(before)}`);
  console.log(`  ${count(SHARED)} records shared since       ${seconds(first)}`);
  console.log(`  once more                        ${seconds(next)}`);
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
        const session = n % SESSIONS;
        const { record, line } = sealRecord(draftOf(n), last.get(session) ?? null, `session-${session}`);
        last.set(session, { seq: record.integrity.seq, hash: record.integrity.hash });
        text += `${line}\n`;
      }
      writeSync(fd, text);
    }
    // Else what is measured next waits for the disk to take in what was made for it.
    fsyncSync(fd);
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

const [, , part, ...rest] = process.argv;
if (part === "parse" || part === "index") runAlone(part, ...(rest as [string, string, string]));
else await main();
