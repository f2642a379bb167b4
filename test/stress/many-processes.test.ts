import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { readIntents, readWaiting } from "@intentgate/policy";
import { intentMapOf } from "@intentgate/sidecar";
import { contentHash, type TraceRecord, verifyLedger } from "@intentgate/trace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle, filesBelow, type Planted, plantRoot, runNode } from "../planted-root.ts";
import type { Told } from "./calling-worker.ts";
import { followHashes } from "./follow-hashes.ts";

const PROCESSES = 64;
const CALLS = 50;
/** Each of these sessions has two processes; all others have their own. */
const SHARED_SESSIONS = 8;

const intents = `# Who owns what; keep in step with the team page.
version: 1

active_intents:
  # The first one.
  - id: INT-001
    name: First # short
    status: PENDING   # a person wrote this by hand
    owned_scope:
      # everything that is shared
      - "src/**"
    constraints: []
    acceptance_criteria: [] # none yet
    related_files: []
    recent_history: []

  # The second one, with the same scope.
  - id: INT-002
    name: Second
    status: IN_PROGRESS
    owned_scope: ["src/**"] # flow style
    constraints: [ "keep it small" ]
    acceptance_criteria: []
    related_files: []
    recent_history: []
# The end.
`;

const files: Record<string, string> = {
  "src/shared/a.ts": "// end\n",
  "src/shared/b.ts": "// end\n",
  "src/shared/c.ts": "// end\n",
  "src/shared/whole.ts": "// start\n",
  "src/shared/never-read.ts": "// nobody reads this\n",
};

let place: Planted;
let told: (Told & { session: string; name: string })[];
let records: TraceRecord[];
const changed = (one: Told) => one.decision === "allow" && !one.failed && isWriting(one);
const isWriting = (one: Told) => ["write_to_file", "edit"].includes(one.tool);

beforeAll(async () => {
  place = plantRoot({
    intents,
    policy: "version: 1\n# Many refusals are part of this test.\nlimits: { denials_in_a_row: 1000 }\n",
    files,
  });
  const worker = await bundle(new URL("calling-worker.ts", import.meta.url), place.folder);
  const runs = Array.from({ length: PROCESSES }, async (_, at) => {
    const name = `p${at}`;
    const session = at < SHARED_SESSIONS * 2 ? `shared-${at % SHARED_SESSIONS}` : `own-${at}`;
    const intent = at % 2 === 0 ? "INT-001" : "INT-002";
    const words = [worker, place.root, place.stateDir, name, session, String(CALLS), intent];
    const ended = await runNode(words, { env: place.env, mostMs: 140_000 });
    if (ended.code !== 0) throw new Error(`${name} ended with ${ended.code ?? ended.signal}: ${ended.err}`);
    return ended.out
      .trim()
      .split("\n")
      .map((line) => ({ ...(JSON.parse(line) as Told), session, name }));
  });
  told = (await Promise.all(runs)).flat();
  const { ledger } = openWorkspace(place.root, { stateDir: place.stateDir }).home.store;
  records = [];
  for await (const { line } of ledger.placedLines()) records.push(JSON.parse(line) as TraceRecord);
}, 150_000);
afterAll(() => place?.clear());

describe(`${PROCESSES} processes with ${CALLS} calls each in one workspace`, () => {
  it("did what the test needs: every kind of step was allowed somewhere, and every kind of refusal came", () => {
    expect(told.length).toBeGreaterThanOrEqual(PROCESSES * CALLS);
    const allowed = new Set(told.filter((one) => one.decision === "allow" && !one.failed).map((one) => one.step));
    expect([...allowed].sort()).toEqual(["expansion", "lesson", "own", "read", "select", "shared", "whole"]);
    const codes = new Set(told.map((one) => one.code).filter(Boolean));
    expect([...codes]).toEqual(expect.arrayContaining(["INTENT_REQUIRED", "SCOPE_VIOLATION", "STALE_FILE"]));
    expect(told.filter((one) => one.code === "HOOK_ERROR")).toEqual([]);
    expect(told.flatMap((one) => one.warnings)).toEqual([]);
  });

  it("have one record for every change and none for anything else", () => {
    const made = told.filter(changed).map((one) => one.id);
    expect(made.length).toBeGreaterThan(500);
    expect(records.map((record) => record.decision.id).sort()).toEqual(made.sort());
    expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
  });

  it("leave chains that all verify against their heads", async () => {
    const { ledger } = openWorkspace(place.root, { stateDir: place.stateDir }).home.store;
    const sessions = new Set(told.filter(changed).map((one) => one.session)).size;
    const check = await verifyLedger(ledger.placedLines(), ledger.heads());
    expect(check).toEqual({ records: records.length, sessions, findings: [], anchor: "heads" });
  });

  it("lose no edit that was answered with a yes", () => {
    const text = ["a", "b", "c"]
      .map((file) => readFileSync(join(place.root, `src/shared/${file}.ts`), "utf8"))
      .join("");
    const edits = told.filter((one) => one.step === "shared" && changed(one));
    expect(edits.length).toBeGreaterThan(100);
    expect(edits.filter((one) => !text.includes(` ${one.mark}\n`)).map((one) => one.mark)).toEqual([]);
    expect(text.match(/^\/\/ p/gm)).toHaveLength(edits.length);
  });

  it("leave every file as its last record says, each record beginning where the one before ended", () => {
    const paths = filesBelow(join(place.root, "src")).map((file) => `src/${file}`);
    for (const path of paths.filter((one) => !one.includes("never-read"))) {
      const end = followHashes(records, path, path.startsWith("src/own/") ? undefined : contentHash(files[path] ?? ""));
      expect({ path, end }).toEqual({ path, end: contentHash(readFileSync(join(place.root, path))) });
    }
  });

  it("leave the intents file valid, with every comment and every approved glob", () => {
    const text = readFileSync(join(place.sidecar, "active_intents.yaml"), "utf8");
    const read = readIntents(text, "active_intents.yaml");
    expect(read.ok && [...read.value.intents.keys()]).toEqual(["INT-001", "INT-002"]);
    const comments = intents.match(/#.*$/gm) ?? [];
    expect(comments.filter((comment) => !text.includes(comment))).toEqual([]);
    const globs = told
      .filter((one) => one.step === "expansion" && one.decision === "allow")
      .map((one) => `docs/${one.name}/**`);
    const owned = read.ok ? [...read.value.intents.values()].flatMap((intent) => intent.owned_scope) : [];
    expect(globs.filter((glob) => !owned.includes(glob))).toEqual([]);
    expect(read.ok && read.value.intents.get("INT-001")?.status).toBe("IN_PROGRESS");
  });

  it("leave an intent map with every changed file, and a brain with every lesson", () => {
    const mapped = new Set(
      intentMapOf({ sidecar: place.sidecar }).flatMap((intent) =>
        intent.files.map((file) => `${intent.intentId} ${file.path}`),
      ),
    );
    const wanted = new Set(
      records.flatMap((record) => record.files.map((file) => `${record.intent_id} ${file.relative_path}`)),
    );
    expect([...wanted].filter((entry) => !mapped.has(entry))).toEqual([]);
    const lessons = readWaiting(readFileSync(join(place.sidecar, "lessons.jsonl"), "utf8")).map(
      (lesson) => lesson.text,
    );
    const recorded = told
      .filter((one) => one.step === "lesson" && one.decision === "allow" && !one.failed)
      .map((one) => `Lesson of ${one.mark}`);
    expect(recorded.length).toBeGreaterThan(PROCESSES);
    expect(recorded.filter((text) => !lessons.includes(text))).toEqual([]);
  });

  it("leave the decisions of every call complete, from received to done", () => {
    const phases = new Map<string, string[]>();
    for (const line of readFileSync(join(place.sidecar, "decisions.jsonl"), "utf8").split("\n").filter(Boolean)) {
      const row = JSON.parse(line) as { invocation_id: string; phase: string };
      phases.set(row.invocation_id, [...(phases.get(row.invocation_id) ?? []), row.phase]);
    }
    expect([...phases.keys()].sort()).toEqual(told.map((one) => one.id).sort());
    const incomplete = [...phases].filter(([, seen]) => seen[0] !== "received" || seen.at(-1) !== "done");
    expect(incomplete).toEqual([]);
  });

  it("leave no lock, no temporary file and no call behind that has not ended", () => {
    expect(readdirSync(join(place.sidecar, "locks"))).toEqual([]);
    const left = [...filesBelow(place.root), ...filesBelow(place.stateDir)];
    expect(left.filter((file) => /\.lock|\.tmp$/.test(file))).toEqual([]);
    const { sessions } = openWorkspace(place.root, { stateDir: place.stateDir }).home.store;
    expect(sessions.list().filter((one) => one.open.size > 0 || one.damaged > 0)).toEqual([]);
  });
});
