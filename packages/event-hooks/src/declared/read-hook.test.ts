import { describe, expect, it } from "vitest";
import type { PathGlobs } from "./match-hook.ts";
import { readHook } from "./read-hook.ts";

/** Prefixes are enough here: what globs mean is tested where they live. */
const globs: PathGlobs = {
  problem: (glob) => (glob.startsWith("/") ? "is absolute" : null),
  covers: (all, path) => all.some((glob) => path.startsWith(glob.replace("**", ""))),
};

const tracker = `id: tracker
event_type: PostAbilityCall
enabled: true

summary: >
  Track every call.

match:
  ability_scope: "*"
  min_duration_ms: 0

handler:
  kind: script
  command: ./scripts/hooks/tracker.sh

effects:
  - append_to: .system/logs/tool_call.md
  - suggest_abilities
`;

const read = (text: string, file = ".system/hooks/tracker.yaml") => readHook(text, file, globs);
const problems = (text: string, file?: string) => {
  const result = read(text, file);
  return result.ok ? [] : result.problems.map((one) => `${one.line}: ${one.message}`);
};

describe("a hook file", () => {
  it("is read with its defaults", () => {
    expect(read(tracker)).toEqual({
      ok: true,
      value: {
        id: "tracker",
        file: ".system/hooks/tracker.yaml",
        event_type: "PostAbilityCall",
        enabled: true,
        blocking: false,
        contained: false,
        environments: null,
        summary: "Track every call.",
        match: {
          ability_scope: ["*"],
          ability_id: null,
          operation_key: null,
          min_duration_ms: 0,
          only_if_changed_paths: null,
          file_patterns: null,
          status: null,
          stage: null,
        },
        examples: 0,
        handler: { kind: "script", command: "./scripts/hooks/tracker.sh", timeout_ms: 10_000, files: [] },
        effects: [{ append_to: ".system/logs/tool_call.md" }, "suggest_abilities"],
      },
    });
  });

  it.each([
    ["an unknown key", tracker.replace("enabled:", "enabeld:"), '3: unknown key "enabeld": did you mean "enabled"?'],
    ["an unknown event", tracker.replace("PostAbilityCall", "PostToolUse"), "2: event_type must be one of"],
    ["a missing handler", tracker.replace(/handler:\n.*\n.*\n/, ""), 'lacks the key "handler"'],
    ["a kind that does not exist", tracker.replace("kind: script", "kind: shell"), "handler.kind must be one of"],
    ["no command", tracker.replace("./scripts/hooks/tracker.sh", '""'), "handler.command must not be empty"],
    ["an id with a slash", tracker.replace("id: tracker", "id: a/b"), "1: id must be a name"],
    [
      "an id that is not the file's name",
      tracker.replace("id: tracker", "id: other"),
      "1: the id other is not the name",
    ],
    ["a truth that is none", tracker.replace("enabled: true", "enabled: maybe"), "3: enabled must be true or false"],
    ["a time that is too long", tracker.replace("kind: script", "kind: script\n  timeout_ms: 6000000"), "timeout_ms"],
    ["a negative duration", tracker.replace("min_duration_ms: 0", "min_duration_ms: -1"), "match.min_duration_ms"],
    ["an empty list", tracker.replace('ability_scope: "*"', "ability_scope: []"), "match.ability_scope"],
    ["a status that does not exist", tracker.replace("min_duration_ms: 0", "status: done"), "match.status"],
    ["an absolute glob", tracker.replace("min_duration_ms: 0", "file_patterns: /etc/**"), "is absolute"],
    ["a box that is neither wanted nor not", `${tracker}contained: maybe\n`, "contained must be true or false"],
    [
      "a module in a box",
      `${tracker.replace("kind: script", "kind: module")}contained: true\n`,
      "a module cannot be contained",
    ],
    ["a second document", `${tracker}---\nid: x\n`, "document"],
    ["a tag", tracker.replace("./scripts/hooks/tracker.sh", "!!js/function x"), "tag"],
    ["the same key twice", `${tracker}id: tracker\n`, "id"],
    ["no map", "- id: x\n", "must be a map"],
    ["nothing", "", "lacks the key"],
    ["a newer version", `version: 2\n${tracker}`, "version"],
    [
      "a condition that its event cannot meet",
      tracker.replace("PostAbilityCall", "UserPromptSubmit").replace('ability_scope: "*"', "ability_id: x"),
      "ability_id means nothing for UserPromptSubmit",
    ],
  ])("with %s is refused", (_what, text, said) => {
    expect(problems(text).join("\n")).toContain(said);
  });
});

describe("examples in a match", () => {
  const withExamples = (examples: string) =>
    tracker.replace(
      'ability_scope: "*"',
      `ability_scope: "db.*"\n  file_patterns: ["src/**"]\n  examples:\n${examples}`,
    );

  it("hold", () => {
    const text = withExamples(
      "    match:\n      - { ability_id: db.write, files_touched: [src/a.ts] }\n    not_match:\n      - { ability_id: web.get, files_touched: [src/a.ts] }\n      - { ability_id: db.write, files_touched: [docs/a.md] }",
    );
    expect(problems(text)).toEqual([]);
  });

  it.each([
    ["one that does not match", "    match:\n      - { ability_id: web.get }", "meant to match: it wants db.*"],
    [
      "one that matches",
      "    not_match:\n      - { ability_id: db.x, files_touched: [src/a] }",
      "not to match: it matches",
    ],
    ["a field that no event has", "    match:\n      - { abilty_id: db.x }", "abilty_id has no sense"],
    [
      "a field of another form",
      "    match:\n      - { ability_id: db.x, files_touched: src/a }",
      "files_touched has no sense",
    ],
  ])("refuse %s", (_what, examples, said) => {
    expect(problems(withExamples(examples)).join("\n")).toContain(said);
  });
});
