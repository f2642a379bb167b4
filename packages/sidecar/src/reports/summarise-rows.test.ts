import { expect, it } from "vitest";
import type { DecisionRow } from "../store/store.ts";
import { summariseRows } from "./summarise-rows.ts";

const since = new Date("2026-02-10T00:00:00.000Z");

function row(id: string, fields: Partial<DecisionRow>): DecisionRow {
  return {
    timestamp: "2026-02-12T00:00:00.000Z",
    invocation_id: id,
    phase: "pre",
    session: "s1",
    tool: "write_to_file",
    intent_id: "INT-001",
    ms: 1,
    ...fields,
  };
}

const denied = (id: string, code: string, fields: Partial<DecisionRow> = {}) =>
  row(id, { decision: "deny", code, reason: `no ${id}`, ...fields });

it("counts refusals by code, most frequent first, with the newest three as examples", () => {
  const rows = [
    denied("a", "STALE_FILE"),
    ...["b", "c", "d", "e"].map((id) => denied(id, "SCOPE_VIOLATION", { session: id })),
  ];
  const { stopped, calls, sessions } = summariseRows(rows, since);
  expect(stopped.map(({ what, count, sessions }) => [what, count, sessions])).toEqual([
    ["SCOPE_VIOLATION", 4, 4],
    ["STALE_FILE", 1, 1],
  ]);
  expect(stopped[0]?.examples.map((one) => one.reason)).toEqual(["no b", "no c", "no d"]);
  expect([calls, sessions]).toEqual([5, 5]);
});

it("counts a call once whose checks ran twice around an approval", () => {
  const { stopped } = summariseRows([denied("a", "STALE_FILE"), denied("a", "STALE_FILE")], since);
  expect(stopped[0]?.count).toBe(1);
});

it("keeps apart what was let pass but would have been stopped or asked about", () => {
  const report = summariseRows(
    [
      row("a", { decision: "would_deny", code: "SCOPE_VIOLATION" }),
      row("b", { decision: "would_ask", hook: "hitlPreHook", tool: "delete_file" }),
      row("c", { decision: "allow" }),
    ],
    since,
  );
  expect(report.stopped).toEqual([]);
  expect(report.would_have_stopped.map((one) => one.what)).toEqual(["SCOPE_VIOLATION"]);
  expect(report.would_have_asked.map((one) => one.what)).toEqual(["delete_file"]);
});

it("lists violations with their paths, and nothing that is no path", () => {
  const { violations } = summariseRows(
    [row("a", { phase: "post", decision: "violation", paths: ["src/x.ts", 7, null] })],
    since,
  );
  expect(violations.map((one) => one.paths)).toEqual([["src/x.ts"]]);
});

it("leaves out what is older, and stops reading well behind it", () => {
  const read: string[] = [];
  function* rows() {
    for (const [id, timestamp] of [
      ["a", "2026-02-10T00:00:00.000Z"],
      ["b", "2026-02-09T23:59:59.000Z"],
      ["c", "2026-02-10T00:00:01.000Z"],
      ["d", "2026-02-09T00:00:00.000Z"],
      ["e", "2026-02-11T00:00:00.000Z"],
    ] as const) {
      read.push(id);
      yield denied(id, "STALE_FILE", { timestamp });
    }
  }
  expect(summariseRows(rows(), since).stopped[0]?.count).toBe(2);
  expect(read).toEqual(["a", "b", "c", "d"]);
});

it("does not count what a person did as a call", () => {
  expect(summariseRows([row("p", { phase: "post", decision: "paused", session: "person" })], since)).toMatchObject({
    calls: 0,
    sessions: 0,
  });
});
