import type { Effect, Shown } from "@intentgate/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import { defaultPolicy, type Policy } from "../policy-file/policy.ts";
import { createEffectsOf } from "./effects-of.ts";
import { toolTable } from "./tool-table.ts";

const links: Record<string, string> = { "/w/link.ts": "/out/real.ts", "/w/linked": "/out" };
const files = new Set(["/w/src/a.ts", "/w/src/b.ts", "/w/Makefile"]);
const facts: FileFacts = {
  kind: (path) => (Object.hasOwn(links, path) ? "link" : files.has(path) ? "file" : "absent"),
  linkTarget: (path) => links[path] ?? "",
  names: () => [],
  mayEnter: () => true,
  ignoresCase: () => false,
};

function describeCall(tool: string, payload: unknown, cwd: string | null = "/w", changes: Partial<Policy> = {}) {
  const policy = { ...defaultPolicy, ...changes };
  return createEffectsOf({ facts, isControlName, policy: () => policy, home: "/home/u" })(tool, payload, cwd);
}
const effectsOf = (...call: Parameters<typeof describeCall>) => describeCall(...call).effects;

const at = (path: string, absolute = `/w/${path}`) => ({ path, absolute });
const write = (manner: "create_or_replace" | "anchored" | "derived", path: string, absolute?: string): Effect => ({
  kind: "write",
  manner,
  ...at(path, absolute),
});
const read = (shows: Shown, path: string, absolute?: string): Effect => ({
  kind: "read",
  shows,
  ...at(path, absolute),
});
const patch = (...lines: string[]) => ({ patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });

describe("native tools", () => {
  it.each<[tool: string, payload: unknown, name: string, list: Effect[]]>([
    ["write_to_file", { path: "src/a.ts", content: "x" }, "write_to_file", [write("create_or_replace", "src/a.ts")]],
    ["write_file", { path: "src/new.ts" }, "write_to_file", [write("create_or_replace", "src/new.ts")]],
    [
      "write_to_file",
      { file_path: "/w/src/a.ts" },
      "write_to_file",
      [write("create_or_replace", "/w/src/a.ts", "/w/src/a.ts")],
    ],
    ["write_to_file", { path: "a", file_path: "a" }, "write_to_file", [write("create_or_replace", "a")]],
    ["write_to_file", { path: "link.ts" }, "write_to_file", [write("create_or_replace", "link.ts", "/out/real.ts")]],
    ["write_to_file", { path: "src/../x" }, "write_to_file", [write("create_or_replace", "src/../x", "/w/x")]],
    ["generate_image", { prompt: "cat", path: "a.png" }, "generate_image", [write("create_or_replace", "a.png")]],
    ["apply_diff", { path: "src/a.ts", diff: "…" }, "apply_diff", [write("anchored", "src/a.ts")]],
    ["edit", { file_path: "src/a.ts", old_string: "x", new_string: "" }, "edit", [write("anchored", "src/a.ts")]],
    ["edit", { file_path: "n.ts", old_string: "", new_string: "y" }, "edit", [write("create_or_replace", "n.ts")]],
    ["edit", { file_path: "n.ts", new_string: "y" }, "edit", [write("create_or_replace", "n.ts")]],
    ["edit", { file_path: "n.ts", old_string: 5 }, "edit", [write("create_or_replace", "n.ts")]],
    ["search_and_replace", { path: "src/a.ts", old_string: "x" }, "edit", [write("anchored", "src/a.ts")]],
    ["search_replace", { file_path: "src/a.ts", old_string: "x" }, "search_replace", [write("anchored", "src/a.ts")]],
    ["edit_file", { file_path: "src/a.ts", old_string: "x" }, "edit_file", [write("anchored", "src/a.ts")]],
    ["edit_file", { file_path: "n.ts", old_string: "" }, "edit_file", [write("create_or_replace", "n.ts")]],
    ["delete_file", { path: "src/a.ts" }, "delete_file", [{ kind: "delete", ...at("src/a.ts") }]],
    ["delete", { path: "link.ts" }, "delete_file", [{ kind: "delete", ...at("link.ts") }]],
    ["delete", { path: "linked/x" }, "delete_file", [{ kind: "delete", ...at("linked/x", "/out/x") }]],
    ["apply_patch", patch("*** Add File: n.ts", "+x"), "apply_patch", [write("create_or_replace", "n.ts")]],
    ["apply_patch", patch("*** Update File: src/a.ts", "@@", "-x"), "apply_patch", [write("anchored", "src/a.ts")]],
    ["apply_patch", patch("*** Delete File: link.ts"), "apply_patch", [{ kind: "delete", ...at("link.ts") }]],
    [
      "apply_patch",
      patch("*** Update File: src/a.ts", "*** Move to: src/c.ts"),
      "apply_patch",
      [{ kind: "move", from: at("src/a.ts"), to: at("src/c.ts") }],
    ],
    [
      "apply_patch",
      patch("*** Update File: src/a.ts", "*** Move to: link.ts", "@@", "-x"),
      "apply_patch",
      [
        { kind: "move", from: at("src/a.ts"), to: at("link.ts") },
        write("create_or_replace", "link.ts", "/out/real.ts"),
      ],
    ],
  ])("%s %j changes what it names", (tool, payload, name, list) => {
    expect(describeCall(tool, payload)).toMatchObject({
      normalizedToolName: name,
      gateTool: false,
      command: null,
      effects: { risk: "DESTRUCTIVE", mutates: true, list },
    });
  });

  it.each<[string, unknown, string, Effect[]]>([
    ["read_file", { path: "src/a.ts" }, "read_file", [read("content", "src/a.ts")]],
    ["read_file", { path: "link.ts" }, "read_file", [read("content", "link.ts", "/out/real.ts")]],
    ["read_file", { path: "a", line_numbers: true }, "read_file", [read("content", "a")]],
    ["read_file", { path: "a", start_line: null, end_line: null }, "read_file", [read("content", "a")]],
    ["read_file", { files: [{ path: "a" }, "b"] }, "read_file", [read("content", "a"), read("content", "b")]],
    ["read_file", { path: "a", start_line: 1 }, "read_file", [read("facts", "a")]],
    ["read_file", { path: "a", end_line: 9 }, "read_file", [read("facts", "a")]],
    ["read_file", { path: "a", offset: 0 }, "read_file", [read("facts", "a")]],
    [
      "read_file",
      { files: [{ path: "a", line_ranges: ["1-2"] }, "b"] },
      "read_file",
      [read("facts", "a"), read("content", "b")],
    ],
    ["read_file", { files: ["a", "b"], limit: 5 }, "read_file", [read("facts", "a"), read("facts", "b")]],
    ["read_file", { path: "a", files: [{ path: "b" }] }, "read_file", [read("facts", "a"), read("facts", "b")]],
    ["list_files", { path: ".", recursive: true }, "list_files", [read("facts", ".", "/w")]],
    ["list", { path: "src" }, "list_files", [read("facts", "src")]],
    ["search_files", { path: "src", regex: "x" }, "search_files", [read("facts", "src")]],
    ["search_files", { path: "src/a.ts" }, "search_files", [read("facts", "src/a.ts")]],
    ["stat", { path: "src/a.ts" }, "stat", [read("facts", "src/a.ts")]],
  ])("%s %j only reads", (tool, payload, name, list) => {
    expect(describeCall(tool, payload)).toMatchObject({
      normalizedToolName: name,
      effects: { risk: "SAFE", mutates: false, list },
    });
  });

  it.each([
    "select_active_intent",
    "list_intents",
    "propose_intent",
    "request_scope_expansion",
    "record_lesson",
    "attempt_completion",
  ])("%s is the gate's own, by MCP too", (name) => {
    for (const tool of [name, `mcp__intentgate__${name}`, `mcp--intentgate--${name}`]) {
      const call = describeCall(tool, { intent_id: "INT-001" });
      expect(call).toMatchObject({ normalizedToolName: name, gateTool: true, effects: { mutates: false, list: [] } });
    }
    expect(describeCall(`mcp__other__${name}`, {})).toMatchObject({ gateTool: false, effects: { risk: "UNKNOWN" } });
  });

  it.each(["why", "find_abilities", "find_documents", "ability_task_create", "ability_task_run"])(
    "%s is the gate's own only where our server offers it",
    (name) => {
      const ours = describeCall(`mcp__intentgate__${name}`, { file: "src/a.ts" });
      expect(ours).toMatchObject({ normalizedToolName: name, gateTool: true, effects: { mutates: false, list: [] } });
      for (const tool of [name, `mcp__other__${name}`, `mcp__intentgate__${name}_`, `mcp__intentgate_x__${name}`])
        expect(describeCall(tool, {})).toMatchObject({ gateTool: false, effects: { risk: "UNKNOWN", mutates: true } });
    },
  );

  it("knows complete_intent as attempt_completion, and takes an absent input of its own tools for an empty one", () => {
    expect(describeCall("complete_intent", {})).toMatchObject({
      normalizedToolName: "attempt_completion",
      gateTool: true,
    });
    expect(describeCall("list_intents", undefined).gateTool).toBe(true);
    expect(describeCall("list_intents", "x")).toMatchObject({ gateTool: false, effects: { risk: "UNKNOWN" } });
  });
});

const badInputs: [unknown, string][] = [
  [{}, "no path"],
  [{ path: null }, "a null path"],
  [{ path: 5 }, "a number"],
  [{ path: ["src/a.ts"] }, "a list"],
  [{ path: {} }, "an object"],
  [{ path: "" }, "an empty path"],
  [{ path: "a", file_path: "b" }, "two paths that differ"],
  [{ path: "a", file_path: null }, "a path and a null"],
  [{ filePath: "a" }, "a field nobody knows"],
  [{ path: "a\0" }, "a NUL"],
  [{ path: "..\\x" }, "a backslash"],
  [{ path: "C:/x" }, "a drive"],
  [{ path: "~/x" }, "a tilde"],
  [JSON.parse('{"__proto__":{"path":"a"}}'), "a path in the prototype"],
  [null, "null"],
  [undefined, "nothing"],
  ["src/a.ts", "a text"],
  [[{ path: "a" }], "a list of inputs"],
  [5, "a number as input"],
];

describe("input that names no file", () => {
  const pathTools = toolTable.filter(({ does }) =>
    ["read", "look", "replace", "diff", "edit", "delete"].includes(does),
  );
  it.each(badInputs)("%j is refused by every tool with a path: %s", (payload) => {
    for (const tool of pathTools.flatMap((row) => [row.name, ...row.aliases])) {
      const { risk, mutates, list, why } = effectsOf(tool, payload);
      expect({ tool, risk, mutates, kinds: list.map((effect) => effect.kind) }).toEqual({
        tool,
        risk: "UNKNOWN",
        mutates: true,
        kinds: ["bad_path"],
      });
      expect(why.join()).not.toBe("");
    }
  });

  it.each([
    { files: [] },
    { files: "a" },
    { files: [null] },
    { files: [{}] },
    { files: [["a"]] },
    { path: "a", files: [5] },
  ])("read_file %j is refused", (payload) => {
    expect(effectsOf("read_file", payload)).toMatchObject({ risk: "UNKNOWN", mutates: true });
    expect(effectsOf("read_file", payload).list.some((effect) => effect.kind === "bad_path")).toBe(true);
  });

  it("does not know where a relative path leads without a working folder", () => {
    for (const tool of ["write_to_file", "delete_file", "read_file"]) {
      expect(effectsOf(tool, { path: "src/a.ts" }, null)).toMatchObject({
        risk: "UNKNOWN",
        list: [{ kind: "unknown" }],
      });
      expect(effectsOf(tool, { path: "/w/src/a.ts" }, null).risk).not.toBe("UNKNOWN");
    }
  });

  it.each(["", "w", "~", "/a\0"])("refuses a relative path from the working folder %j", (cwd) => {
    expect(effectsOf("write_to_file", { path: "a" }, cwd)).toMatchObject({
      risk: "UNKNOWN",
      list: [{ kind: "bad_path" }],
    });
  });

  it("refuses what is too deep, too large or cyclic, whatever the tool", () => {
    let deep: unknown = "x";
    for (let level = 0; level < 70; level += 1) deep = [deep];
    const cyclic: Record<string, unknown> = { path: "a" };
    cyclic.self = cyclic;
    const large = { path: "a", content: "x".repeat(2000) };
    for (const tool of [
      "write_to_file",
      "read_file",
      "nobody_knows",
      "mcp__s__t",
      "select_active_intent",
      "execute_command",
    ]) {
      for (const payload of [{ path: "a", deep }, cyclic, large, { path: "a", f: () => 1 }]) {
        const limits = { ...defaultPolicy.limits, payload_bytes: 1000 };
        expect(effectsOf(tool, payload, "/w", { limits })).toMatchObject({
          risk: "UNKNOWN",
          list: [{ kind: "bad_path" }],
        });
      }
    }
  });

  it.each([{}, { patch: 5 }, { input: "*** Begin Patch" }])("apply_patch %j is refused", (payload) => {
    expect(effectsOf("apply_patch", payload)).toMatchObject({ risk: "UNKNOWN", list: [{ kind: "bad_path" }] });
  });

  it("takes a patch it cannot read for unknown, and shows what it names", () => {
    const broken = patch("  *** Add File: .claude/settings.json", "+x");
    expect(effectsOf("apply_patch", broken)).toMatchObject({
      risk: "UNKNOWN",
      mutates: true,
      list: [{ kind: "unknown", mentions: [{ absolute: "/w/.claude/settings.json" }] }],
    });
  });
});

describe("commands", () => {
  const commands = [
    { run: "npm test", args: "none" as const, writes: ["out/**"], contain: true, network: [], variables: [] },
  ];
  const call = (payload: unknown, cwd: string | null = "/w") =>
    describeCall("execute_command", payload, cwd, { commands });

  it("lists what a reading command reads, from its own working folder", () => {
    expect(call({ command: "cat a.ts link.ts" })).toMatchObject({
      command: "cat a.ts link.ts",
      effects: { risk: "SAFE", mutates: false, list: [{ absolute: "/w/a.ts" }, { absolute: "/out/real.ts" }] },
    });
    expect(call({ command: "cat a.ts", cwd: "src" }).effects.list).toMatchObject([{ absolute: "/w/src/a.ts" }]);
    expect(call({ command: "cat a.ts", cwd: "linked" }).effects.list).toMatchObject([{ absolute: "/out/a.ts" }]);
    expect(describeCall("exec_bash", { command: "ls" })).toMatchObject({ normalizedToolName: "execute_command" });
  });

  it("says whether a reading command shows what it reads", () => {
    expect(call({ command: "cat a.ts b.ts" }).effects.list).toEqual([read("content", "a.ts"), read("content", "b.ts")]);
    expect(call({ command: "cat -s a.ts" }).effects.list).toEqual([read("facts", "a.ts")]);
    expect(call({ command: "ls a.ts" }).effects.list).toEqual([read("facts", "a.ts")]);
  });

  it("carries the declared writes", () => {
    expect(call({ command: "npm test" }).effects).toMatchObject({
      risk: "DESTRUCTIVE",
      mutates: true,
      list: [{ kind: "run", command: "npm test", known: { by: "declaration", writes: ["out/**"] } }],
    });
  });

  it.each([
    "node x.js > .claude/settings.json",
    "node x.js >.claude/settings.json",
    "make .claude",
    "foo '.claude'/settings.json",
    "foo --target=.claude/ x",
    "cd .claude; touch settings.json",
  ])("shows the control file in %j", (command) => {
    const { effects } = call({ command });
    expect(effects).toMatchObject({
      risk: "UNKNOWN",
      mutates: true,
    });
    expect(effects.list.slice(0, 2)).toMatchObject([{ kind: "run", known: { by: "nobody" } }, { kind: "unknown" }]);
    const unknown = effects.list[1];
    const mentioned = unknown?.kind === "unknown" ? unknown.mentions : [];
    expect(mentioned.some((mention) => mention.absolute.startsWith("/w/.claude"))).toBe(true);
  });

  it("marks a command that would steer the gate", () => {
    expect(call({ command: "intentgate approve 1" })).toMatchObject({
      gateCommand: true,
      effects: { risk: "UNKNOWN" },
    });
    for (const command of [
      "intentgate ability task run t",
      "npx intentgate ability sync",
      "x; intentgate ability run y",
    ]) {
      expect(call({ command })).toMatchObject({ gateCommand: true, effects: { risk: "UNKNOWN" } });
    }
    expect(call({ command: "intentgate status" })).toMatchObject({ gateCommand: false, effects: { risk: "SAFE" } });
  });

  it.each<[unknown, string | null]>([
    [{}, "/w"],
    [{ command: 5 }, "/w"],
    [{ command: ["ls"] }, "/w"],
    [{ command: "ls", cwd: 5 }, "/w"],
    [{ command: "ls", cwd: "..\\x" }, "/w"],
    [{ command: "ls", cwd: "src" }, null],
    [{ command: "touch a.ts" }, null],
    [{ command: "cat 'C:x'" }, "/w"],
    [{ command: "cat 'a\\b'" }, "/w"],
    [{ command: "make" }, "/w"],
    [{ command: "cd gone && touch a" }, "/w"],
  ])("%j in %j is never SAFE", (payload, cwd) => {
    expect(call(payload, cwd).effects).toMatchObject({ risk: "UNKNOWN", mutates: true });
  });
});

describe("every call", () => {
  it("with any input is described, and is SAFE only for reads, reading commands and the gate's own tools", () => {
    const tool = fc.oneof(
      fc.constantFrom(...toolTable.flatMap((row) => [row.name, ...row.aliases]), "mcp__s__t", "nobody_knows"),
      fc.string(),
    );
    const changing = new Set(
      toolTable.filter(({ does }) => !["read", "look", "gate", "command"].includes(does)).map(({ name }) => name),
    );
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom("path", "file_path", "patch", "command", "cwd", "files", "arguments"),
        fc.jsonValue(),
      ),
      fc.record({ path: fc.string() }),
    );
    fc.assert(
      fc.property(tool, payload, fc.constantFrom("/w", null), (name, input, cwd) => {
        const { effects, normalizedToolName } = describeCall(name, input, cwd);
        const isSafe = effects.risk === "SAFE" || !effects.mutates;
        return !(isSafe && (changing.has(normalizedToolName) || name === "mcp__s__t" || name === "nobody_knows"));
      }),
      { numRuns: 1000 },
    );
  });
});
