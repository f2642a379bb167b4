import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { verifyLedger } from "@intentgate/trace";
import { appendLines } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import {
  approval,
  draftFor,
  manualClock,
  phase,
  sampleIntentsText,
  sampleParse,
} from "../../../../test/support/sidecar/contract-samples.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createDecisionsStore } from "./decisions-store.ts";
import { createFileStore } from "./file-store.ts";
import { sessionFileName } from "./session-file-name.ts";
import type { Store } from "./store.ts";

let folder: string;
let store: Store;
const clock = manualClock();
const reopen = () => createFileStore({ folder, clock: clock.now, parse: sampleParse });
beforeEach(() => {
  folder = tempFolder("file-store");
  writeFileSync(join(folder, "active_intents.yaml"), sampleIntentsText);
  store = reopen();
});
const file = (...names: string[]) => join(folder, ...names);
const verify = () => verifyLedger(store.ledger.placedLines(), store.ledger.heads());
const kinds = async () => (await verify()).findings.map((finding) => finding.kind);

describe("a sidecar that is gone", () => {
  it("does not come back by itself: everything that writes says so", async () => {
    rmSync(folder, { recursive: true });
    expect(() => store.ledger.ready("s")).toThrow("SIDECAR_MISSING");
    await expect(store.ledger.append("s", draftFor(1))).rejects.toThrow("SIDECAR_MISSING");
    expect(() => store.sessions.append("s", [{ kind: "released", at: "x" }])).toThrow("SIDECAR_MISSING");
    expect(() => store.approvals.open(approval("ap-1"))).toThrow("SIDECAR_MISSING");
    expect(() => store.decisions.append([phase("i", "pre")])).toThrow("CANNOT_WRITE");
    expect((await store.intents.edit((text) => ({ ok: true, value: text }))).ok).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });
});

describe("the intents file", () => {
  it("is seen anew after every kind of change", () => {
    const path = file("active_intents.yaml");
    const ids = () => {
      const read = store.intents.read();
      return read.ok ? [...read.value.intents.keys()].join() : read.problems[0]?.code;
    };
    expect(ids()).toBe("INT-001,INT-002");
    for (let time = 0; time < 20; time++) {
      writeFileSync(path, `INT-${100 + time} x\n`); // same size, often within one tick of the clock
      expect(ids()).toBe(`INT-${100 + time}`);
    }
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0x41]));
    expect(ids()).toBe("BAD_INTENTS");
    rmSync(path);
    expect(ids()).toBe("SIDECAR_MISSING");
    writeFileSync(path, "INT-007 back\n");
    expect(ids()).toBe("INT-007");
  });

  it("keeps its mode and bytes beyond the edit", async () => {
    const path = file("active_intents.yaml");
    writeFileSync(path, "\ufeffINT-001 a\r\nINT-002 b", { mode: 0o640 });
    const mode = statSync(path).mode;
    await store.intents.edit((text) => ({ ok: true, value: text.replace("b", "c") }));
    expect(readFileSync(path, "utf8")).toBe("\ufeffINT-001 a\r\nINT-002 c");
    expect(statSync(path).mode).toBe(mode);
  });

  it("is edited again on what a person saved meanwhile", async () => {
    let calls = 0;
    await store.intents.edit((text) => {
      if (calls++ === 0) writeFileSync(file("active_intents.yaml"), `${text}INT-100 theirs\n`);
      return { ok: true, value: `${text}INT-200 ours\n` };
    });
    expect(readFileSync(file("active_intents.yaml"), "utf8")).toContain("INT-100 theirs\nINT-200 ours\n");
  });
});

describe("the ledger's file", () => {
  const ledger = () => file("agent_trace.jsonl");
  const head = (session: string) => file("heads", `${sessionFileName(session)}.json`);

  it("goes on after a restart", async () => {
    await store.ledger.append("s", draftFor(1));
    store = reopen();
    expect((await store.ledger.append("s", draftFor(2))).integrity.seq).toBe(2);
    expect(await kinds()).toEqual([]);
  });

  it("is resolved after a kill between head and record: the record counts as never made", async () => {
    await store.ledger.append("s", draftFor(1));
    const size = statSync(ledger()).size;
    await store.ledger.append("s", draftFor(2));
    truncateSync(ledger(), size);
    unsettle(head("s"));
    expect(await kinds()).toEqual([]);
    expect((await store.ledger.append("s", draftFor(3))).integrity.seq).toBe(2);
    expect(await kinds()).toEqual([]);
  });

  it("is resolved after a kill before the very first record", async () => {
    await store.ledger.append("s", draftFor(1));
    rmSync(ledger());
    unsettle(head("s"));
    expect(store.ledger.heads()).toEqual([]);
    expect((await store.ledger.append("s", draftFor(2))).integrity.seq).toBe(1);
    expect(await kinds()).toEqual([]);
  });

  it("is resolved after a kill between record and settling: the record counts", async () => {
    await store.ledger.append("s", draftFor(1));
    await store.ledger.append("s", draftFor(2));
    unsettle(head("s"));
    await store.ledger.append("other", draftFor(3));
    expect((await store.ledger.append("s", draftFor(4))).integrity.seq).toBe(3);
    expect(await kinds()).toEqual([]);
  });

  it("is resolved after a kill within the record: the torn line stays alone and is named", async () => {
    await store.ledger.append("s", draftFor(1));
    await store.ledger.append("s", draftFor(2));
    truncateSync(ledger(), statSync(ledger()).size - 30);
    unsettle(head("s"));
    await store.ledger.append("other", draftFor(3));
    await store.ledger.append("s", draftFor(4));
    expect(await kinds()).toEqual(["torn"]);
    expect(store.ledger.newest(9).map((record) => record.id)).toEqual(["id-1", "id-3", "id-4"]);
  });

  it("is complete when only the last line end was not written", async () => {
    await store.ledger.append("s", draftFor(1));
    await store.ledger.append("s", draftFor(2));
    truncateSync(ledger(), statSync(ledger()).size - 1);
    unsettle(head("s"));
    expect((await store.ledger.append("s", draftFor(3))).integrity.seq).toBe(3);
    expect(await kinds()).toEqual([]);
  });

  it("does not hide that a settled record was removed", async () => {
    await store.ledger.append("s", draftFor(1));
    const size = statSync(ledger()).size;
    await store.ledger.append("s", draftFor(2));
    truncateSync(ledger(), size);
    expect(await kinds()).toEqual(["tail_removed"]);
    await store.ledger.append("s", draftFor(3));
    expect(await kinds()).toEqual(["gap"]);
  });

  it("does not hide that the whole file was removed", async () => {
    await store.ledger.append("s", draftFor(1));
    rmSync(ledger());
    expect(await kinds()).toEqual(["session_removed"]);
  });

  it("finds its place again when a head is damaged", async () => {
    for (const at of [1, 2]) await store.ledger.append("s", draftFor(at));
    await store.ledger.append("other", draftFor(3));
    writeFileSync(head("s"), "");
    expect(await kinds()).toEqual(["no_head"]);
    expect((await store.ledger.append("s", draftFor(4))).integrity.seq).toBe(3);
    expect(await kinds()).toEqual([]);
  });

  const inTheWay: [string, () => void][] = [
    ["a folder in its place", () => mkdirSync(ledger())],
    ["a link in its place", () => symlinkSync(file("elsewhere"), ledger())],
    ["a pipe in its place", () => execFileSync("mkfifo", [ledger()])],
    ["a file in the place of the heads", () => writeFileSync(file("heads"), "")],
    ["a file in the place of the locks", () => writeFileSync(file("locks"), "")],
    ["a file in the place of the cache", () => writeFileSync(file("cache"), "")],
    ["a folder in the place of the session's head", () => mkdirSync(head("s"), { recursive: true })],
  ];
  it.each(inTheWay)("is not ready with %s, and says so as a problem", async (_what, spoil) => {
    for (const name of ["agent_trace.jsonl", "heads", "locks", "cache"])
      rmSync(file(name), { recursive: true, force: true });
    spoil();
    expect(() => store.ledger.ready("s")).toThrow(/CANNOT_WRITE/);
    await expect(store.ledger.append("s", draftFor(1))).rejects.toThrow();
  });

  it("is not written through a link", async () => {
    symlinkSync(file("elsewhere"), ledger());
    await expect(store.ledger.append("s", draftFor(1))).rejects.toThrow(/CANNOT_WRITE.*ELOOP/);
    expect(existsSync(file("elsewhere"))).toBe(false);
  });

  it("is read past foreign and torn lines for the newest records", async () => {
    await store.ledger.append("s", draftFor(1));
    appendFileSync(ledger(), 'hello\n{"id":"x","timestamp":"2026-01-01T00:00:00Z","file":"a"}\n{"version":1,"id":"to');
    expect(store.ledger.newest(2).map((record) => record.id)).toEqual(["id-1"]);
  });

  it("keeps recent changes short, and finds them again when the cache is deleted", async () => {
    const long = (at: number) => ({ ...draftFor(at), description: `${at} ${"x".repeat(3000)}` });
    for (let at = 0; at < 60; at++) await store.ledger.append("s", long(at));
    const recent = file("cache", "recent", `${sessionFileName("INT-001")}.jsonl`);
    expect(statSync(recent).size).toBeLessThan(200_000);
    const before = store.ledger.recentChanges("INT-001", 5);
    expect(before.map((change) => change.path)).toEqual([55, 56, 57, 58, 59].map((at) => `src/f${at}.ts`));
    rmSync(file("cache"), { recursive: true });
    expect(store.ledger.recentChanges("INT-001", 5)).toEqual(before);
    await store.ledger.append("s", draftFor(60, "INT-002"));
    expect(store.ledger.recentChanges("INT-001", 5)).toEqual(before);
  });

  function unsettle(path: string): void {
    writeFileSync(path, readFileSync(path, "utf8").replace('"settled":1', '"settled":0'));
  }
});

describe("the decisions' files", () => {
  it("are private, rotated, and read as one", () => {
    const decisions = createDecisionsStore({ folder, clock: clock.now, rotateAboveBytes: 2_000 });
    for (let at = 0; at < 80; at++) decisions.append([phase(`i-${at}`, "received"), phase(`i-${at}`, "done")]);
    const names = readdirSync(folder)
      .filter((name) => name.startsWith("decisions"))
      .sort();
    expect(names).toEqual([1, 2, 3, 4].map((number) => `decisions.${number}.jsonl`).concat("decisions.jsonl"));
    for (const name of names) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
    expect(decisions.newest(30).map((row) => row.invocation_id)).toEqual(
      Array.from({ length: 30 }, (_, at) => `i-${65 + Math.floor(at / 2)}`),
    );
    const oldest = decisions.newest(1_000)[0]?.invocation_id ?? "";
    expect(decisions.of(oldest).at(-1)?.phase).toBe("done");
    expect(decisions.of("i-0")).toEqual([]); // rotated away
  });

  it("are read past torn lines", () => {
    store.decisions.append([phase("one", "received")]);
    appendFileSync(file("decisions.jsonl"), '{"invocation_id":"one","pha');
    store.decisions.append([phase("one", "done")]);
    expect(store.decisions.of("one").map((row) => row.phase)).toEqual(["received", "done"]);
  });
});

describe("a session's journal", () => {
  const journal = () => file("sessions", `${sessionFileName("s")}.jsonl`);
  const at = "2026-02-18T12:00:00.000Z";

  it("is followed while another process writes to it", () => {
    const other = reopen();
    for (let time = 1; time <= 5; time++) {
      other.sessions.append("s", [{ kind: "denied", at, code: "X", tool: "t" }]);
      expect(store.sessions.read("s").denialsInARow).toBe(time);
    }
  });

  it("is not read again without news", () => {
    store.sessions.append("s", [{ kind: "released", at }]);
    expect(store.sessions.read("s")).toBe(store.sessions.read("s"));
  });

  it("does not fold a line before it is complete, and counts one that never is as damage", () => {
    store.sessions.append("s", [{ kind: "denied", at, code: "X", tool: "t" }]);
    const whole = JSON.stringify({ kind: "denied", at, code: "X", tool: "t" });
    appendFileSync(journal(), whole.slice(0, 20));
    expect(store.sessions.read("s")).toMatchObject({ denialsInARow: 1, damaged: 0 });
    appendFileSync(journal(), `${whole.slice(20)}\n`);
    expect(store.sessions.read("s")).toMatchObject({ denialsInARow: 2, damaged: 0 });
    appendFileSync(journal(), whole.slice(0, 20));
    store.sessions.append("s", [{ kind: "denied", at, code: "X", tool: "t" }]);
    expect(store.sessions.read("s")).toMatchObject({ denialsInARow: 3, damaged: 1 });
    expect(reopen().sessions.read("s")).toEqual(store.sessions.read("s"));
  });

  it.each([
    "hello",
    "7",
    "null",
    "[]",
    '{"kind":"granted"}',
    '{"kind":"toString"}',
    '{"kind":"__proto__"}',
    '{"kind":"standing","at":"x","intent":"I"}',
    '{"kind":"took","at":"x","intent":"I","digest":"d","by":"nobody"}',
    '{"kind":"saw","path":"/a","hash":7}',
    '{"kind":"denied","at":"x","code":"X","tool":"t","call":7}',
    '{"kind":"denied","at":"x","code":"X","tool":"t","call":null}',
    '{"kind":"began","at":"x","call":{}}',
    '{"kind":"began","at":"x","call":null}',
    '{"kind":"history_folded","intent":"I","count":"all"}',
    '{"kind":"journal","version":1,"session":"another"}',
  ])("takes %s for damage, not for an event", (line) => {
    store.sessions.append("s", [{ kind: "denied", at, code: "X", tool: "t" }]);
    appendFileSync(journal(), `${line}\n`);
    expect(store.sessions.read("s")).toMatchObject({ denialsInARow: 1, damaged: 1, intent: null, standing: new Map() });
  });

  it("starts over when the file was replaced or cut", () => {
    store.sessions.append("s", [
      { kind: "denied", at, code: "X", tool: "t" },
      { kind: "denied", at, code: "X", tool: "t" },
    ]);
    expect(store.sessions.read("s").denialsInARow).toBe(2);
    const lines = readFileSync(journal(), "utf8").split("\n");
    truncateSync(journal(), `${lines.slice(0, 2).join("\n")}\n`.length);
    expect(store.sessions.read("s").denialsInARow).toBe(1);
    rmSync(journal());
    expect(store.sessions.read("s")).toMatchObject({ denialsInARow: 0, startedAt: null });
  });

  it("of a newer version is an error each time, not an empty session", () => {
    store.sessions.append("s", [{ kind: "released", at }]);
    store.sessions.read("s");
    appendLines(journal(), ['{"kind":"journal","version":4,"session":"s"}']);
    for (let time = 0; time < 2; time++) expect(() => store.sessions.read("s")).toThrow("NEWER_VERSION");
  });

  it("that cannot be read is an error, not an empty session", () => {
    store.sessions.append("s", [{ kind: "released", at }]);
    rmSync(journal());
    // A folder in its place: root may read any file.
    store.sessions.append("x", [{ kind: "released", at }]);
    mkdirSync(journal());
    expect(() => store.sessions.read("s")).toThrow(ProblemError);
  });
});

describe("the approvals' files", () => {
  it("are private and leave nothing outside their folder", () => {
    store.approvals.open(approval("ap-1"));
    store.approvals.answer("ap-1", { answer: "once", by: "ann", at: "x" });
    store.approvals.use("ap-1");
    expect(readdirSync(file("approvals")).sort()).toEqual(["ap-1.answer.json", "ap-1.json", "ap-1.used"]);
    expect(statSync(file("approvals")).mode & 0o077).toBe(0);
    for (const name of readdirSync(file("approvals")))
      expect(statSync(file("approvals", name)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["garbage", "{"],
    ["an unknown word", '{"answer":"always","by":"x","at":"y"}'],
    ["nobody's yes", '{"answer":"once"}'],
    ["a list", "[]"],
    ["nothing", ""],
  ])("hold no answer when the answer is %s", (_name, text) => {
    store.approvals.open(approval("ap-1"));
    writeFileSync(file("approvals", "ap-1.answer.json"), text);
    expect(store.approvals.answered("ap-1")).toBeNull();
    expect(store.approvals.answer("ap-1", { answer: "once", by: "ann", at: "x" })).toBe(false);
  });

  it("do not count under another id than their own", () => {
    store.approvals.open(approval("ap-1"));
    writeFileSync(file("approvals", "ap-2.json"), readFileSync(file("approvals", "ap-1.json")));
    expect(store.approvals.list().map((entry) => entry.id)).toEqual(["ap-1"]);
    expect(store.approvals.use("ap-2")).toBe(false);
  });

  it("are removed some time after they expired", () => {
    store.approvals.open(approval("ap-1", { expiresAt: clock.in(1_000) }));
    store.approvals.use("ap-1");
    clock.advance(2 * 60 * 60 * 1_000);
    store.approvals.open(approval("ap-2", { expiresAt: clock.in(1_000) }));
    expect(readdirSync(file("approvals"))).toEqual(["ap-2.json"]);
    expect(store.approvals.use("ap-1")).toBe(false);
  });

  it("are not watched by a process that is gone, nor by one on another machine", () => {
    store.approvals.watch().stop();
    const watcher = (over: object) => ({
      pid: process.pid,
      startedAt: null,
      host: "elsewhere",
      token: "0".repeat(16),
      ...over,
    });
    writeFileSync(file("approvals", "watchers", "1-a.json"), JSON.stringify(watcher({})));
    writeFileSync(
      file("approvals", "watchers", "1-b.json"),
      JSON.stringify(watcher({ host: hostname(), startedAt: "1" })),
    );
    writeFileSync(file("approvals", "watchers", "1-c.json"), "garbage");
    expect(store.approvals.isWatched()).toBe(false);
    expect(readdirSync(file("approvals", "watchers")).sort()).toEqual(["1-a.json", "1-c.json"]);
  });
});
