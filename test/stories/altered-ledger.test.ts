import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sealRecord, type TraceRecord } from "@intentgate/trace";
import { expect, it } from "vitest";
import { allowed, type Gate, workingGate, write } from "./gate-scene.ts";
import { jsonOf, run } from "./scene.ts";

const ledger = (gate: Gate) => join(gate.repo, ".orchestration/agent_trace.jsonl");
const heads = (gate: Gate) => join(gate.repo, ".orchestration/heads");
const verify = async (gate: Gate) => {
  const ran = await run(gate, ["trace", "verify", "--json"]);
  const { findings } = jsonOf<{ findings: { kind: string; session: string; seq: number }[] }>(ran);
  return { code: ran.code, found: findings.map(({ kind, session, seq }) => `${kind} ${session} ${seq}`) };
};

async function worked(): Promise<Gate> {
  const gate = await workingGate();
  await allowed(gate, ...write("src/auth/one.ts", "export const one = make(1);\n"));
  await allowed(gate, ...write("src/auth/two.ts", "export const two = make(2);\n"));
  return gate;
}

/** Seals a record of one's own making behind another, and writes its head as the store would. */
function forge(gate: Gate, after: TraceRecord | null, session: string): void {
  const { version: _version, integrity: _integrity, ...made } = gate.ledger().at(-1) as TraceRecord;
  const draft = { ...made, id: "forged", decision: { ...made.decision, approval: "once:the boss" } };
  const { line, record } = sealRecord(draft, after?.integrity ?? null, session);
  const { seq, hash } = record.integrity;
  const offset = readFileSync(ledger(gate)).length;
  appendFileSync(ledger(gate), `${line}\n`);
  const before = after ? { seq: after.integrity.seq, hash: after.integrity.hash } : null;
  const head = JSON.stringify({ settled: 1, version: 1, session, last: { seq, hash }, before, offset });
  const known = readdirSync(heads(gate)).find((name) => name.startsWith(session));
  const name = known ?? `${session}-${createHash("sha256").update(session).digest("hex").slice(0, 12)}.json`;
  writeFileSync(join(heads(gate), name), `${head}\n`);
}

it("a record or a session that was added together with its head is not vouched for by the list", async () => {
  const gate = await worked();
  expect(await verify(gate)).toEqual({ code: 0, found: [] });
  forge(gate, gate.ledger().at(-1) as TraceRecord, "s1");
  expect(await verify(gate)).toEqual({ code: 1, found: ["unvouched s1 3"] });
  forge(gate, null, "ghost");
  expect(await verify(gate)).toEqual({ code: 1, found: ["unvouched s1 3", "unvouched ghost 1"] });
  // Going on from it does not make it true.
  await allowed(gate.reopened(), ...write("src/auth/three.ts", "export const three = make(3);\n"));
  expect(await verify(gate)).toEqual({ code: 1, found: ["unvouched s1 4", "unvouched ghost 1"] });
  // A person who looked may vouch for it.
  expect((await run(gate, ["trace", "heads", "--git"])).code).toBe(0);
  expect(await verify(gate)).toEqual({ code: 0, found: [] });
});

it("a ledger that was taken elsewhere is taken over as it is", async () => {
  const gate = await worked();
  rmSync(gate.stateDir, { recursive: true });
  const ran = await run(gate, ["trace", "verify"]);
  expect(ran.out).toContain("the state folder has no list of them yet");
  const fresh = gate.reopened();
  await fresh.take("INT-001", "s2");
  await allowed(fresh, ...write("src/auth/three.ts", "export const three = make(3);\n"), "s2");
  expect(await verify(gate)).toEqual({ code: 0, found: [] });
});

it("what a stopped writer left is told, and is no alarm by itself", async () => {
  const gate = await worked();
  const text = readFileSync(ledger(gate), "utf8");
  writeFileSync(ledger(gate), text.slice(0, -1));
  expect(await verify(gate)).toEqual({ code: 0, found: ["unended null null"] });
  writeFileSync(ledger(gate), `${text}{"version":1,"id":"x`);
  expect(await verify(gate)).toEqual({ code: 0, found: ["torn null null"] });
  expect((await run(gate, ["trace", "verify"])).out).toContain("The ledger is sound");
  await allowed(gate.reopened(), ...write("src/auth/three.ts", "export const three = make(3);\n"));
  expect(await verify(gate)).toEqual({ code: 0, found: ["torn null null"] });
  writeFileSync(ledger(gate), `\n${text}`);
  expect(await verify(gate)).toMatchObject({ code: 1, found: expect.arrayContaining(["empty_line null null"]) });
});

const tampered: [string, (lines: string[], gate: Gate) => string[]][] = [
  [
    "a word in it was changed",
    ([one = "", ...rest]) => [one.replace('"approval":"none"', '"approval":"boss"'), ...rest],
  ],
  [
    "it was changed and sealed anew",
    ([one = "", ...rest]) => {
      const { version: _version, integrity, ...draft } = JSON.parse(one) as TraceRecord;
      return [sealRecord({ ...draft, description: "another" }, null, integrity.session).line, ...rest];
    },
  ],
];
it.each(tampered)("why and blame say so where a record is not what was written: %s", async (_what, tamper) => {
  const gate = await worked();
  const [file, other] = ["src/auth/one.ts:1", "src/auth/two.ts:1"];
  expect((await run(gate, ["why", file])).out).not.toContain("altered");
  const lines = readFileSync(ledger(gate), "utf8").trimEnd().split("\n");
  writeFileSync(ledger(gate), `${tamper(lines, gate).join("\n")}\n`);
  expect((await run(gate, ["why", file])).out).toMatch(/altered +this record is not what was written/);
  expect(jsonOf(await run(gate, ["why", file, "--json"]))).toMatchObject({ record: { seal: "broken" } });
  expect(jsonOf(await run(gate, ["blame", "src/auth/one.ts", "--json"]))).toMatchObject({ lines: [{ altered: true }] });
  expect((await run(gate, ["blame", "src/auth/one.ts"])).err).toContain("not what was written");
  expect(jsonOf(await run(gate, ["why", other, "--json"]))).toMatchObject({ record: { seal: "intact" } });
});

it("why says so of the last record of a session too, by its head and by the list", async () => {
  const gate = await worked();
  const [one = "", two = ""] = readFileSync(ledger(gate), "utf8").trimEnd().split("\n");
  const { version: _version, integrity, ...draft } = JSON.parse(two) as TraceRecord;
  const before = (JSON.parse(one) as TraceRecord).integrity;
  writeFileSync(
    ledger(gate),
    `${one}\n${sealRecord({ ...draft, description: "x" }, before, integrity.session).line}\n`,
  );
  const seal = async () =>
    jsonOf<{ record: { seal: string } }>(await run(gate, ["why", "src/auth/two.ts:1", "--json"]));
  expect(await seal()).toMatchObject({ record: { seal: "broken" } });
  rmSync(heads(gate), { recursive: true });
  expect(await seal()).toMatchObject({ record: { seal: "broken" } });
  rmSync(gate.stateDir, { recursive: true });
  expect(await seal()).toMatchObject({ record: { seal: "intact" } }); // nothing is left that could tell
});
