import type { DecisionRow } from "@intentgate/sidecar";
import { describe, expect, it } from "vitest";
import { aboutOf } from "./call-list.ts";

const row = (phase: string, payload?: unknown): DecisionRow => ({
  timestamp: "2026-01-01T00:00:00Z",
  invocation_id: "1",
  phase,
  session: "s",
  tool: "t",
  intent_id: null,
  ms: 0,
  ...(payload === undefined ? {} : { payload }),
});

describe("what a call was about", () => {
  it.each<[unknown, string | null]>([
    [{ path: "src/a.ts", content: { length: 9, hash: "x" } }, "src/a.ts"],
    [{ file_path: "src/a.ts" }, "src/a.ts"],
    [{ command: "npm test", path: "." }, "npm test"],
    [{ intent_id: "INT-001" }, "INT-001"],
    [{ path: "a\u202eb" }, "a\\u202eb"],
    [{ command: "x".repeat(300) }, `${"x".repeat(200)}…`],
    [{ path: " " }, null],
    [{ path: { length: 90_000, hash: "x" } }, null],
    [{ path: 7 }, null],
    [{}, null],
    [null, null],
    ["src/a.ts", null],
    [undefined, null],
  ])("of %j is %j", (payload, about) => expect(aboutOf([row("received", payload)])).toBe(about));

  it("is not known where the start of the call was rotated away", () => {
    expect(aboutOf([row("done", { path: "src/a.ts" })])).toBeNull();
    expect(aboutOf([])).toBeNull();
  });

  it("is nothing that every object has", () => {
    expect(aboutOf([row("received", Object.create({ path: "inherited" }))])).toBeNull();
  });
});
