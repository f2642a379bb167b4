import { describe, expect, it } from "vitest";
import { bench, question, scopeDeny } from "../../../test/support/engine/engine-bench.ts";
import { readDecision } from "./read-decision.ts";

const withGetter = (key: string) => ({
  get [key](): never {
    throw new Error(`no ${key} for you`);
  },
});

/** None of these is a decision, and none may pass for a yes. */
const garbage: [string, unknown][] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["a number", 1],
  ["a text", "allow"],
  ["a symbol", Symbol("allow")],
  ["a function", () => ({ allow: true })],
  ["an empty object", {}],
  ["an empty list", []],
  ["a list with a decision in it", [{ allow: true }]],
  ["allow: 1", { allow: 1 }],
  ['allow: "true"', { allow: "true" }],
  ['allow: "yes"', { allow: "yes" }],
  ["allow: null", { allow: null }],
  ["allow: undefined", { allow: undefined }],
  ["another host's word for yes", { decision: "approve" }],
  ["a symbol as allow", { allow: Symbol("x") }],
  ["allow as an object without a prototype", { allow: Object.create(null) }],
  ["an allow that throws when read", withGetter("allow")],
  ["a yes with a patch that is a text", { allow: true, contextPatch: "<b>" }],
  ["a yes with a patch that is null", { allow: true, contextPatch: null }],
  ["a yes with a patch that is a list", { allow: true, contextPatch: [1] }],
  ["a question without a request", { allow: "ask" }],
  ["a question whose request is null", { allow: "ask", request: null }],
  ["a question that asks nothing", { allow: "ask", request: { ...question().request, question: "" } }],
  ["a question that is no text", { allow: "ask", request: { ...question().request, question: 7 } }],
  ["a question without a topic", { allow: "ask", request: { ...question().request, topic: undefined } }],
  ["a question without a meaning of no", { allow: "ask", request: { ...question().request, whenRejected: undefined } }],
  [
    "a question where no means yes",
    { allow: "ask", request: { ...question().request, whenRejected: { allow: true } } },
  ],
  [
    "a question that lets pass when nobody is there",
    { allow: "ask", request: { ...question().request, whenUnreachable: { allow: true } } },
  ],
  [
    "a question whose no has an unknown code",
    { allow: "ask", request: { ...question().request, whenRejected: { ...scopeDeny, code: "NOPE" } } },
  ],
  ["an error that was returned", new Error("allow")],
];

describe("readDecision", () => {
  it.each(garbage)("does not take %s for a decision", (_what, returned) => {
    expect(() => readDecision("third", returned)).toThrow();
  });

  it.each(garbage)("refuses the call when a critical hook answers %s", async (_what, returned) => {
    const gate = bench();
    gate.registerPreHook("third", async () => returned as never);
    const { allowed, error } = await gate.run();
    expect({ allowed, error }).toMatchObject({
      allowed: false,
      error: { code: "HOOK_ERROR", meta: { hook_name: "third" } },
    });
    expect(gate.steps).not.toContain("execute");
    expect(gate.pushed).toHaveLength(1);
  });

  it.each(garbage)("warns, and asks nobody, when another hook answers %s", async (_what, returned) => {
    const gate = bench();
    gate.registerPreHook("third", async () => returned as never, { critical: false });
    expect((await gate.run()).allowed).toBe(true);
    expect(gate.asked).toEqual([]);
    expect(gate.logged()).toContain("pre third warning");
  });

  it("takes nothing for no objection", () => {
    expect(readDecision("third", undefined)).toEqual({ allow: true });
  });

  it.each([
    ["a code", { allow: false, reason: "not today" }, "not today"],
    ["a known code", { allow: false, code: "TEAPOT", reason: "not today", remedy: "tea" }, "not today"],
    ["a remedy", { allow: false, code: "SCOPE_VIOLATION", reason: "not today" }, "not today"],
    ["a readable reason", { allow: false, reason: 42 }, "no reason given"],
    ["any reason", { allow: false }, "no reason given"],
    ["more than an empty reason", { allow: false, reason: "" }, "no reason given"],
  ])("turns a no without %s into BLOCKED_BY_HOOK under the hook's name", (_what, returned, reason) => {
    expect(readDecision("third", returned)).toMatchObject({
      allow: false,
      code: "BLOCKED_BY_HOOK",
      reason,
      meta: { hook_id: "third", hook_name: "third" },
    });
  });

  it("keeps a whole no as it is", () => {
    expect(readDecision("scope", scopeDeny)).toEqual(scopeDeny);
  });

  it("keeps what was asked, even if the hook changes its request afterwards", () => {
    const asked = question("Delete a.ts?");
    const read = readDecision("hitl", asked);
    asked.request.question = "Read a.ts?";
    asked.request.details.files = [];
    asked.request.whenRejected.reason = "changed";
    expect(read).toMatchObject({
      request: { question: "Delete a.ts?", details: { files: ["a.ts"] }, whenRejected: { reason: "rejected" } },
    });
  });
});
