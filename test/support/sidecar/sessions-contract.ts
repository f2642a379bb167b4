import type { PreToolUseContext } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import type { OpenCall, SessionEvent, SessionState, SessionsStore } from "../../../packages/sidecar/src/store/store.ts";

const at = "2026-02-18T12:00:00.000Z";
const later = "2026-02-18T13:00:00.000Z";
const call: OpenCall = {
  invocationId: "i",
  tool: "t",
  intentId: null,
  pid: 1,
  pidStartedAt: "1",
  at,
  before: { "/w/a": null },
  decided: null,
};
const decided = {
  key: "k",
  errorMessage: null,
  context: { invocationId: "i" } as PreToolUseContext,
  own: null,
};
const refusal = { ...decided, errorMessage: "{}" };
const own = { ...decided, own: { at, callId: null, cwd: "/w", input: "h" } };
const standing: SessionEvent = { kind: "standing", at, intent: "I", approval: "ap-1" };
const command: SessionEvent = { kind: "command_approved", at, intent: "I", command: "npm test", approval: "ap-2" };
const told = (level: string, phase: "before" | "after"): SessionEvent => ({
  ...{ kind: "heard", at, name: "n", key: "k", moment: null, level, phase },
});
const stopped: SessionEvent = { kind: "stopped", at, by: "ann" };
const resumed: SessionEvent = { kind: "resumed", at: later, by: "ann" };
const isStopped: Partial<SessionState> = { stop: { at, by: "ann" } };
const denied = (call?: string): SessionEvent => ({
  ...{ kind: "denied", at, code: "X", tool: "t" },
  ...(call === undefined ? {} : { call }),
});
const history = (line: string): SessionEvent => ({ kind: "history", intent: "I", line });

const rows: [string, SessionEvent[], Partial<SessionState>][] = [
  ["is fresh without events", [], { startedAt: null, intent: null, denialsInARow: 0, ended: false, damaged: 0 }],
  [
    "knows its host",
    [{ kind: "seen", at, host: "codex", model: "m", parent: "p" }],
    { host: "codex", model: "m", parent: "p", startedAt: at },
  ],
  [
    "forgets nothing that is not said again",
    [
      { kind: "seen", at, host: "codex" },
      { kind: "seen", at: later },
    ],
    { host: "codex", startedAt: at, lastAt: later },
  ],
  [
    "holds the intent it took",
    [{ kind: "took", at, intent: "I", digest: "d", by: "agent" }],
    { intent: { id: "I", digest: "d", by: "agent", at } },
  ],
  [
    "holds the last intent it took",
    [
      { kind: "took", at, intent: "I", digest: "d", by: "agent" },
      { kind: "took", at: later, intent: "J", digest: "e", by: "person" },
    ],
    { intent: { id: "J", digest: "e", by: "person", at: later } },
  ],
  [
    "holds none once it is released",
    [
      { kind: "took", at, intent: "I", digest: "d", by: "agent" },
      { kind: "released", at },
    ],
    { intent: null },
  ],
  [
    "knows what it saw last",
    [
      { kind: "saw", path: "/a", hash: "1" },
      { kind: "saw", path: "/a", hash: null },
    ],
    { seen: new Map([["/a", null]]) },
  ],
  [
    "counts denials",
    [
      { kind: "denied", at, code: "X", tool: "t" },
      { kind: "denied", at, code: "X", tool: "t" },
    ],
    { denialsInARow: 2 },
  ],
  [
    "counts how often the most refused call was refused, whatever comes between",
    [denied("a"), denied("b"), denied("a"), denied("c"), denied("b"), denied("a")],
    { denialsInARow: 6, sameDenials: 3 },
  ],
  [
    "takes refusals of which no hash was kept for refusals of one call",
    [denied(), denied("a"), denied(), denied(), denied("a")],
    { denialsInARow: 5, sameDenials: 3 },
  ],
  [
    "does not forget what was refused more often when something else is refused",
    [denied("a"), denied("a"), denied("a"), denied("b")],
    { denialsInARow: 4, sameDenials: 3 },
  ],
  [
    "counts from zero after an allowed call",
    [denied("a"), denied("a"), { kind: "allowed", at }],
    { denialsInARow: 0, sameDenials: 0 },
  ],
  [
    "counts the same call from zero after an allowed one",
    [denied("a"), denied("a"), { kind: "allowed", at }, denied("a")],
    { denialsInARow: 1, sameDenials: 1 },
  ],
  [
    "does not count failing tools as denials, and a failure does not reset them",
    [
      { kind: "denied", at, code: "X", tool: "t" },
      { kind: "tool_failed", at, tool: "t" },
    ],
    { denialsInARow: 1, hadToolFailure: true },
  ],
  [
    "is reset by a person",
    [
      { kind: "denied", at, code: "X", tool: "t" },
      { kind: "tool_failed", at, tool: "t" },
      { kind: "reset", at, by: "ann" },
    ],
    { denialsInARow: 0, sameDenials: 0, hadToolFailure: false },
  ],
  [
    "keeps approvals for its time",
    [standing, command],
    { standing: new Map([["I", "ap-1"]]), approvedCommands: new Map([["I\0npm test", "ap-2"]]) },
  ],
  [
    "loses them when they are revoked",
    [standing, command, { kind: "standing_revoked", at }],
    { standing: new Map(), approvedCommands: new Map() },
  ],
  [
    "loses them when it ends, and does not get them back when it is resumed",
    [standing, command, { kind: "ended_session", at }, { kind: "seen", at }],
    { standing: new Map(), approvedCommands: new Map(), ended: false },
  ],
  [
    "keeps what it saw when it is resumed",
    [
      { kind: "saw", path: "/a", hash: "1" },
      { kind: "ended_session", at },
      { kind: "seen", at },
    ],
    { seen: new Map([["/a", "1"]]), ended: false },
  ],
  ["is ended", [{ kind: "ended_session", at }], { ended: true }],
  [
    "gathers history until it is folded",
    [history("a"), history("b"), { kind: "history_folded", intent: "I", count: 2 }, history("c")],
    { history: new Map([["I", ["c"]]]) },
  ],
  [
    "does not fold what came after the folder looked",
    [history("a"), history("b"), { kind: "history_folded", intent: "I", count: 1 }],
    { history: new Map([["I", ["b"]]]) },
  ],
  ["has a call between its before and its after", [{ kind: "opened", at, call }], { open: new Map([["i", call]]) }],
  [
    "has none after its end",
    [
      { kind: "opened", at, call },
      { kind: "closed", invocationId: "i" },
    ],
    { open: new Map() },
  ],
  [
    "keeps what was decided of it for the other process",
    [{ kind: "opened", at, call: { ...call, decided } }],
    { open: new Map([["i", { ...call, decided }]]), refused: new Map() },
  ],
  [
    "remembers a refusal by its key, and has nothing open for it",
    [{ kind: "opened", at, call: { ...call, decided: refusal } }],
    { open: new Map(), refused: new Map([["k", refusal]]) },
  ],
  [
    "knows which levels told of what has no name, until each has told its end",
    [told("user", "before"), told("project", "before"), told("user", "after")],
    {
      heard: new Map([["n", { name: "n", key: "k", moment: null, at, before: ["user", "project"], after: ["user"] }]]),
    },
  ],
  [
    "forgets it then",
    [told("user", "before"), told("project", "before"), told("project", "after"), told("user", "after")],
    { heard: new Map() },
  ],
  [
    "remembers that a tool of ours has run until its end is told as well",
    [
      { kind: "opened", at, call: { ...call, decided: own } },
      { kind: "closed", invocationId: "i" },
    ],
    { open: new Map(), ran: new Map([["i", own]]) },
  ],
  [
    "and forgets that then",
    [
      { kind: "opened", at, call: { ...call, decided: own } },
      { kind: "closed", invocationId: "i" },
      { kind: "closed", invocationId: "i" },
    ],
    { ran: new Map() },
  ],
  ["is stopped by a person's word", [stopped], { stop: { at, by: "ann" }, startedAt: null, lastAt: null }],
  ["goes on once they resume it", [stopped, resumed], { stop: null, damaged: 0 }],
  ["stays stopped where it ends", [stopped, { kind: "ended_session", at }], { stop: { at, by: "ann" }, ended: true }],
  ["stays stopped where its host starts it again", [stopped, { kind: "seen", at: later, host: "codex" }], isStopped],
  ["stays stopped where it is reset", [stopped, { kind: "reset", at: later, by: "ann" }], isStopped],
  ["stays stopped where a call of it passed before", [stopped, { kind: "allowed", at: later }], isStopped],
  ["is not stopped by a word that came before it", [resumed], { stop: null }],
  [
    "is heard of no later for being stopped",
    [
      { kind: "seen", at },
      { ...stopped, at: later },
    ],
    { lastAt: at },
  ],
  [
    "is not troubled by an end of which it knows no beginning",
    [{ kind: "closed", invocationId: "x" }],
    { open: new Map(), damaged: 0 },
  ],
];

export function sessionsContract(name: string, open: () => SessionsStore): void {
  describe(`${name}: a session`, () => {
    it.each(rows)("%s", (_name, events, expected) => {
      const together = open();
      together.append("s", events);
      expect(together.read("s")).toMatchObject({ id: "s", ...expected });
      const single = open();
      for (const event of events) {
        single.append("s", [event]);
        single.read("s");
      }
      expect(single.read("s")).toEqual(together.read("s"));
    });

    it("is one of its own however similar the ids are", () => {
      const sessions = open();
      const ids = ["a", "A", "a ", "a/../a", "..", "", "ä", "a\0", "x".repeat(300), `${"x".repeat(300)}y`];
      for (const id of ids) sessions.append(id, [{ kind: "saw", path: id, hash: "1" }]);
      for (const id of ids) expect([...sessions.read(id).seen.keys()]).toEqual([id]);
      expect(new Set(sessions.list().map((state) => state.id))).toEqual(new Set(ids));
    });

    it("is listed only once it has an event", () => {
      const sessions = open();
      sessions.read("a");
      sessions.append("b", []);
      expect(sessions.list()).toEqual([]);
    });

    it("keeps the newest history only, however long it goes unfolded", () => {
      const sessions = open();
      sessions.append(
        "s",
        Array.from({ length: 500 }, (_, n) => history(String(n))),
      );
      const lines = sessions.read("s").history.get("I") ?? [];
      expect(lines.length).toBeLessThan(100);
      expect(lines.at(-1)).toBe("499");
    });

    it("gives a picture that later events do not change", () => {
      const sessions = open();
      sessions.append("s", [history("a")]);
      const before = sessions.read("s");
      sessions.append("s", [
        history("b"),
        { kind: "saw", path: "/a", hash: "1" },
        { kind: "denied", at, code: "X", tool: "t" },
      ]);
      expect(sessions.read("s").seen.size).toBe(1);
      expect(before).toMatchObject({ denialsInARow: 0, history: new Map([["I", ["a"]]]) });
    });
  });
}
