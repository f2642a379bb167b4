import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { readIntents, readWaiting } from "@intentgate/policy";
import { contentHash, readRecord, type TraceRecord, verifyLedger } from "@intentgate/trace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle, filesBelow, type Planted, plantRoot } from "../planted-root.ts";
import type { Finished } from "./endless-worker.ts";
import { followHashes } from "./follow-hashes.ts";

const KILLS = 300;
const SLOTS = 3;
const MOST_ANSWERS = 4;
const LONGEST_MS = 25;
const SEED = 20_260_101;

const intents = `active_intents:
  - id: INT-001 # stays
    name: Killed often
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    constraints: []
    acceptance_criteria: []
    related_files: []
    recent_history: []
`;

let place: Planted;
let script: string;
let finished: Finished[];
let kills = 0;
let isOver = false;
const alive = new Set<ChildProcess>();

beforeAll(async () => {
  // Killed between a refusal and the read it asks for, a session collects refusals.
  const policy = "limits: { denials_in_a_row: 1000 }\n";
  place = plantRoot({ intents, policy, files: { "src/shared.ts": "// end\n" } });
  script = await bundle(new URL("endless-worker.ts", import.meta.url), place.folder);
  const random = seeded(SEED);
  // Two of them work in the same session.
  const slots = Array.from({ length: SLOTS }, (_, slot) => victims(slot, slot < 2 ? "shared" : "own", random));
  finished = (await Promise.all(slots)).flat();
}, 150_000);
afterAll(() => {
  isOver = true;
  for (const child of alive) child.kill("SIGKILL");
  place?.clear();
});

const open = () => openWorkspace(place.root, { stateDir: place.stateDir });
const records = () =>
  readFileSync(join(place.sidecar, "agent_trace.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !("problem" in readRecord(line)))
    .map((line) => JSON.parse(line) as TraceRecord);

describe(`${KILLS} kills at random moments of processes that write through the gate`, () => {
  it("happened, and hit calls under way", () => {
    expect(kills).toBe(KILLS);
    expect(finished.filter((one) => one.changed).length).toBeGreaterThan(KILLS / 2);
    expect(finished.filter((one) => one.code !== "" && one.code !== "STALE_FILE")).toEqual([]);
  });

  it("leave the intents, the brain and every session readable before anything is mended", () => {
    const text = readFileSync(join(place.sidecar, "active_intents.yaml"), "utf8");
    expect(readIntents(text, "active_intents.yaml")).toMatchObject({ ok: true });
    expect(text).toContain("# stays");
    expect(readWaiting(readFileSync(join(place.sidecar, "lessons.jsonl"), "utf8")).length).toBeGreaterThan(0);
    const sessions = open().home.store.sessions.list();
    expect(sessions.map((one) => one.id).sort()).toEqual(["own", "shared"]);
    // A journal line is one small write: a kill hardly ever tears one.
    expect(sessions.filter((one) => one.damaged > KILLS / 100)).toEqual([]);
  });

  it("leave every target with the old bytes or the new ones, never with half of them", () => {
    for (let slot = 0; slot < SLOTS; slot++) {
      const lines = readFileSync(join(place.root, `src/own/${slot}.ts`), "utf8").split("\n");
      expect(lines.at(-2)).toBe(lines[0]);
    }
    expect(readFileSync(join(place.root, "src/shared.ts"), "utf8")).toMatch(/^(\/\/ k[\d.]+\n)*\/\/ end\n$/);
  });

  it("lose nothing that was confirmed, and are settled: then the ledger explains every byte", async () => {
    const before = new Set(records().map((record) => record.decision.id));
    const confirmed = finished.filter((one) => one.changed).map((one) => one.id);
    expect(confirmed.filter((id) => !before.has(id))).toEqual([]);

    const workspace = open();
    await workspace.settle();
    expect(await workspace.settle()).toBe(0);
    const all = records();
    const ids = all.map((record) => record.decision.id);
    expect(all.filter((record) => record.decision.outcome === "UNKNOWN").length).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
    // A killed process leaves at most its last call unconfirmed.
    expect(ids.length - confirmed.length).toBeLessThanOrEqual(KILLS);
    const targets = ["src/shared.ts", ...Array.from({ length: SLOTS }, (_, slot) => `src/own/${slot}.ts`)];
    for (const path of targets) {
      const start = path === "src/shared.ts" ? contentHash("// end\n") : undefined;
      const end = followHashes(all, path, start);
      expect({ path, end }).toEqual({ path, end: contentHash(readFileSync(join(place.root, path))) });
    }
  });

  it("leave no temporary file and no lock behind once settled", async () => {
    await open().settle();
    const left = [...filesBelow(place.root), ...filesBelow(place.stateDir)];
    expect(left.filter((file) => file.endsWith(".tmp"))).toEqual([]);
    expect(
      open()
        .home.store.sessions.list()
        .filter((one) => one.open.size > 0),
    ).toEqual([]);
  });

  it("leave a ledger that verifies but for torn lines, and both sessions go on where they stopped", async () => {
    const workspace = open();
    const { ledger } = workspace.home.store;
    const sound = records().length;
    for (const session of ["shared", "own"]) {
      const path = `src/after-${session}.ts`;
      const call = { tool: "write_to_file", input: { path, content: "x\n" }, session: { id: session } };
      expect(await workspace.run(call)).toMatchObject({ decision: "allow", failed: false, warnings: [] });
    }
    const check = await verifyLedger(ledger.placedLines(), ledger.heads());
    expect(check.findings.filter((finding) => finding.kind !== "torn")).toEqual([]);
    expect(check).toMatchObject({ records: sound + 2, sessions: 2, anchor: "heads" });
    const last = ledger.newest(2).map((record) => record.integrity);
    for (const { session, seq } of last) {
      expect(seq).toBe(records().filter((record) => record.integrity.session === session).length);
    }
    expect(filesBelow(join(place.sidecar, "locks"))).toEqual([]);
  });
});

/** Starts one process after the other and kills each some moments after one of its first calls came back. */
async function victims(slot: number, session: string, random: () => number): Promise<Finished[]> {
  const all: Finished[] = [];
  for (let round = 0; round < KILLS / SLOTS && !isOver; round++) {
    const words = [script, place.root, place.stateDir, `k${slot}.${round}`, String(slot), session];
    const child = spawn(process.execPath, words, { env: place.env, stdio: ["ignore", "pipe", "pipe"] });
    alive.add(child);
    let out = "";
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (more: string) => {
      err += more;
    });
    const wanted = 1 + Math.floor(random() * MOST_ANSWERS);
    const enoughAnswers = new Promise<void>((done) => {
      child.stdout.setEncoding("utf8").on("data", (more: string) => {
        out += more;
        if (out.split("\n").length > wanted) done();
      });
    });
    const ended = new Promise<NodeJS.Signals | null>((done) => child.on("close", (_code, signal) => done(signal)));
    await Promise.race([enoughAnswers, ended]);
    await new Promise((done) => setTimeout(done, random() * LONGEST_MS));
    child.kill("SIGKILL");
    if ((await ended) !== "SIGKILL") throw new Error(`a worker ended by itself: ${err}`);
    alive.delete(child);
    kills++;
    // The last line may be cut off by the kill: then nobody was told.
    const told = out.slice(0, out.lastIndexOf("\n") + 1);
    all.push(
      ...told
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Finished),
    );
  }
  return all;
}

/** Mulberry32: small, and the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
