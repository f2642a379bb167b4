import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { sessionFileName } from "./session-file-name.ts";
import { createSessionsStore } from "./sessions-store.ts";
import type { SessionEvent } from "./store.ts";

const at = "2026-01-01T00:00:00.000Z";

function opened() {
  const folder = tempFolder("sessions");
  const open = () => createSessionsStore({ folder });
  return { open, journal: join(folder, "sessions", `${sessionFileName("s")}.jsonl`) };
}

const event = fc.oneof(
  fc.constant<SessionEvent>({ kind: "denied", at, code: "X", tool: "t" }),
  fc.constant<SessionEvent>({ kind: "allowed", at }),
  fc.record({
    kind: fc.constant("saw" as const),
    path: fc.string({ unit: "binary" }),
    hash: fc.constantFrom(null, "a"),
  }),
  fc.record({ kind: fc.constant("history" as const), intent: fc.constantFrom("A", "B"), line: fc.string() }),
  fc.record({
    kind: fc.constant("took" as const),
    at: fc.constant(at),
    intent: fc.string(),
    digest: fc.constant("d"),
    by: fc.constantFrom("agent" as const, "person" as const),
  }),
);

describe("a session that several processes write to", () => {
  it("is to each of them what somebody reads who opens it anew", () => {
    const step = fc.record({
      who: fc.constantFrom("first", "second", "torn" as const),
      events: fc.array(event, { minLength: 1, maxLength: 3 }),
      reads: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { open, journal } = opened();
        const stores = { first: open(), second: open() };
        stores.first.append("s", [{ kind: "seen", at, host: "h" }]);
        for (const { who, events, reads } of steps) {
          if (who === "torn") appendFileSync(journal, '{"kind":"den');
          else stores[who as "first" | "second"].append("s", events);
          if (!reads) continue;
          const fresh = open().read("s");
          expect(stores.first.read("s")).toEqual(fresh);
          expect(stores.second.read("s")).toEqual(fresh);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is read again where the file was put in the place of another of the same size", () => {
    const { open, journal } = opened();
    const store = open();
    store.append("s", [{ kind: "denied", at, code: "X", tool: "t" }]);
    expect(store.read("s").denialsInARow).toBe(1);
    const other = readFileSync(journal, "utf8").replace('"denied"', '"deniee"');
    rmSync(journal);
    writeFileSync(journal, other);
    store.append("s", [{ kind: "denied", at, code: "X", tool: "t" }]);
    expect(store.read("s")).toMatchObject({ denialsInARow: 1, damaged: 1 });
  });
});
