import { expect, it } from "vitest";
import { readFromPanel, toPanel } from "./messages.ts";
import { pathInside } from "./tour-plan.ts";

it.each([
  null,
  "send",
  42,
  [],
  {},
  { type: "eval", text: "x" },
  { type: "send" },
  { type: "send", text: 5 },
  { type: "send", text: "   " },
  { type: "send", text: "x".repeat(100_001) },
])("drops what a panel has no business to say: %j", (message) => {
  expect(readFromPanel(message)).toBeNull();
});

it("takes a prompt with or without a choice of what it is for", () => {
  expect(readFromPanel({ type: "send", text: " hi ", choice: "x" })).toEqual({ type: "send", text: "hi", choice: "x" });
  expect(readFromPanel({ type: "send", text: "hi", choice: 7 })).toEqual({ type: "send", text: "hi", choice: null });
});

it("tells the panel what was refused, why, and what to do", () => {
  const refusal = {
    type: "tool_error" as const,
    code: "UNKNOWN_TOOL" as const,
    message: "there is no such tool",
    meta: { tool_name: "x", remedy: "Use another." },
  };
  expect(toPanel({ type: "tool_blocked", call: "1", tool: "x", reason: refusal.message, refusal })).toEqual({
    type: "tool_blocked",
    code: "UNKNOWN_TOOL",
    reason: "there is no such tool",
    remedy: "Use another.",
  });
});

it("cuts what is too long for a panel", () => {
  const shown = toPanel({
    type: "tool_result",
    call: "1",
    tool: "read_file",
    failed: false,
    result: "x".repeat(10_000),
  });
  expect(JSON.stringify(shown).length).toBeLessThan(5_000);
});

it.each([
  [["src/auth/**"], "src/auth/intentgate-tour.md"],
  [["**"], "intentgate-tour.md"],
  [["!src/x/**", "a.ts", "docs/**/*"], "docs/intentgate-tour.md"],
  [["src/*.ts"], null],
  [["a.ts"], null],
  [[], null],
])("the tour finds a place inside %j", (globs, path) => {
  expect(pathInside(globs)).toBe(path);
});
