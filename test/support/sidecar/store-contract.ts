/** What every backend of the store must do; a backend's test runs it with one call. */
import { contentHash, verifyLedger } from "@intentgate/trace";
import { beforeEach, describe, expect, it } from "vitest";
import type { ParseIntents } from "../../../packages/sidecar/src/store/intents-store.ts";
import type { Store } from "../../../packages/sidecar/src/store/store.ts";
import { approvalsContract } from "./approvals-contract.ts";
import { draftFor, FAR_FUTURE, manualClock, phase, sampleIntentsText, sampleParse } from "./contract-samples.ts";
import { sessionsContract } from "./sessions-contract.ts";

export interface ContractParts {
  clock: () => Date;
  parse: ParseIntents;
  intentsText: string | null;
}

export function storeContract(name: string, open: (parts: ContractParts) => Store): void {
  const fresh = (intentsText: string | null = sampleIntentsText) =>
    open({ clock: manualClock().now, parse: sampleParse, intentsText });

  describe(`${name}: intents`, () => {
    it("reads what the text says and names the text", () => {
      const read = fresh().intents.read();
      expect(read.ok && [...read.value.intents.keys()]).toEqual(["INT-001", "INT-002"]);
      expect(read.ok && read.value.digest).toBe(contentHash(sampleIntentsText));
    });

    it("says what to do when there is no file, and does not edit one into being", async () => {
      const { intents } = fresh(null);
      const read = intents.read();
      expect(!read.ok && read.problems[0]).toMatchObject({
        code: "SIDECAR_MISSING",
        remedy: expect.stringContaining("init"),
      });
      expect((await intents.edit(() => ({ ok: true, value: "INT-009 x\n" }))).ok).toBe(false);
      expect(intents.read().ok).toBe(false);
    });

    it("passes on what is wrong with the text, and reads it again", () => {
      const { intents } = fresh("broken\n");
      for (let time = 0; time < 2; time++) {
        const read = intents.read();
        expect(!read.ok && read.problems[0]?.code).toBe("BAD_INTENTS");
      }
    });

    it("shows an edit at once", async () => {
      const { intents } = fresh();
      const edited = await intents.edit((text) => ({ ok: true, value: `${text}INT-003 third\n` }));
      expect(edited).toEqual({ ok: true, value: `${sampleIntentsText}INT-003 third\n` });
      const read = intents.read();
      expect(read.ok && read.value.intents.has("INT-003")).toBe(true);
    });

    it.each([
      ["that would break the file", () => ({ ok: true as const, value: "broken\n" })],
      ["that fails", () => ({ ok: false as const, problems: [] })],
    ])("leaves everything as it was after an edit %s", async (_name, edit) => {
      const { intents } = fresh();
      expect((await intents.edit(edit)).ok).toBe(false);
      const read = intents.read();
      expect(read.ok && read.value.digest).toBe(contentHash(sampleIntentsText));
    });

    it("makes edits one after the other", async () => {
      const { intents } = fresh();
      await Promise.all(
        [3, 4, 5, 6, 7].map((number) => intents.edit((text) => ({ ok: true, value: `${text}INT-00${number} x\n` }))),
      );
      const read = intents.read();
      expect(read.ok && read.value.intents.size).toBe(7);
    });
  });

  describe(`${name}: ledger`, () => {
    let store: Store;
    beforeEach(() => {
      store = fresh();
    });
    const all = async () => {
      const lines: string[] = [];
      for await (const { line } of store.ledger.placedLines()) lines.push(line);
      return lines;
    };

    it("is empty at first", async () => {
      expect(await all()).toEqual([]);
      expect([store.ledger.newest(5), store.ledger.heads(), store.ledger.recentChanges("INT-001", 5)]).toEqual([
        [],
        [],
        [],
      ]);
    });

    it("chains each session by itself and returns what was written", async () => {
      for (const [at, session] of ["a", "b", "a", "a", "A"].entries()) {
        const record = await store.ledger.append(session, draftFor(at));
        expect((await all()).at(-1)).toBe(JSON.stringify(record));
      }
      expect(store.ledger.newest(9).map(({ integrity }) => `${integrity.session}${integrity.seq}`)).toEqual([
        "a1",
        "b1",
        "a2",
        "a3",
        "A1",
      ]);
      expect(await verifyLedger(store.ledger.placedLines(), store.ledger.heads())).toEqual({
        records: 5,
        sessions: 3,
        findings: [],
        anchor: "heads",
      });
    });

    it("is ready for a record before the first one and after, and adds nothing by saying so", async () => {
      store.ledger.ready("s");
      expect(await all()).toEqual([]);
      await store.ledger.append("s", draftFor(1));
      for (const session of ["s", "new", "../../etc/passwd", "a/b\0c"]) store.ledger.ready(session);
      expect(await all()).toHaveLength(1);
      expect(store.ledger.heads()).toHaveLength(1);
    });

    it("gives the newest records, oldest first, and no more than asked for", async () => {
      for (let at = 0; at < 7; at++) await store.ledger.append("s", draftFor(at));
      expect(store.ledger.newest(3).map((record) => record.id)).toEqual(["id-4", "id-5", "id-6"]);
      expect(store.ledger.newest(0)).toEqual([]);
      expect(store.ledger.newest(-1)).toEqual([]);
    });

    it("gives the newest changes of one intent", async () => {
      for (let at = 0; at < 8; at++) await store.ledger.append("s", draftFor(at, at % 2 ? "INT-001" : "int-001"));
      expect(store.ledger.recentChanges("INT-001", 3)).toEqual([
        { path: "src/f3.ts", description: "change 3" },
        { path: "src/f5.ts", description: "change 5" },
        { path: "src/f7.ts", description: "change 7" },
      ]);
      expect(store.ledger.recentChanges("INT-001", 0)).toEqual([]);
      expect(store.ledger.recentChanges("INT-002", 3)).toEqual([]);
    });

    it("knows the content that the newest record of a path left there, and nothing of other paths", async () => {
      const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
      const file = (path: string, more: object) => ({ ...draftFor(1).files[0], relative_path: path, ...more }) as never;
      const change = (files: never[]) => store.ledger.append("s", { ...draftFor(1), files });
      expect(store.ledger.lastKnown("a.ts")).toBeUndefined();
      await change([file("a.ts", { change: "created", after_hash: hash("1") })]);
      await change([
        file("a.ts", { change: "modified", after_hash: hash("2") }),
        file("../x", { after_hash: hash("3") }),
      ]);
      expect(["a.ts", "../x", "A.ts"].map((path) => store.ledger.lastKnown(path))).toEqual([
        hash("2"),
        hash("3"),
        undefined,
      ]);
      await change([file("b.ts", { change: "renamed", renamed_from: "a.ts", after_hash: hash("2") })]);
      await change([file("../x", { change: "deleted" })]);
      expect(["a.ts", "b.ts", "../x"].map((path) => store.ledger.lastKnown(path))).toEqual([null, hash("2"), null]);
    });

    it("keeps one chain when one session appends many records at once", async () => {
      await Promise.all(Array.from({ length: 20 }, (_, at) => store.ledger.append("s", draftFor(at))));
      const check = await verifyLedger(store.ledger.placedLines(), store.ledger.heads());
      expect(check).toMatchObject({ records: 20, findings: [] });
    });

    it("goes on across a rotation: chains, heads, readers and what it remembers", async () => {
      const whatIsKnown = async () => [
        await all(),
        store.ledger.newest(4),
        store.ledger.heads(),
        store.ledger.recentChanges("INT-001", 4),
        store.ledger.lastKnown("src/f1.ts"),
      ];
      for (const at of [1, 2, 3]) await store.ledger.append(at === 2 ? "b" : "a", draftFor(at));
      const known = await whatIsKnown();
      await store.ledger.rotate();
      await store.ledger.rotate();
      expect(await whatIsKnown()).toEqual(known);
      store.ledger.ready("a");
      expect((await store.ledger.append("a", draftFor(4))).integrity.seq).toBe(3);
      await store.ledger.rotate();
      await store.ledger.append("b", draftFor(5));
      expect(await verifyLedger(store.ledger.placedLines(), store.ledger.heads())).toEqual({
        records: 5,
        sessions: 2,
        findings: [],
        anchor: "heads",
      });
      expect(store.ledger.newest(9).map((record) => record.id)).toEqual(["id-1", "id-2", "id-3", "id-4", "id-5"]);
      expect(store.ledger.recentChanges("INT-001", 2).map((change) => change.path)).toEqual(["src/f4.ts", "src/f5.ts"]);
    });

    it("says of each line where it stands", async () => {
      for (const at of [1, 2]) await store.ledger.append("s", draftFor(at));
      const placed = [];
      for await (const one of store.ledger.placedLines()) placed.push(one);
      expect(placed.map(({ line }) => line)).toEqual(await all());
      expect(placed.map(({ number }) => number)).toEqual([1, 2]);
    });

    it("keeps any session name and any text", async () => {
      for (const session of ["../../etc/passwd", "", "a/b\0c", "ü".repeat(500), "\u2028", "CON"])
        await store.ledger.append(session, { ...draftFor(1), description: "a\n\u2028\ud800\u0000" });
      expect(await verifyLedger(store.ledger.placedLines(), store.ledger.heads())).toMatchObject({
        sessions: 6,
        findings: [],
      });
      expect(store.ledger.newest(1)[0]?.description).toBe("a\n\u2028\ud800\u0000");
    });
  });

  describe(`${name}: decisions`, () => {
    it("keeps the phases of each invocation in order", () => {
      const { decisions } = fresh();
      decisions.append([phase("one", "received"), phase("two", "received")]);
      decisions.append([phase("one", "pre", { hook: "scope", decision: "deny", code: "SCOPE_VIOLATION" })]);
      decisions.append([]);
      expect(decisions.of("one").map((row) => row.phase)).toEqual(["received", "pre"]);
      expect(decisions.of("one")[1]).toMatchObject({
        hook: "scope",
        code: "SCOPE_VIOLATION",
        timestamp: expect.any(String),
      });
      expect(decisions.of("on")).toEqual([]);
      expect(decisions.newest(2).map((row) => row.invocation_id)).toEqual(["two", "one"]);
      expect(decisions.newest(0)).toEqual([]);
      const rows = decisions.rows();
      for (let time = 0; time < 2; time++)
        expect([...rows].map((row) => `${row.invocation_id} ${row.phase}`)).toEqual([
          "one pre",
          "two received",
          "one received",
        ]);
    });

    it("spreads details without letting them pose as fixed fields", () => {
      const { decisions } = fresh();
      const detail = { reason: "why", decision: "allow", invocation_id: "other", timestamp: "never", n: 7 };
      decisions.append([phase("one", "pre", { detail })]);
      const [row] = decisions.of("one");
      expect(row).toMatchObject({ reason: "why", n: 7, invocation_id: "one" });
      expect(row).not.toHaveProperty("decision");
      expect(row?.timestamp).not.toBe("never");
    });

    it("keeps no secret and no long text", () => {
      const { decisions } = fresh();
      decisions.append([phase("one", "received", { detail: { apiKey: "hunter2", content: "x".repeat(300) } })]);
      expect(decisions.of("one")[0]).toMatchObject({
        apiKey: "[redacted]",
        content: { length: 300, hash: contentHash("x".repeat(300)) },
      });
    });
  });

  sessionsContract(name, () => fresh().sessions);
  approvalsContract(name, () => {
    const clock = manualClock();
    const store = open({ clock: clock.now, parse: sampleParse, intentsText: sampleIntentsText });
    return { approvals: store.approvals, clock };
  });

  it(`${name}: two stores do not know each other`, async () => {
    const [one, other] = [fresh(), fresh()];
    await one.ledger.append("s", draftFor(1));
    one.sessions.append("s", [{ kind: "allowed", at: FAR_FUTURE }]);
    expect(other.ledger.heads()).toEqual([]);
    expect(other.sessions.list()).toEqual([]);
  });
}
