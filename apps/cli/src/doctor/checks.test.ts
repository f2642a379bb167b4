import type { Intent } from "@intentgate/policy";
import { machineFiles } from "@intentgate/sidecar";
import { sealRecord, type TraceDraft, type TraceRecord } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { machineChecks, rootChecks } from "./checks.ts";
import { judgeClock, judgeSpace, judgeVersion } from "./machine.ts";
import { newestProblems } from "./records.ts";
import { globsWithoutFiles, sharedFiles } from "./scopes.ts";
import { judgeIgnore } from "./sidecar.ts";

it("no two checks have the same name", () => {
  const names = [...machineChecks, ...rootChecks].map((one) => one.name);
  expect(new Set(names).size).toBe(names.length);
});

it.each([
  ["20.19.0", "ok"],
  ["22.0.0", "ok"],
  ["20.18.9", "problem"],
  ["18.20.0", "problem"],
  ["garbage", "problem"],
])("Node.js %s is %s", (version, state) => {
  expect(judgeVersion(version).state).toBe(state);
});

it.each([
  [50_000, "ok"],
  [200, "ok"],
  [199, "warning"],
  [9, "problem"],
  [0, "problem"],
])("%i MB of free disk is %s", (megabytes, state) => {
  expect(judgeSpace(megabytes).state).toBe(state);
});

describe("the clock", () => {
  const now = new Date("2026-06-01T12:00:00.000Z");
  it.each([
    [now, [], "ok"],
    [now, ["2026-06-01T11:00:00.000Z"], "ok"],
    [now, ["2026-06-01T12:04:00.000Z"], "ok"],
    [now, ["2026-05-01T00:00:00.000Z", "2026-06-01T12:06:00.000Z"], "warning"],
    [new Date("1970-01-01T00:00:01.000Z"), [], "problem"],
  ])("at %s with entries of %j is %s", (at, stamps, state) => {
    expect(judgeClock(at, stamps).state).toBe(state);
  });
});

describe("the sidecar's ignore file", () => {
  const all = machineFiles.join("\n");
  it.each([
    ["what init writes", all, "ok"],
    ["anchored, with CRLF", machineFiles.map((one) => `/${one}`).join("\r\n"), "ok"],
    ["everything but the authored files", "*\n!.gitignore\n!active_intents.yaml\n!policy.yaml\n", "ok"],
    ["nothing", "", "warning"],
    ["all but one", all.replace("heads/\n", ""), "warning"],
    ["a comment of the name", all.replace("agent_trace.jsonl", "# agent_trace.jsonl"), "warning"],
    ["an authored file", `${all}\npolicy.yaml\n`, "problem"],
    ["everything", "*\n", "problem"],
    ["everything but the policy", "*\n!policy.yaml\n", "problem"],
  ])("with %s", (_, text, state) => {
    expect(judgeIgnore(text).map((one) => one.state)).toEqual([state]);
  });
});

describe("the newest part of the ledger", () => {
  const draft = (at: number): TraceDraft => ({
    id: `r${at}`,
    timestamp: "2026-02-16T12:00:00.000Z",
    intent_id: "INT-001",
    mutation_class: "INTENT_EVOLUTION",
    description: `change ${at}`,
    vcs: { revision_id: "unknown" },
    files: [],
    decision: { id: `d${at}`, tool: "write_to_file", approval: "none", outcome: "OK" },
  });
  const chain = (count: number, session = "s1"): TraceRecord[] => {
    const records: TraceRecord[] = [];
    for (let at = 0; at < count; at++) {
      const before = records.at(-1)?.integrity ?? null;
      records.push(JSON.parse(sealRecord(draft(at), before, session).line) as TraceRecord);
    }
    return records;
  };
  const headsOf = (records: readonly TraceRecord[]) =>
    new Map(records.map(({ integrity: { session, seq, hash } }) => [session, { seq, hash }]));
  const endsOf = (records: readonly TraceRecord[]) => ({ heads: headsOf(records), listed: new Map() });

  it("is sound as it was written, also when it begins in the middle of a chain", () => {
    const all = chain(5);
    expect(newestProblems(all, endsOf(all), true)).toEqual([]);
    expect(newestProblems(all.slice(2), endsOf(all), false)).toEqual([]);
  });

  it("shows an edited record", () => {
    const all = chain(3);
    const edited = all.map((one, at) => (at === 1 ? { ...one, intent_id: "INT-009" } : one));
    expect(newestProblems(edited, endsOf(all), true)).toEqual(["record r1 was changed after it was written"]);
  });

  it("shows a record that is missing in the middle, at the end, or with its whole session", () => {
    const all = chain(4);
    expect(newestProblems(all.toSpliced(1, 1), endsOf(all), true)).toEqual([
      expect.stringContaining("does not follow"),
    ]);
    expect(newestProblems(all.slice(0, 3), endsOf(all), true)).toEqual([expect.stringContaining("end of session s1")]);
    expect(newestProblems([], endsOf(all), true)).toEqual([expect.stringContaining("session s1 are gone")]);
  });

  it("does not miss a session whose records are older than the part it looks at", () => {
    const other = chain(2, "old");
    expect(newestProblems(chain(2), endsOf([...chain(2), ...other]), false)).toEqual([]);
  });

  it("shows a record that was replaced at the end by another sound one", () => {
    const all = chain(3);
    const heads = new Map([["s1", { seq: 3, hash: "sha256:other" }]]);
    const replaced = [expect.stringContaining("missing or was replaced")];
    expect(newestProblems(all, { heads, listed: new Map() }, true)).toEqual(replaced);
    expect(newestProblems(all, { heads: headsOf(all), listed: heads }, true)).toEqual(replaced);
    expect(newestProblems(all, { heads, listed: heads }, true)).toEqual(replaced);
  });

  it("shows what only the list outside the workspace still knows", () => {
    const all = chain(3);
    const listed = headsOf([...all, ...chain(2, "gone")]);
    expect(newestProblems(all, { heads: headsOf(all), listed }, true)).toEqual([
      expect.stringContaining("session gone are gone"),
    ]);
    const cut = all.slice(0, 2);
    expect(newestProblems(cut, { heads: headsOf(cut), listed }, false)).toEqual([
      expect.stringContaining("end of session s1"),
    ]);
  });

  it("shows a session without a head", () => {
    const all = [...chain(2), ...chain(1, "bare")];
    const ends = { heads: headsOf(chain(2)), listed: headsOf(all) };
    expect(newestProblems(all, ends, true)).toEqual([expect.stringContaining("no head is kept for session bare")]);
  });
});

describe("scopes against the files that are there", () => {
  const files = ["src/auth/a.ts", "src/auth/b.ts", "docs/a.md"];
  const intent = (id: string, ...owned_scope: string[]) => ({ id, owned_scope }) as Intent;

  it("names globs that reach nothing, but not those that take away", () => {
    const found = globsWithoutFiles([intent("A", "src/**", "lib/**", "!nothing/**"), intent("B", "docs/**")], files);
    expect(found.map((one) => one.message)).toEqual([expect.stringMatching(/^A: .*lib\/\*\*$/)]);
  });

  it("names each pair of intents that own the same files, with a count", () => {
    const found = sharedFiles([intent("A", "src/**"), intent("B", "src/auth/**"), intent("C", "docs/**")], files);
    expect(found.map((one) => one.message)).toEqual([expect.stringMatching(/^A and B own the same: 2 files/)]);
  });

  it("counts what a scope takes away as not owned", () => {
    expect(sharedFiles([intent("A", "src/**", "!src/auth/**"), intent("B", "src/auth/**")], files)).toEqual([]);
  });
});
