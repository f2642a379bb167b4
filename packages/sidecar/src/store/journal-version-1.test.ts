import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { changingCalls } from "./changing-calls.ts";
import { sessionFileName } from "./session-file-name.ts";
import { createSessionsStore } from "./sessions-store.ts";

const at = "2026-02-18T12:00:00.000Z";
const header = { kind: "journal", version: 1, session: "s" };
const began = (invocationId: string) => ({
  kind: "began",
  at,
  call: {
    ...{ key: invocationId, invocationId, tool: "write_to_file", intentId: "INT-001", at, pid: 1, pidStartedAt: "1" },
    before: { "/w/a": null },
  },
});
const decided = (key: string, invocationId: string, more: object = {}) => ({
  kind: "decided",
  key,
  call: {
    ...{ invocationId, at, allowed: true, errorMessage: null, answered: false, own: null },
    context: { invocationId, normalizedToolName: "write_to_file", intentId: "INT-001" },
    ...more,
  },
});
const answered = (key: string, invocationId: string) => ({ kind: "answered", key, invocationId });
const ended = (key: string) => ({ kind: "ended", key });

let folder: string;
beforeEach(() => {
  folder = tempFolder("journal");
  mkdirSync(join(folder, "sessions"));
});

const journal = () => join(folder, "sessions", `${sessionFileName("s")}.jsonl`);
function read(...events: object[]) {
  writeFileSync(journal(), [header, ...events].map((event) => `${JSON.stringify(event)}\n`).join(""));
  return createSessionsStore({ folder }).read("s");
}

describe("a journal of the first version", () => {
  it("has a call open that began and did not end", () => {
    const state = read(began("i"));
    expect(changingCalls(state)).toMatchObject([{ invocationId: "i", before: { "/w/a": null }, decided: null }]);
  });

  it("has one call open that was begun and decided for two processes", () => {
    const state = read(began("i"), decided("k", "i"));
    expect([...state.open.values()]).toMatchObject([
      { invocationId: "i", pid: 1, before: { "/w/a": null }, decided: { key: "k", errorMessage: null } },
    ]);
  });

  it.each<[string, object[], number, number]>([
    ["answered and not ended is open for its files alone", [began("i"), decided("k", "i"), answered("k", "i")], 1, 1],
    ["answered and ended is over", [began("i"), decided("k", "i"), answered("k", "i"), ended("i")], 0, 0],
    ["that changes nothing is over when it is answered", [decided("k", "i"), answered("k", "i")], 0, 0],
    ["that changes nothing waits for its after", [decided("k", "i")], 1, 0],
    ["ended is over", [began("i"), ended("i")], 0, 0],
    ["that nobody knows ends without a trace", [ended("x"), answered("k", "x")], 0, 0],
  ])("a call %s", (_what, events, open, changing) => {
    const state = read(...events);
    expect([state.open.size, changingCalls(state).length, state.damaged]).toEqual([open, changing, 0]);
  });

  it("remembers a refusal by its key", () => {
    const state = read(decided("k", "i", { allowed: false, errorMessage: "{}", answered: true }));
    expect([state.open.size, state.refused.get("k")?.errorMessage]).toEqual([0, "{}"]);
  });

  it.each<[string, object]>([
    ["without its call", { kind: "began", at }],
    ["of another shape", { kind: "decided", key: "k", call: { allowed: true } }],
    ["without an id", { kind: "answered", key: "k" }],
  ])("counts an event %s as damage", (_what, event) => {
    expect(read(event)).toMatchObject({ damaged: 1, open: new Map() });
  });

  it("goes on in the second version, which an older program refuses to read", () => {
    read(began("i"));
    createSessionsStore({ folder }).append("s", [{ kind: "closed", invocationId: "i" }]);
    const lines = readFileSync(journal(), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line)).slice(-2)).toMatchObject([
      { kind: "journal", version: 2, session: "s" },
      { kind: "closed" },
    ]);
    expect(createSessionsStore({ folder }).read("s").open.size).toBe(0);
  });

  it("has its header of the second version written once", () => {
    read(began("i"));
    const store = createSessionsStore({ folder });
    store.append("s", [{ kind: "allowed", at }]);
    store.append("s", [{ kind: "allowed", at }]);
    createSessionsStore({ folder }).append("s", [{ kind: "allowed", at }]);
    expect(readFileSync(journal(), "utf8").match(/"version":2/g)).toHaveLength(1);
  });
});
