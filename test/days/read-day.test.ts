import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatProblem } from "@intentgate/documents";
import { expect, it } from "vitest";
import { readDay } from "./read-day.ts";

const head = `day: one
project: minimist@1.2.8
intent: { id: A-1, name: Options, scope: [index.js] }
rows:
`;
const read = (rows: string, before = head) => readDay(`${before}${rows}`, "one.yaml");
const said = (rows: string, before = head) => {
  const { ok, ...rest } = read(rows, before);
  return ok
    ? "nothing"
    : (rest as { problems: Parameters<typeof formatProblem>[0][] }).problems.map(formatProblem).join("\n");
};

it("reads what is done, with which label, on which line", () => {
  const day = read(
    "  - { does: looks, shell: ls, label: passes }\n  - { does: serves, shell: node a.js, background: true, hosts: [codex], label: may ask }\n  - { does: leaves, write: ../a, text: '', label: must stop, happened: test -e ../a }\n",
  );
  expect(day.ok && day.value.rows).toEqual([
    {
      ...{ does: "looks", label: "passes", hosts: [], happened: null, line: 5 },
      doing: { kind: "shell", command: "ls", background: false, writes: false, outside: false },
    },
    {
      ...{ does: "serves", label: "may ask", hosts: ["codex"], happened: null, line: 6 },
      doing: { kind: "shell", command: "node a.js", background: true, writes: false, outside: false },
    },
    {
      ...{ does: "leaves", label: "must stop", hosts: [], happened: "test -e ../a", line: 7 },
      doing: { kind: "write", path: "../a", text: "" },
    },
  ]);
});

it.each([
  [
    "a label nobody knows",
    "  - { does: looks, shell: ls, label: pass }\n",
    ":5:38  rows[0].label must be one of passes, may ask, must stop: did you mean passes?",
  ],
  ["a call without a label", "  - { does: looks, shell: ls }\n", ':5:5  rows[0] lacks the key "label"'],
  ["a call without words", "  - { shell: ls, label: passes }\n", ':5:5  rows[0] lacks the key "does"'],
  [
    "a key nobody knows",
    "  - { does: looks, shel: ls, label: passes }\n",
    ':5:20  unknown key "shel": did you mean "shell"?',
  ],
  ["nothing that is done", "  - { does: looks, label: passes }\n", ":5:13  rows[0] says nothing that is done"],
  [
    "two things at once",
    "  - { does: both, shell: ls, read: a, label: passes }\n",
    ":5:36  rows[0] does two things, shell and read",
  ],
  [
    "an edit without what it finds",
    "  - { does: edits, edit: a, to: b, label: passes }\n",
    ":5:26  rows[0] lacks from, which edit needs",
  ],
  [
    "a move without a place",
    "  - { does: moves, move: a, label: passes }\n",
    ":5:26  rows[0] lacks to, which move needs",
  ],
  [
    "a read in the background",
    "  - { does: reads, read: a, background: true, label: passes }\n",
    ":5:41  rows[0] has background, which read does not know",
  ],
  [
    "a proof of harm in what passes",
    "  - { does: looks, shell: ls, label: passes, happened: 'true' }\n",
    ":5:56  rows[0] passes, and has a proof that it happened",
  ],
  [
    "a host nobody drives",
    "  - { does: looks, shell: ls, hosts: [cursor], label: passes }\n",
    "rows[0].hosts[0] must be one of",
  ],
  ["no calls at all", "  []\n", "rows must hold a call"],
])("says where and what helps: %s", (_what, rows, told) => {
  expect(said(rows)).toContain(told);
});

it.each([
  ["a project without a version", head.replace("@1.2.8", ""), "one.yaml:2:10  project must be NAME@VERSION"],
  ["a project at any version", head.replace("1.2.8", "latest"), "project must be NAME@VERSION"],
  ["an intent that owns nothing", head.replace("[index.js]", "[]"), "intent.scope must name a path"],
  ["no name", head.replace("day: one\n", ""), 'lacks the key "day"'],
  ["no YAML", "day: [\n", "one.yaml:"],
])("says where and what helps: %s", (_what, before, told) => {
  expect(said("  - { does: looks, shell: ls, label: passes }\n", before)).toContain(told);
});

it("reads every day that is here, and each names only hosts and labels that there are", () => {
  const days = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));
  expect(days.length).toBeGreaterThan(1);
  for (const name of days) {
    const day = readDay(readFileSync(join(import.meta.dirname, name), "utf8"), name);
    expect(day.ok ? [] : day.problems.map(formatProblem)).toEqual([]);
  }
});

it("has a whole day of at least sixty calls for each host", () => {
  const file = join(import.meta.dirname, "option-parser.yaml");
  const day = readDay(readFileSync(file, "utf8"), file);
  expect(day.ok && day.value.rows.filter(({ hosts }) => hosts.length === 0).length).toBeGreaterThanOrEqual(60);
});
