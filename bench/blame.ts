/** From a line back to its origin, against `git blame` over the same history. Every figure is from one run. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { explainLine } from "@intentgate/blame";
import { openWorkspace, type Workspace } from "@intentgate/gate";
import { createRootRegistry } from "@intentgate/sidecar";
import { type ChainLink, contentHash, draftRecord, sealRecord } from "@intentgate/trace";
import { quantile } from "./quantile.ts";

const COMMITS = 2_000;
const LINES = 5_000;
const EDITS = 3;
const ROUNDS = 15;
const PATH = "src/long.ts";

async function main(): Promise<void> {
  console.log(`node ${process.version}, ${cpus().length} cores`);
  const folder = mkdtempSync(join(tmpdir(), "intentgate-bench-"));
  try {
    const repo = join(realpathSync(folder), "repo");
    const workspace = await makeHistory(repo, join(folder, "state"));
    const git = (...words: string[]) => {
      const start = performance.now();
      const done = spawnSync("git", ["blame", "-s", ...words, "--", PATH], { cwd: repo, maxBuffer: 1e9 });
      if (done.status !== 0) throw new Error(String(done.stderr));
      return performance.now() - start;
    };
    const options = { stateDir: join(folder, "state") };
    workspace.blame().file(PATH); // writes the index
    const whole: Record<"git" | "cold" | "warm", number[]> = { git: [], cold: [], warm: [] };
    const line: Record<"git" | "warm", number[]> = { git: [], warm: [] };
    const blame = workspace.blame();
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = 1 + ((round * 331) % LINES);
      whole.git.push(git());
      line.git.push(git("-L", `${at},${at}`));
      // Another workspace has read nothing but the index yet.
      const other = openWorkspace(repo, options);
      whole.cold.push(took(() => other.blame().file(PATH)));
      whole.warm.push(took(() => blame.file(PATH)));
      line.warm.push(took(() => explainLine(workspace.home, blame, PATH, at)));
    }
    const found = blame.file(PATH);
    const known = found.ok ? found.value.credits.filter((one) => one.credit === "record").length : 0;
    console.log(
      `\n${COMMITS} commits, a file of ${LINES} lines, ${known} of them from the ledger, medians of ${ROUNDS}`,
    );
    row("git blame of the file", whole.git);
    row("blame, index read from disk", whole.cold, whole.git, "limit 1");
    row("blame, in a process that knows it", whole.warm, whole.git, "limit 1");
    row("git blame -L of one line", line.git);
    row("why, in process, warm index", line.warm, line.git, "limit 1");
    const cli = new URL("../apps/cli/bin/intentgate.mjs", import.meta.url).pathname;
    const spawned = took(() => spawnSync(process.execPath, [cli, "why", `${PATH}:17`], { cwd: repo }));
    console.log(`  why, as a command                 ${spawned.toFixed(0)} ms, the start of node included`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function took(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function row(what: string, samples: number[], peer?: number[], limit = ""): void {
  const own = quantile(samples, 0.5);
  const ratio = peer ? `  ratio ${(own / quantile(peer, 0.5)).toFixed(3)}   (${limit})` : "";
  console.log(`  ${what.padEnd(34)}${own.toFixed(2)} ms${ratio}`);
}

/** Every commit replaces a few lines, and the ledger has a record of each, as the gate would have written it. */
async function makeHistory(repo: string, state: string): Promise<Workspace> {
  mkdirSync(join(repo, ".orchestration"), { recursive: true });
  mkdirSync(join(repo, "src"));
  execFileSync("git", ["init", "-q", "-b", "main", repo]);
  const stream = join(repo, "../stream");
  const history = openSync(stream, "w");
  const ledger = openSync(join(repo, ".orchestration/agent_trace.jsonl"), "w");
  let lines = Array.from({ length: LINES }, (_, at) => `const line${at} = ${at};`);
  let before: Buffer | null = null;
  let last: ChainLink | null = null;
  for (let number = 0; number < COMMITS; number += 1) {
    if (number > 0) {
      lines = [...lines];
      for (let edit = 0; edit < EDITS; edit += 1)
        lines[(number * 7919 + edit * 1303) % LINES] = `const c${number}e${edit} = ${number};`;
    }
    const after = Buffer.from(`${lines.join("\n")}\n`);
    const message = `change ${number}`;
    writeSync(
      history,
      `commit refs/heads/main\ncommitter A <a@example.invalid> ${1_700_000_000 + number} +0000\ndata ${message.length}\n${message}\nM 100644 inline ${PATH}\ndata ${after.length}\n`,
    );
    writeSync(history, after);
    writeSync(history, "\n");
    const draft = draftRecord({
      id: `r-${number}`,
      timestamp: new Date(1_700_000_000_000 + number * 1_000).toISOString(),
      intentId: `INT-${number % 20}`,
      session: "bench",
      entityType: "AI",
      model: "provider/model",
      mutationClass: "INTENT_EVOLUTION",
      tool: "edit",
      decision: { id: `d-${number}`, approval: "none", outcome: "OK" },
      revision: "unknown",
      changes: [
        {
          relativePath: PATH,
          absolute: join(repo, PATH),
          root: repo,
          movedFrom: null,
          before: before === null ? { state: "absent" } : { state: "present", bytes: before },
          after: { state: "present", bytes: after },
          modeChanged: false,
          predicted: true,
        },
      ],
    });
    const sealed = sealRecord(draft, last, "bench");
    last = { seq: sealed.record.integrity.seq, hash: sealed.record.integrity.hash };
    writeSync(ledger, `${sealed.line}\n`);
    before = after;
  }
  closeSync(history);
  closeSync(ledger);
  execFileSync("git", ["fast-import", "--quiet"], {
    cwd: repo,
    input: readFileSync(stream),
    stdio: ["pipe", "ignore", "inherit"],
  });
  rmSync(stream);
  execFileSync("git", ["reset", "-q", "--hard", "main"], { cwd: repo });
  if (before === null || contentHash(readFileSync(join(repo, PATH))) !== contentHash(before))
    throw new Error("the history is not as it was meant");
  writeFileSync(join(repo, ".orchestration/active_intents.yaml"), "active_intents: []\n");
  await createRootRegistry(state).add(repo);
  return openWorkspace(repo, { stateDir: state });
}

await main();
