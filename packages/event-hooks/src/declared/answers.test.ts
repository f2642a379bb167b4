import { matchesWildcard } from "@intentgate/documents";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventContext, PostAbilityCallContext } from "./event-context.ts";
import type { EventHook, HookMatch } from "./event-hook.ts";
import { emptyResult, type HookResult } from "./hook-result.ts";
import { abilityNames, failingKey, failingName, matchFacts, matchHook, type PathGlobs } from "./match-hook.ts";
import { mergeResults } from "./merge-results.ts";
import { readResult } from "./read-result.ts";
import { registrationOf, standingOf } from "./register-hooks.ts";

const read = (value: unknown) => readResult(typeof value === "string" ? value : JSON.stringify(value));
const matchesAll: HookMatch = {
  ability_scope: null,
  ability_id: null,
  operation_key: null,
  min_duration_ms: null,
  only_if_changed_paths: null,
  file_patterns: null,
  status: null,
  stage: null,
};
const globs: PathGlobs = { problem: () => null, covers: (all, path) => all.some((glob) => path.startsWith(glob)) };

describe("what a handler printed", () => {
  it.each<[string, unknown, Partial<HookResult>]>([
    ["nothing", "", {}],
    ["an empty object", {}, {}],
    ["a message", { messages_to_user: ["Look."] }, { messages_to_user: ["Look."] }],
    ["an action with its path beside it", action({ path: "a.ts" }), opens("a.ts")],
    ["an action with a payload", action({ payload: { path: "a.ts" } }), opens("a.ts")],
    [
      "a suggestion without confidence",
      { suggested_abilities: [{ id: "x", reason: "y" }] },
      { suggested_abilities: [{ id: "x", reason: "y", confidence: null }] },
    ],
    ["an error", { error: "blocked_by_policy" }, { error: "blocked_by_policy" }],
    ["tags", { tags: ["risk:high"] }, { tags: ["risk:high"] }],
    ["a null for a list", { logs: null }, {}],
  ])("%s is read", (_what, printed, wanted) => {
    expect(read(printed)).toEqual({
      ok: true,
      result: { ...emptyResult, ...wanted },
      warnings: [],
      malformed: [],
    });
  });

  it.each<[string, string]>([
    ["text", "done"],
    ["two objects", '{"a":1}\n{"b":2}'],
    ["a list", "[]"],
    ["a number", "1"],
    ["null", "null"],
    ["half an object", '{"error":'],
  ])("%s is no answer", (_what, printed) => {
    expect(readResult(printed).ok).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ["a list that is none", { messages_to_user: "Look." }],
    ["a confidence beyond one", { suggested_abilities: [{ id: "x", reason: "", confidence: 7 }] }],
    ["an unknown action", { follow_up_actions: [{ kind: "rm_rf", payload: { path: "/" } }] }],
    ["an action without anything", { follow_up_actions: [{ kind: "open_file" }] }],
    ["too many entries", { messages_to_user: Array.from({ length: 60 }, () => "x") }],
    ["an error that is no text", { error: { deny: false } }],
    ["a stage that does not exist", { new_intent: { intent: "x", stage: "later" } }],
    ["a tag with spaces", { tags: ["a b"] }],
    ["signals that are too large", { new_intent: { intent: "x", signals: { a: "x".repeat(9_000) } } }],
  ])("%s is left out and named", (_what, printed) => {
    const found = read(printed);
    expect(found).toMatchObject({ ok: true, result: emptyResult });
    expect(found.ok && found.malformed).toHaveLength(1);
  });

  it.each<[string, string]>([
    ["a slip of the pen", '{"eror":"x"}'],
    ["another case", '{"Error":"blocked"}'],
    ["capitals", '{"ERROR":"blocked"}'],
    ["a plural", '{"errors":["blocked"]}'],
    ["a blank", '{"error ":"blocked"}'],
    ["a look-alike", '{"\u0435rror":"blocked"}'],
    ["a question misspelled", '{"confrim":{"question":"Sure?"}}'],
    ["a key that is taken back", '{"error":"x","error":null}'],
    ["a key that is taken back, spelled otherwise", '{"error":"x", "\\u0065rror" : null}'],
    ["a key that is named twice further in", '{"confirm":{"question":"Sure?","question":"?"}}'],
  ])("%s may have been meant to stop something", (_what, printed) => {
    const found = read(printed);
    expect(found).toMatchObject({ ok: true, warnings: [] });
    expect(found.ok && found.malformed).toHaveLength(1);
  });

  it.each([
    '{"logs":[{"level":"info","message":"a"},{"level":"info","message":"b"}]}',
    '{"messages_to_user":["error","error","a: {\\"error\\":1}","error\\\\"]}',
    '{"tags":["a"],"new_intent":{"intent":"x","signals":{"error":1,"tags":{"error":2}}}}',
  ])("%s names nothing twice", (printed) => {
    expect(read(printed)).toMatchObject({ ok: true, malformed: [], warnings: [] });
  });

  it("names fields nobody knows", () => {
    expect(read({ message_to_user: ["x"], colour: 1 })).toMatchObject({
      warnings: ["unknown field message_to_user, messages_to_user may be meant", "unknown field colour"],
    });
  });

  it("shows no control characters", () => {
    const found = read({ messages_to_user: ["a\u001b[2Jb\u202ec\nd"] });
    expect(found.ok && found.result.messages_to_user[0]).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it("never throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (printed) => {
        readResult(printed);
      }),
    );
  });
});

describe("several answers", () => {
  const answer = (hook: string, result: Partial<HookResult>) => ({ hook, result: { ...emptyResult, ...result } });

  it("become one, each entry with its hook", () => {
    const merged = mergeResults([
      answer("a", {
        suggested_abilities: [{ id: "x", reason: "a", confidence: 0.4 }],
        messages_to_user: ["same", "first"],
        new_intent: { scope: null, topic: null, stage: null, intent: "one", signals: {} },
        tags: ["t"],
      }),
      answer("b", {
        suggested_abilities: [
          { id: "y", reason: "b", confidence: null },
          { id: "x", reason: "b", confidence: 0.9 },
        ],
        messages_to_user: ["same"],
        new_intent: { scope: null, topic: null, stage: null, intent: "two", signals: {} },
        tags: ["t", "u"],
      }),
    ]);
    expect(merged.suggested_abilities.map(({ id, hook }) => [id, hook])).toEqual([
      ["x", "b"],
      ["y", "b"],
    ]);
    expect(merged.messages_to_user).toEqual([
      { text: "same", hook: "a" },
      { text: "first", hook: "a" },
    ]);
    expect(merged.new_intent).toMatchObject({ intent: "one", hook: "a" });
    expect(merged.set_aside).toEqual([{ hook: "b", what: "new_intent two" }]);
    expect(merged.tags).toEqual(["t", "u"]);
  });

  it("of nobody are nothing", () => {
    expect(mergeResults([])).toMatchObject({ logs: [], new_intent: null, follow_up_actions: [] });
  });
});

describe("the match of a hook", () => {
  const call: PostAbilityCallContext = {
    event_type: "PostAbilityCall",
    session_id: "s",
    timestamp: "t",
    ability_id: "billing_regression",
    operation_key: "workflow.billing.regression",
    modules: ["billing"],
    status: "failure",
    duration_ms: 200,
    stage: "act",
    files_touched: ["services/a.ts"],
  };
  const key = (match: object, event: EventContext = call) => {
    const found = matchHook({ event_type: "PostAbilityCall", match: { ...matchesAll, ...match } }, event, globs);
    return found.ok ? "runs" : found.key;
  };

  it.each<[object, string]>([
    [{}, "runs"],
    [{ ability_scope: ["*"] }, "runs"],
    [{ ability_scope: ["billing"] }, "runs"],
    [{ ability_scope: ["workflow.*"] }, "runs"],
    [{ ability_scope: ["web.*", "billing_*"] }, "runs"],
    [{ ability_scope: ["bill"] }, "ability_scope"],
    [{ ability_id: ["workflow.billing.regression"] }, "ability_id"],
    [{ operation_key: ["billing_regression"] }, "operation_key"],
    [{ min_duration_ms: 200 }, "runs"],
    [{ min_duration_ms: 201 }, "min_duration_ms"],
    [{ status: ["failure"] }, "runs"],
    [{ status: ["success", "skipped"] }, "status"],
    [{ stage: ["plan"] }, "stage"],
    [{ only_if_changed_paths: ["services/"] }, "runs"],
    [{ only_if_changed_paths: ["apps/"] }, "only_if_changed_paths"],
    [{ file_patterns: ["docs/"], status: ["failure"] }, "file_patterns"],
  ])("%j: %s", (match, wanted) => {
    expect(key(match)).toBe(wanted);
  });

  it.each<[object, string]>([
    [{ file_patterns: ["services/"] }, "runs"],
    [{ file_patterns: ["docs/"] }, "runs"],
    [{ only_if_changed_paths: ["docs/"] }, "runs"],
    [{ only_if_changed_paths: ["services/"] }, "only_if_changed_paths"],
  ])("tells what was changed from what was only read where the event does: %j: %s", (match, wanted) => {
    const event = { ...call, files_touched: ["docs/x.md", "services/a.ts"], changed_files: ["docs/x.md"] };
    expect(key(match, event)).toBe(wanted);
  });

  it("says the same by key and by name alone", () => {
    const patterns = fc.constantFrom(null, ["*"], ["billing*"], ["workflow.*"], ["x"]);
    const keys = fc.record({ ability_scope: patterns, ability_id: patterns, operation_key: patterns });
    fc.assert(
      fc.property(keys, (names) => {
        const match = { ...matchesAll, ...names };
        expect(failingName(match, abilityNames(call))).toBe(failingKey({ ...call, match }, matchFacts(call), globs));
      }),
    );
  });

  it("is not for another event", () => {
    expect(key({}, { event_type: "SessionStop", session_id: "s", timestamp: "t" })).toBe("event_type");
  });

  it("compares names in the time of their lengths", () => {
    expect(matchesWildcard("*a".repeat(2_000), "a".repeat(20_000))).toBe(true);
    expect(matchesWildcard(`${"*a".repeat(2_000)}b`, "a".repeat(20_000))).toBe(false);
  });
});

describe("registration", () => {
  const hook = (id: string, more: Partial<EventHook> = {}): EventHook => ({
    id,
    file: `.system/hooks/${id}.yaml`,
    event_type: "SessionStop",
    enabled: true,
    contained: false,
    blocking: false,
    environments: null,
    summary: "",
    match: matchesAll,
    examples: 0,
    handler: { kind: "script", command: `./${id}.sh`, timeout_ms: 1, files: [] },
    effects: [],
    ...more,
  });
  const here = { named: ["dev"], added: ["ci"] };

  it("groups by event and orders by id, whatever the order of the files", () => {
    const hooks = [hook("b"), hook("a"), hook("c", { event_type: "UserPromptSubmit" }), hook("d", { enabled: false })];
    const wanted = {
      UserPromptSubmit: [{ id: "c", handler: { kind: "script", command: "./c.sh" } }],
      SessionStop: [
        { id: "a", handler: { kind: "script", command: "./a.sh" } },
        { id: "b", handler: { kind: "script", command: "./b.sh" } },
      ],
    };
    expect(registrationOf(hooks, here)).toEqual(wanted);
    expect(registrationOf(hooks.toReversed(), here)).toEqual(wanted);
  });

  it.each<[Partial<EventHook>, string]>([
    [{}, "runs"],
    [{ environments: ["dev"] }, "runs"],
    [{ environments: ["ci", "prod"] }, "runs"],
    [{ environments: ["prod"] }, "environment"],
    [{ enabled: false, environments: ["dev"] }, "disabled"],
  ])("%j: %s", (more, wanted) => {
    const standing = standingOf(hook("a", more), here);
    expect(standing.ok ? "runs" : standing.reason).toBe(wanted);
  });
});

function action(more: object): object {
  return { follow_up_actions: [{ kind: "open_file", ...more }] };
}

function opens(path: string): Partial<HookResult> {
  return { follow_up_actions: [{ kind: "open_file", payload: { path } }] };
}
