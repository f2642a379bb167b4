import { expect, it } from "vitest";
import type { Foretold } from "../workspace/foretold.ts";
import { isExpected } from "./decide-tests.ts";

const allow: Foretold = { decision: "allow" };
const ask: Foretold = { decision: "ask", questions: ["Let it run?"] };
const denied = (code: "SCOPE_VIOLATION" | "HOOK_ERROR"): Foretold => ({
  decision: "deny",
  code,
  reason: "",
  remedy: "",
});

it.each([
  ["allow", null, allow, true],
  ["allow", null, ask, false],
  ["allow", null, denied("SCOPE_VIOLATION"), false],
  ["ask", null, ask, true],
  ["ask", null, allow, false],
  ["ask", null, denied("SCOPE_VIOLATION"), false],
  ["deny", null, denied("SCOPE_VIOLATION"), true],
  ["deny", "SCOPE_VIOLATION", denied("SCOPE_VIOLATION"), true],
  ["deny", "CONTROL_FILE", denied("SCOPE_VIOLATION"), false],
  ["deny", null, ask, false],
  ["deny", null, allow, false],
  // A check that broke down is no proof that the rules refuse it.
  ["deny", null, denied("HOOK_ERROR"), false],
  ["deny", "SCOPE_VIOLATION", denied("HOOK_ERROR"), false],
  ["deny", "HOOK_ERROR", denied("HOOK_ERROR"), true],
] as const)("expecting %s %s of %j: %s", (expected, code, said, is) => {
  const call = { tool: "execute_command", input: { command: "ls" } };
  expect(isExpected({ name: null, intent: null, call, expect: expected, code, line: 1 }, said)).toBe(is);
});
