import type { Checked } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import { declareCommand, declareTool } from "./edit-policy.ts";
import type { CommandWrites } from "./policy.ts";
import { readPolicy } from "./read-policy.ts";

const text = (result: Checked<string>) =>
  result.ok ? result.value : `! ${result.problems[0]?.code} ${result.problems[0]?.message}`;
const test: CommandWrites = { run: "npm test", args: "none", writes: ["coverage/**"] };
const tool = { effect: "read", paths_from: [] } as const;

describe("declaring a command", () => {
  const rows: [string, string, string][] = [
    [
      "starts a file",
      "",
      '# What this team decided. Every key may be left out; then the default holds.\nversion: 1\ncommands:\n  - run: "npm test"\n    args: none\n    writes: ["coverage/**"]\n',
    ],
    [
      "adds to a file",
      "mode: enforce # yes\n",
      'mode: enforce # yes\ncommands:\n  - run: "npm test"\n    args: none\n    writes: ["coverage/**"]\n',
    ],
    [
      "adds to a list",
      "commands:\n- run: make\n# end\n",
      'commands:\n- run: make\n- run: "npm test"\n  args: none\n  writes: ["coverage/**"]\n# end\n',
    ],
    [
      "adds to an empty list",
      "commands: [] # none\n",
      'commands: # none\n  - run: "npm test"\n    args: none\n    writes: ["coverage/**"]\n',
    ],
    [
      "adds to an inline list",
      "commands: [{run: make}]",
      'commands: [{run: make}, {"run": "npm test", "args": "none", "writes": ["coverage/**"]}]',
    ],
    [
      "replaces what was declared under the same words",
      "commands:\n  - run: npm test # t\n    args: any\n",
      'commands:\n  - run: npm test # t\n    args: none\n    writes: ["coverage/**"]\n',
    ],
    [
      "changes nothing where nothing is new",
      "commands:\n  - {run: npm test, args: none,   writes: [coverage/**]}\n",
      "commands:\n  - {run: npm test, args: none,   writes: [coverage/**]}\n",
    ],
  ];
  it.each(rows)("%s", (_, before, after) => {
    expect(text(declareCommand(before, test))).toBe(after);
  });

  it.each([
    ["in a broken file", "mode: [", test, "! BAD_POLICY"],
    ["in a file with unknown keys", "comands: []", test, "! BAD_POLICY unknown key"],
    ["in a newer file", "version: 3", test, "! NEWER_VERSION"],
    ["for an absolute write", "", { ...test, writes: ["/etc"] }, "! BAD_POLICY commands[0].writes[0] is absolute"],
    ["for an empty command", "", { ...test, run: " " }, "! BAD_POLICY commands[0].run must not be empty"],
    [
      "for a command with control characters",
      "",
      { ...test, run: "npm\ttest\u0000" },
      "! BAD_POLICY commands[0].run must not contain control",
    ],
  ] as [string, string, CommandWrites, string][])("is refused %s", (_, before, command, message) => {
    expect(text(declareCommand(before, command))).toContain(message);
  });
});

describe("declaring a tool", () => {
  it.each([
    ["mode: enforce\n", "mode: enforce\ntools:\n  mcp.db.query:\n    effect: read\n    paths_from: []\n"],
    ["tools: {}\n", "tools:\n  mcp.db.query:\n    effect: read\n    paths_from: []\n"],
    [
      "tools:\n    x: {effect: run} # c\n",
      "tools:\n    x: {effect: run} # c\n    mcp.db.query:\n      effect: read\n      paths_from: []\n",
    ],
    [
      "tools: {x: {effect: run}}\n",
      'tools: {x: {effect: run}, "mcp.db.query": {"effect": "read", "paths_from": []}}\n',
    ],
  ])("adds to %j", (before, after) => {
    expect(text(declareTool(before, "mcp.db.query", { ...tool, paths_from: [] }))).toBe(after);
  });

  it("quotes names that are no words", () => {
    const after = text(declareTool("", "a: b # c", { ...tool, paths_from: ["x"] }));
    const read = readPolicy(after, "f");
    expect(read.ok && read.value.tools["a: b # c"]).toEqual({ effect: "read", paths_from: ["x"] });
  });

  it("is refused for a name that would change the prototype", () => {
    expect(text(declareTool("", "__proto__", { ...tool, paths_from: [] }))).toContain("! BAD_POLICY");
  });
});
