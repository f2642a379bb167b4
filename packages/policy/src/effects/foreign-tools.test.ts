import type { Effect } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import { defaultPolicy, type Policy } from "../policy-file/policy.ts";
import { createEffectsOf } from "./effects-of.ts";

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

describe("tools nobody knows", () => {
  const mentions = (tool: string, payload: unknown, cwd: string | null = "/w") =>
    effectsOf(tool, payload, cwd).list.flatMap((effect) =>
      effect.kind === "unknown" ? effect.mentions.map((mention) => mention.absolute) : [],
    );

  it.each<[string, string]>([
    ["nobody_knows", "nobody_knows"],
    ["Write_To_File", "Write_To_File"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
    ["", ""],
    ["mcp__fs__write", "mcp.fs.write"],
    ["mcp--fs--write", "mcp.fs.write"],
    ["mcp__fs", "mcp__fs"],
    ["mcp____x", "mcp____x"],
  ])("%j is mutating and unknown", (tool, name) => {
    expect(describeCall(tool, { path: "a" })).toMatchObject({
      normalizedToolName: name,
      gateTool: false,
      effects: { risk: "UNKNOWN", mutates: true, list: [{ kind: "unknown" }] },
    });
  });

  it.each<[unknown, string[]]>([
    [{ a: "src/x.ts" }, ["/w/src/x.ts"]],
    [{ deep: [{ odd: { key: "src/x.ts" } }] }, ["/w/src/x.ts"]],
    [{ ".claude/settings.json": "{}" }, ["/w/.claude/settings.json"]],
    [{ a: "Makefile" }, ["/w/Makefile"]],
    [{ a: "AGENT.md" }, ["/w/AGENT.md"]],
    [{ a: ".claude" }, ["/w/.claude"]],
    [{ a: "link.ts" }, ["/out/real.ts"]],
    [{ a: "~/.bashrc" }, ["/home/u/.bashrc"]],
    [{ a: "file:///w/.claude/settings%2Ejson" }, ["/w/.claude/settings.json"]],
    [{ a: ".claude\\settings.json" }, ["/w/.claude/settings.json"]],
    [{ a: '{"path":".git/config"}' }, ["/w/.git/config"]],
    [{ a: "src/x.ts", b: "./src/x.ts" }, ["/w/src/x.ts"]],
    [{ a: "hello", b: 5, c: null, d: "", e: "nothing.ts" }, []],
    [{ a: "https://example.org/x" }, []],
    [{ a: "two\nlines/x" }, []],
    [{}, []],
  ])("shows the paths in %j", (payload, expected) => {
    expect(mentions("nobody_knows", payload)).toEqual(expected);
    expect(mentions("mcp__s__t", payload)).toEqual(expected);
  });

  it("shows absolute paths without a working folder", () => {
    expect(mentions("x", { a: "/w/src/a.ts", b: "src/b.ts" }, null)).toEqual(["/w/src/a.ts"]);
  });

  it("refuses a flood of texts, behind which a control file could hide", () => {
    const flood = { list: Array.from({ length: 6000 }, (_, at) => `t${at}`), path: ".claude/settings.json" };
    expect(effectsOf("nobody_knows", flood)).toMatchObject({ risk: "UNKNOWN", list: [{ kind: "bad_path" }] });
  });

  it.each(["use_mcp_tool", "mcp_tool_use"])("reads the name and the arguments out of %s", (tool) => {
    for (const given of [{ path: "src/x.ts" }, '{"path":"src/x.ts"}']) {
      const call = describeCall(tool, { server_name: "fs", tool_name: "write", arguments: given });
      expect(call.normalizedToolName).toBe("mcp.fs.write");
      expect(call.effects.list).toMatchObject([{ kind: "unknown", mentions: [{ absolute: "/w/src/x.ts" }] }]);
    }
  });

  it.each([
    {},
    { server_name: "fs" },
    { server_name: 1, tool_name: "x" },
    { server_name: "a", tool_name: "b", arguments: "{" },
  ])("takes use_mcp_tool %j for unknown", (payload) => {
    expect(describeCall("use_mcp_tool", payload)).toMatchObject({
      normalizedToolName: "use_mcp_tool",
      effects: { risk: "UNKNOWN", mutates: true },
    });
  });
});

describe("tools declared in the policy", () => {
  const tools: Policy["tools"] = {
    "mcp.fs.write": { effect: "write", paths_from: ["path"] },
    "mcp.fs.read": { effect: "read", paths_from: ["options.files"] },
    "mcp.fs.rm": { effect: "delete", paths_from: ["targets.path"] },
    "mcp.fs.loose": { effect: "write", paths_from: [] },
    "mcp.a.b__c": { effect: "read", paths_from: [] },
    search: { effect: "read", paths_from: [] },
    fetch: { effect: "network", paths_from: [] },
    build: { effect: "run", paths_from: ["out"] },
    write_to_file: { effect: "read", paths_from: [] },
  };
  const call = (tool: string, payload: unknown) => describeCall(tool, payload, "/w", { tools });

  it.each<[string, unknown, string, Effect[]]>([
    ["mcp__fs__write", { path: "src/a.ts" }, "DESTRUCTIVE", [write("create_or_replace", "src/a.ts")]],
    ["mcp--fs--write", { path: "link.ts" }, "DESTRUCTIVE", [write("create_or_replace", "link.ts", "/out/real.ts")]],
    [
      "mcp__fs__read",
      { options: { files: ["a", "b"] } },
      "SAFE",
      [
        { kind: "read", shows: "content", ...at("a") },
        { kind: "read", shows: "content", ...at("b") },
      ],
    ],
    ["mcp__fs__rm", { targets: [{ path: "link.ts" }] }, "DESTRUCTIVE", [{ kind: "delete", ...at("link.ts") }]],
    ["search", { q: "src/x" }, "SAFE", []],
    ["fetch", { url: "x" }, "DESTRUCTIVE", [{ kind: "network", target: "fetch" }]],
    [
      "build",
      { out: "dist" },
      "DESTRUCTIVE",
      [{ kind: "run", command: "build", known: { by: "declaration", writes: [] } }, write("derived", "dist")],
    ],
  ])("%s %j does what was declared", (tool, payload, risk, list) => {
    expect(call(tool, payload).effects).toMatchObject({ risk, mutates: risk !== "SAFE", list });
  });

  it("looks for the fields in the arguments of use_mcp_tool", () => {
    const { effects } = call("use_mcp_tool", {
      server_name: "fs",
      tool_name: "write",
      arguments: '{"path":"src/a.ts"}',
    });
    expect(effects.list).toEqual([write("create_or_replace", "src/a.ts")]);
    const outside = call("use_mcp_tool", { server_name: "fs", tool_name: "write", path: "src/a.ts", arguments: {} });
    expect(outside.effects.risk).toBe("UNKNOWN");
  });

  it.each<[string, unknown]>([
    ["mcp__fs__write", {}],
    ["mcp__fs__write", { path: null }],
    ["mcp__fs__write", { path: 5 }],
    ["mcp__fs__write", { path: [] }],
    ["mcp__fs__write", { path: ["a", 5] }],
    ["mcp__fs__write", { path: [["a"]] }],
    ["mcp__fs__write", { path: "a\0" }],
    ["mcp__fs__write", { file: "a" }],
    ["mcp__fs__read", { options: "a" }],
    ["mcp__fs__read", { "options.files": "a" }],
    ["mcp__fs__rm", { targets: [{ path: "a" }, {}] }],
    ["mcp__fs__rm", { targets: [] }],
    ["mcp__fs__loose", { path: "a" }],
    ["mcp__fs__other", { path: "a" }],
    ["mcp__a__b__c", {}],
    ["mcp__a--b__c", {}],
    ["SEARCH", {}],
  ])("%s %j is unknown all the same", (tool, payload) => {
    expect(call(tool, payload).effects).toMatchObject({ risk: "UNKNOWN", mutates: true });
  });

  it("cannot redefine a tool we know", () => {
    expect(call("write_to_file", { path: "a" }).effects.risk).toBe("DESTRUCTIVE");
  });
});
