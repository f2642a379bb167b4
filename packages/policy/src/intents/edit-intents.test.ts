import type { Checked } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import { addIntent, addScope, archiveIntent, setField, setHistory, setStatus } from "./edit-intents.ts";
import { readIntents } from "./read-intents.ts";

const file = `# What we work on
version: 1

active_intents:
  # the first
  - id: INT-001   # login
    name: 'JWT login'
    status: PENDING
    owned_scope:
      - src/auth/**   # all of it
    constraints: []
    updated_at: "2026-01-01T00:00:00Z"
    extra: {keep: me}
  - id: INT-002
    name: Billing
    owned_scope: []

# the end
`;

const legacy = `intents:
- intent_id: A
  title: T
  ownedScope: src/**
`;

const text = (result: Checked<string>) =>
  result.ok ? result.value : `! ${result.problems.map((it) => `${it.code} ${it.message}`).join("; ")}`;

describe("editing the intents file", () => {
  it("sets a status and the time of the change, and nothing else", () => {
    expect(text(setStatus(file, "INT-001", "IN_PROGRESS", "2026-02-02T00:00:00Z"))).toBe(
      file.replace("status: PENDING", "status: IN_PROGRESS").replace("2026-01-01", "2026-02-02"),
    );
  });

  it("adds a status where there is none, and no time where there was none", () => {
    expect(text(setStatus(file, "INT-002", "IN_PROGRESS", "x"))).toBe(
      file.replace("owned_scope: []\n", "owned_scope: []\n    status: IN_PROGRESS\n"),
    );
  });

  it("appends to a scope and leaves out what is there", () => {
    expect(text(addScope(file, "INT-001", ["src/auth/**", "docs/auth.md", "docs/auth.md"]))).toBe(
      file.replace("# all of it\n", '# all of it\n      - "docs/auth.md"\n'),
    );
    expect(text(addScope(file, "INT-002", ["a/**", "b"]))).toBe(
      file.replace("owned_scope: []", 'owned_scope: ["a/**", "b"]'),
    );
    expect(text(addScope(file, "INT-001", ["src/auth/**"]))).toBe(file);
  });

  it("sets fields of every kind", () => {
    expect(text(setField(file, "INT-001", "name", "Login: JWT"))).toBe(file.replace("'JWT login'", '"Login: JWT"'));
    expect(text(setField(file, "INT-001", "owned_scope", ["x/**"]))).toBe(file.replace("- src/auth/**", '- "x/**"'));
    expect(text(setField(file, "INT-001", "constraints", ["No <b>"]))).toBe(
      file.replace("constraints: []", 'constraints: ["No <b>"]'),
    );
    const checked = text(setField(file, "INT-002", "checks", [{ run: ["npm", "test"] }]));
    expect(checked).toContain('owned_scope: []\n    checks:\n      - run: ["npm", "test"]\n\n# the end\n');
  });

  it("keeps the newest twenty lines of history", () => {
    const lines = Array.from({ length: 30 }, (_, n) => `PRE_HOOK tool ${n}`);
    const edited = readIntents(text(setHistory(file, "INT-002", lines)), "f");
    expect(edited.ok && edited.value.intents.get("INT-002")?.recent_history).toEqual(lines.slice(10));
    const again = text(setHistory(text(setHistory(file, "INT-002", lines)), "INT-002", ["one"]));
    expect(again).toContain('recent_history:\n      - "one"\n\n# the end\n');
  });

  it("archives an entry with its comments", () => {
    expect(text(archiveIntent(file, "INT-001"))).toBe(`# What we work on
version: 1

active_intents:
  # the first
  - id: INT-002
    name: Billing
    owned_scope: []
archived_intents:
  - id: INT-001   # login
    name: 'JWT login'
    status: PENDING
    owned_scope:
      - src/auth/**   # all of it
    constraints: []
    updated_at: "2026-01-01T00:00:00Z"
    extra: {keep: me}

# the end
`);
    const both = readIntents(text(archiveIntent(text(archiveIntent(file, "INT-001")), "INT-002")), "f");
    expect(both.ok && [...both.value.intents.values()].map((it) => it.archived)).toEqual([true, true]);
  });

  it("adds an intent behind the last one", () => {
    const draft = {
      id: "INT-003",
      name: "Search: fast",
      owned_scope: ["src/search/**"],
      acceptance_criteria: ["It is fast"],
      created_at: "2026-01-01",
    };
    expect(text(addIntent(file, draft))).toBe(
      file.replace(
        "    owned_scope: []\n\n# the end",
        `    owned_scope: []
  - id: INT-003
    name: "Search: fast"
    status: PENDING
    owned_scope: ["src/search/**"]
    constraints: []
    acceptance_criteria: ["It is fast"]
    related_files: []
    recent_history: []
    created_at: "2026-01-01"

# the end`,
      ),
    );
  });

  it.each([
    "active_intents: []\n",
    "active_intents:\n",
    "active_intents: {}",
    "intents: []\n",
    "# x\nactive_intents: [] # y\n",
  ])("adds the first intent to %j", (empty) => {
    const edited = readIntents(text(addIntent(empty, { id: "A", name: "First" })), "f");
    expect(edited.ok && edited.value.intents.get("A")?.name).toBe("First");
  });

  it("speaks the dialect of an older file", () => {
    expect(text(setStatus(legacy, "A", "IN_PROGRESS", "t"))).toBe(`${legacy}  status: IN_PROGRESS\n`);
    expect(text(addScope(legacy, "A", ["docs/**"]))).toBe(legacy.replace("src/**", '["src/**", "docs/**"]'));
    expect(text(setField(legacy, "A", "name", "New name"))).toBe(legacy.replace("title: T", 'title: "New name"'));
    expect(text(addIntent(legacy, { id: "B", name: "Next" }))).toContain(
      "- intent_id: B\n  title: Next\n  status: PENDING\n  ownedScope: []\n",
    );
    expect(text(archiveIntent(legacy, "A"))).toBe(
      "intents: []\narchived_intents:\n- intent_id: A\n  title: T\n  ownedScope: src/**\n",
    );
  });

  it("adds to a map from id to entry", () => {
    expect(text(addIntent("active_intents:\n  A: {name: x}\n", { id: "B", name: "Next" }))).toContain(
      "  A: {name: x}\n  B:\n    name: Next\n    status: PENDING\n",
    );
  });

  it("keeps CRLF and an open end", () => {
    const windows = file.replaceAll("\n", "\r\n").trimEnd();
    const edited = text(addScope(windows, "INT-001", ["x"]));
    expect(edited).toBe(windows.replace("# all of it\r\n", '# all of it\r\n      - "x"\r\n'));
  });
});

describe("an edit is refused", () => {
  const rows: [string, Checked<string>, string][] = [
    [
      "for an unknown id",
      setStatus(file, "INT-009", "COMPLETE", "t"),
      'NOT_FOUND Intent "INT-009" not found in active_intents.yaml',
    ],
    ["for an id that is a member of Object", setStatus(file, "constructor", "COMPLETE", "t"), "NOT_FOUND"],
    ["in a broken file", setStatus("active_intents: [", "A", "COMPLETE", "t"), "BAD_INTENTS"],
    ["in an empty file", addIntent("", { id: "A", name: "x" }), "BAD_INTENTS the file is empty"],
    ["for a bad glob", addScope(file, "INT-001", ["../x"]), 'BAD_INPUT the glob "../x" contains `..`'],
    ["for a bad glob in a whole scope", setField(file, "INT-001", "owned_scope", ["/etc"]), "BAD_INPUT the glob"],
    ["for a list as name", setField(file, "INT-001", "name", ["x"]), "BAD_INTENTS name must be text"],
    ["for a text as checks", setField(file, "INT-001", "checks", "npm test"), "BAD_INTENTS checks must be a list"],
    [
      "for control characters in a name",
      setField(file, "INT-001", "name", "x\u0000"),
      "BAD_INTENTS name must be text without control",
    ],
    ["for a draft with a bad id", addIntent(file, { id: "../x", name: "x" }), 'BAD_INPUT "../x" is not an id'],
    ["for a draft without a name", addIntent(file, { id: "X", name: " " }), "BAD_INPUT the name is empty"],
    [
      "for a draft with a bad glob",
      addIntent(file, { id: "X", name: "x", owned_scope: ["C:/x"] }),
      "BAD_INPUT the glob",
    ],
    [
      "for an id that exists",
      addIntent(file, { id: "INT-001", name: "x" }),
      'BAD_INPUT the intent "INT-001" exists already',
    ],
    [
      "for an archived id",
      archiveIntent(text(archiveIntent(file, "INT-001")), "INT-001"),
      'BAD_INPUT the intent "INT-001" is archived already',
    ],
    [
      "for archiving out of a map",
      archiveIntent("active_intents: {A: {name: x}}", "A"),
      "can be archived only where the intents are lists",
    ],
    [
      "for archiving into a map",
      archiveIntent("active_intents: [{id: A}]\narchived_intents: {B: {name: x}}", "A"),
      "can be archived only where the intents are lists",
    ],
    ["in a newer file", addScope("version: 9\nactive_intents: []", "A", ["x"]), "NEWER_VERSION"],
  ];
  it.each(rows)("%s", (_, result, message) => {
    expect(text(result)).toContain(message);
  });

  it("with the known ids as remedy", () => {
    const result = setStatus(file, "INT-009", "COMPLETE", "t");
    expect(result.ok ? "" : result.problems[0]?.remedy).toBe("Known ids: INT-001, INT-002.");
  });
});
