import { formatProblem } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import type { Intent } from "./intent.ts";
import { readIntents } from "./read-intents.ts";

const FILE = ".orchestration/active_intents.yaml";

function read(text: string): Intent[] {
  const result = readIntents(text, FILE);
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join("\n"));
  return [...result.value.intents.values()];
}

function problems(text: string): string[] {
  const result = readIntents(text, FILE);
  return result.ok ? [] : result.problems.map((it) => `${it.code} ${it.line}:${it.column} ${it.message}`);
}

const full = `version: 1
active_intents:
  - id: INT-001
    name: "JWT login"
    status: IN_PROGRESS
    description: |
      Two
      lines
    owned_scope: ["src/auth/**", "!src/auth/legacy/**"]
    constraints:
      - No new dependency
    acceptance_criteria: [Tests pass]
    related_files: [docs/auth.md]
    related_specs: [specs/001/spec.md]
    checks:
      - run: [npm, test]
    recent_history: [PRE_HOOK write_to_file]
    created_at: 2026-01-02
    updated_at: 2026-01-03
    owner: someone
archived_intents:
  - { id: INT-000, status: DONE }
`;

describe("the intents file is read", () => {
  it("with every field", () => {
    expect(read(full)).toEqual([
      {
        id: "INT-001",
        name: "JWT login",
        status: "IN_PROGRESS",
        description: "Two\nlines\n",
        owned_scope: ["src/auth/**", "!src/auth/legacy/**"],
        constraints: ["No new dependency"],
        acceptance_criteria: ["Tests pass"],
        related_files: ["docs/auth.md"],
        related_specs: ["specs/001/spec.md"],
        checks: [{ run: ["npm", "test"] }],
        recent_history: ["PRE_HOOK write_to_file"],
        created_at: "2026-01-02",
        updated_at: "2026-01-03",
        archived: false,
        narrowed_to: null,
      },
      expect.objectContaining({ id: "INT-000", name: "INT-000", status: "COMPLETE", archived: true, owned_scope: [] }),
    ]);
  });

  it.each([
    "active_intents: []\n",
    "active_intents:\n",
    "active_intents: {}\n",
    "intents: ~\n",
    "version: 1\nactive_intents: []",
  ])("%j as no intents", (text) => {
    expect(read(text)).toEqual([]);
  });

  const forms: [string, string][] = [
    [
      "the legacy list with legacy keys",
      "intents:\n  - intent_id: A\n    title: T\n    ownedScope: [src/**]\n    acceptanceCriteria: [ok]\n    relatedFiles: [x]\n    recentHistory: []\n    createdAt: c\n",
    ],
    [
      "a map from id to entry",
      "active_intents:\n  A:\n    name: T\n    owned_scope: [src/**]\n    acceptance_criteria: [ok]\n    related_files: [x]\n    created_at: c\n",
    ],
    [
      "a map whose entries repeat the id",
      "active_intents: {A: {id: A, name: T, owned_scope: [src/**], acceptance_criteria: [ok], related_files: x, created_at: c}}\n",
    ],
    [
      "camelCase lists",
      "activeIntents:\n- intentId: A\n  name: T\n  owned_scope: src/**\n  acceptance_criteria: ok\n  related_files: [x]\n  created_at: c\n",
    ],
  ];
  it.each(forms)("in the form of %s", (_, text) => {
    expect(read(text)).toEqual([
      expect.objectContaining({
        id: "A",
        name: "T",
        owned_scope: ["src/**"],
        acceptance_criteria: ["ok"],
        related_files: ["x"],
        created_at: "c",
      }),
    ]);
  });

  it.each([
    ["pending", "PENDING"],
    ["Todo", "PENDING"],
    ["in_progress", "IN_PROGRESS"],
    ["BLOCKED", "BLOCKED"],
    ["done", "COMPLETE"],
    ["Completed", "COMPLETE"],
    ["ARCHIVED", "COMPLETE"],
  ])("with the status %s as %s", (written, status) => {
    expect(read(`active_intents: [{id: A, status: ${written}}]`)[0]?.status).toBe(status);
  });

  it("with a byte order mark and CRLF", () => {
    expect(read(`\uFEFF${full.replaceAll("\n", "\r\n")}`)[0]?.name).toBe("JWT login");
  });

  it("with unknown keys far from known ones", () => {
    expect(
      read("notes: x\nactive_intents: [{id: A, note: x, kind: y, owner: z, priority: 1, tags: [a]}]"),
    ).toHaveLength(1);
  });

  it("with ten thousand intents", () => {
    const entry = (n: number) =>
      `  - id: INT-${n}\n    name: Intent ${n}\n    status: PENDING\n    owned_scope:\n      - src/m${n}/**\n    constraints: []\n`;
    const text = `active_intents:\n${Array.from({ length: 10_000 }, (_, n) => entry(n)).join("")}`;
    expect(read(text)).toHaveLength(10_000);
  });
});

describe("the intents file is refused, never read as no intents", () => {
  const one = (fields: string) => `active_intents:\n  - id: A\n    ${fields}\n`;
  const rows: [string, string, string][] = [
    ["an empty file", "", "BAD_INTENTS 1:1 the file is empty"],
    ["a file of comments", "# nothing\n", "BAD_INTENTS 1:1 the file is empty"],
    ["a file without the list", "version: 1\n", "BAD_INTENTS 1:1 there is no list `active_intents`"],
    ["archived intents alone", "archived_intents: []\n", "BAD_INTENTS 1:1 there is no list `active_intents`"],
    [
      "a near miss of the list",
      "active_intent: []\n",
      'BAD_INTENTS 1:1 unknown key "active_intent": did you mean "active_intents"?',
    ],
    [
      "a list in other letters",
      "Active-Intents: []\n",
      'BAD_INTENTS 1:1 unknown key "Active-Intents": did you mean "active_intents"?',
    ],
    ["broken YAML", "active_intents:\n  - id: [A\n", "BAD_INTENTS 3:1 not valid YAML"],
    ["a duplicate key", one("name: x\n    name: y"), 'BAD_INTENTS 4:5 key "name" appears twice, first in line 3'],
    ["a second document", "active_intents: []\n---\nactive_intents: []\n", "BAD_INTENTS 2:1 a second document"],
    ["a NUL byte", one("name: x\0"), "BAD_INTENTS 3:12 the character U+0000"],
    ["an anchor", one("name: &x y"), "BAD_INTENTS 3:11 anchors"],
    [
      "a newer version",
      "version: 2\nactive_intents: []\n",
      "NEWER_VERSION 1:10 the file has version 2; this Intentgate reads version 1",
    ],
    ["a strange version", "version: one\nactive_intents: []\n", "BAD_INTENTS 1:10 version must be 1"],
    ["a list that is text", "active_intents: none\n", "BAD_INTENTS 1:17 active_intents must be a list of intents"],
    ["an entry that is text", "active_intents:\n  - A\n", "BAD_INTENTS 2:5 an intent must be a map of keys"],
    ["a blank entry", "active_intents:\n  - id: A\n  -\n", "BAD_INTENTS 2:3 an intent must be a map of keys"],
    ["a map entry that is blank", "active_intents:\n  A:\n", "BAD_INTENTS 2:3 an intent must be a map of keys"],
    ["no id", "active_intents:\n  - name: x\n", "BAD_INTENTS 2:5 the intent has no id"],
    ["a number as id", "active_intents:\n  - id: 001\n", "BAD_INTENTS 2:9 the id must be text"],
    ["a blank id", "active_intents:\n  - id:\n", "BAD_INTENTS 2:5 the id must be text"],
    ["an id with a slash", "active_intents:\n  - id: a/../b\n", 'BAD_INTENTS 2:9 "a/../b" is not an id'],
    ["an id with a dot first", "active_intents: {.a: {name: x}}\n", 'BAD_INTENTS 1:18 ".a" is not an id'],
    ["an id of 129 characters", `active_intents: [{id: ${"a".repeat(129)}}]\n`, "is not an id"],
    ["an id unlike its key", "active_intents: {A: {id: B}}\n", 'BAD_INTENTS 1:26 the id "B" stands under the key "A"'],
    [
      "an id given twice",
      "active_intents: [{id: A, intent_id: A}]\n",
      'BAD_INTENTS 1:26 "intent_id" and "id" say the same',
    ],
    [
      "a duplicate id",
      "active_intents:\n  - id: A\n  - id: B\n  - id: A\n",
      'BAD_INTENTS 4:9 the intent "A" is declared twice, first in line 2',
    ],
    [
      "a duplicate id in the archive",
      "active_intents: [{id: A}]\narchived_intents:\n  - id: A\n",
      'BAD_INTENTS 3:9 the intent "A" is declared twice, first in line 1',
    ],
    [
      "a duplicate id over two lists",
      "active_intents: [{id: A}]\nintents: [{id: A}]\n",
      'BAD_INTENTS 2:16 the intent "A" is declared twice, first in line 1',
    ],
    ["an unknown status", one("status: STARTED"), 'BAD_INTENTS 3:13 unknown status "STARTED"'],
    [
      "a status near a known one",
      one("status: IN-PROGRES"),
      'BAD_INTENTS 3:13 unknown status "IN-PROGRES": did you mean IN_PROGRESS?',
    ],
    ["a status named like a member of Object", one("status: constructor"), "unknown status"],
    ["a number as name", one("name: 5"), "BAD_INTENTS 3:11 name must be text"],
    ["a list as name", one("name: [x]"), "BAD_INTENTS 3:11 name must be text"],
    [
      "an escaped control character",
      one('name: "x\\e[2J"'),
      "BAD_INTENTS 3:11 name must be text without control or invisible characters",
    ],
    ["a map as scope", one("owned_scope: {a: b}"), "BAD_INTENTS 3:18 owned_scope must be a list of texts"],
    ["a number in the scope", one("owned_scope: [1]"), "BAD_INTENTS 3:19 owned_scope must hold texts"],
    ["a blank in the scope", one("owned_scope: [~]"), "BAD_INTENTS 3:19 owned_scope must hold texts"],
    ["an absolute glob", one("owned_scope: [src/**, /etc/**]"), 'BAD_INTENTS 3:27 the glob "/etc/**" is absolute'],
    ["a drive letter", one('owned_scope: ["C:/x"]'), "is absolute"],
    ["a home folder", one("owned_scope: [~/x]"), "is absolute"],
    ["a negated absolute glob", one('owned_scope: ["!/etc"]'), "is absolute"],
    ["a parent folder", one("owned_scope: [src/../../x]"), "contains `..`"],
    ["a parent folder in braces", one('owned_scope: ["src/{a,..}/x"]'), "contains `..`"],
    ["a backslash", one("owned_scope: ['src\\auth']"), "contains a backslash"],
    ["an empty glob", one('owned_scope: [""]'), "is empty"],
    ["a negation of nothing", one('owned_scope: ["!"]'), "is empty"],
    [
      "an escaped NUL in a glob",
      one('owned_scope: ["src\\0"]'),
      "owned_scope must hold texts without control or invisible characters",
    ],
    [
      "a direction switch in a glob",
      one('owned_scope: ["src\\u202e/x"]'),
      "owned_scope must hold texts without control or invisible characters",
    ],
    ["a filler that looks like a blank", one('name: "a\\u3164b"'), "name must be text without control or invisible"],
    [
      "a joiner in a glob",
      one('owned_scope: ["src\\u200d/x"]'),
      "contains an invisible or direction-changing character",
    ],
    ["a bad glob as single text", one("owned_scope: /etc"), 'BAD_INTENTS 3:18 the glob "/etc" is absolute'],
    ["checks as text", one("checks: npm test"), "BAD_INTENTS 3:13 checks must be a list"],
    ["a check as text", one("checks: [npm test]"), "BAD_INTENTS 3:14 a check must have `run`"],
    ["a check whose run is text", one("checks: [{run: npm test}]"), "BAD_INTENTS 3:20 a check must have `run`"],
    ["a check that runs nothing", one("checks: [{run: []}]"), "BAD_INTENTS 3:20 a check must have `run`"],
    ["constraints as number", one("constraints: 3"), "BAD_INTENTS 3:18 constraints must be a list of texts"],
    ["a near miss in other letters", one("OwnedScope: [x]"), 'unknown key "OwnedScope": did you mean "owned_scope"?'],
    ["a near miss with a swap", one("stauts: DONE"), 'unknown key "stauts": did you mean "status"?'],
    ["a near miss with a dash", one("acceptance-criteria: [x]"), 'did you mean "acceptance_criteria"?'],
  ];
  it.each(rows)("for %s", (_, text, message) => {
    expect(problems(text).join("\n")).toContain(message);
  });

  const side = (id: string) => `  - id: ${id}\n    name: "n: ${id}"\n    owned_scope: ["src/**"]\n`;
  const both = `<<<<<<< HEAD\n${side("INT-007")}=======\n${side("INT-007")}>>>>>>> work: "a" # b\n`;
  it.each([
    ["a merge conflict", `active_intents:\n${side("A")}${both}`, 5, ""],
    ["two of them", `active_intents:\n${both}${side("A")}${both}`, 2, ", and 1 more below"],
    ["one with the common text", `active_intents:\n${both.replace("=", "||||||| 1a2b3c4\n=")}`, 2, ""],
    ["one around the whole file", `<<<<<<< HEAD\nactive_intents: []\n=======\nintents: []\n>>>>>>> x\n`, 1, ""],
    ["one with Windows line ends", `active_intents:\n${both}`.replaceAll("\n", "\r\n"), 2, ""],
    ["one that was half taken out", `active_intents:\n${side("A")}=======\n${side("B")}`, 5, ""],
    ["one of which the end stayed", `active_intents:\n${side("A")}>>>>>>> theirs\n`, 5, ""],
    ["one inside of a text", `active_intents:\n  - id: A\n    name: "x\n<<<<<<< HEAD\n      y"\n`, 4, ""],
    ["one in the last line", `active_intents: []\n=======`, 2, ""],
  ])("in one sentence for %s", (_, text, line, more) => {
    expect(problems(text)).toEqual([`BAD_INTENTS ${line}:1 a merge conflict was left here${more}`]);
  });

  it.each([
    ["indented, in a text", "active_intents:\n  - id: A\n    description: |\n      <<<<<<< HEAD\n      =======\n"],
    ["behind the mark of a comment", "# <<<<<<< HEAD\nactive_intents: [{id: A}]\n# =======\n"],
    ["that is longer, in a comment", "# ==========\nactive_intents: [{id: A}]\n"],
  ])("and not for a mark %s", (_, text) => {
    expect(read(text)).toHaveLength(1);
  });

  it("with all its problems, not only the first", () => {
    expect(
      problems("active_intents:\n  - id: A\n    status: X\n    owned_scope: [/a, ../b]\n  - name: y\n").map(
        (it) => it.split(" ")[1],
      ),
    ).toEqual(["3:13", "4:19", "4:23", "5:5"]);
  });

  it("with at most a hundred problems", () => {
    const text = `active_intents:\n${"  - name: x\n".repeat(250)}`;
    expect(problems(text)).toHaveLength(100);
    expect(problems(text).at(-1)).toContain("(and 150 more problems)");
  });

  it("and a near miss looks as the house style shows it", () => {
    const text = `active_intents:\n  - id: INT-001\n    name: JWT\n    status: PENDING\n    constraints: []\n    related_files: []\n    owned_scop: ["src/auth/**"]\n`;
    const result = readIntents(text, FILE);
    expect(result.ok ? "" : result.problems.map(formatProblem).join("\n")).toBe(
      [
        'BAD_INTENTS  .orchestration/active_intents.yaml:7:5  unknown key "owned_scop": did you mean "owned_scope"?',
        '    7 |     owned_scop: ["src/auth/**"]',
        "      |     ^^^^^^^^^^",
      ].join("\n"),
    );
  });
});
