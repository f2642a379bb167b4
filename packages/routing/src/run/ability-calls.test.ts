import { isControlName } from "@intentgate/gate";
import { createEffectsOf, defaultPolicy, type FileFacts, type Policy } from "@intentgate/policy";
import { describe, expect, it } from "vitest";
import { type AbilityCall, describeAbility } from "./ability-calls.ts";

/** A root `/w` with folders and no files. */
const facts: FileFacts = {
  kind: (path) => (/\.\w+$/.test(path.slice(path.lastIndexOf("/") + 2)) ? "file" : "folder"),
  linkTarget: () => "",
  names: () => [],
  mayEnter: () => true,
  ignoresCase: () => false,
};

function described(call: Partial<AbilityCall>, policy: Partial<Policy> = {}) {
  const effectsOf = createEffectsOf({
    facts,
    isControlName,
    policy: () => ({ ...defaultPolicy, ...policy }),
    root: "/w",
  });
  const plain = { words: ["./scripts/a.sh", "x y"], mcp: null, hasUncheckedPattern: false };
  return { found: describeAbility({ abilityId: "a.b", ...plain, ...call }, effectsOf, "/w") };
}

const mentioned = (call: Partial<AbilityCall>) =>
  described(call).found?.effects.list.flatMap((effect) => (effect.kind === "unknown" ? effect.mentions : [])) ?? [];

describe("the call of an ability", () => {
  it("is described as the program that it runs, under its own name", () => {
    const { found } = described({});
    expect(found).toMatchObject({
      normalizedToolName: "a.b",
      gateTool: false,
      command: "./scripts/a.sh 'x y'",
      effects: {
        risk: "UNKNOWN",
        mutates: true,
        list: [{ kind: "run", known: { by: "nobody" } }, { kind: "unknown" }],
      },
    });
    expect(mentioned({}).map(({ absolute }) => absolute)).toContain("/w/scripts/a.sh");
  });

  it("that a person declared does what was declared", () => {
    const commands = [
      { run: "./scripts/a.sh", args: "any" as const, writes: ["out/**"], contain: true, network: [], variables: [] },
    ];
    expect(described({ words: ["./scripts/a.sh", "u-1"] }, { commands }).found?.effects).toMatchObject({
      risk: "DESTRUCTIVE",
      list: [{ kind: "run", known: { by: "declaration", writes: ["out/**"] } }],
    });
  });

  it("is not known, whatever was declared, where a pattern of its input was not checked", () => {
    const commands = [
      { run: "./scripts/a.sh", args: "any" as const, writes: ["out/**"], contain: true, network: [], variables: [] },
    ];
    expect(described({ hasUncheckedPattern: true }, { commands }).found?.effects).toMatchObject({
      risk: "UNKNOWN",
      mutates: true,
      list: [{ kind: "run" }, { kind: "unknown", why: expect.stringContaining("`pattern`") }],
    });
  });

  it.each([
    "; rm -rf /",
    "$(touch x)",
    "`touch x`",
    "a && b",
    "| sh",
    "> src/a.ts",
    "'; touch x; '",
    "\n touch x",
    "$HOME",
    "*",
  ])("never lets the word %j become a command", (word) => {
    const commands = [
      { run: "./scripts/a.sh", args: "any" as const, writes: [], contain: true, network: [], variables: [] },
    ];
    const { found } = described({ words: ["./scripts/a.sh", word] }, { commands });
    const names = new Set(found?.ran.map((one) => one.replace(word, "WORD").replace("./scripts/", "")));
    expect([...names]).toEqual(["a.sh WORD"]);
    expect(found?.effects.list.filter(({ kind }) => kind !== "run" && kind !== "unknown")).toEqual([]);
  });

  it("takes a first word with a sign for a program, not for an assignment", () => {
    expect(described({ words: ["A=b", "x"] }).found?.command).toBe("'A=b' x");
  });

  it("mentions control files among its words, but not its own script where that lies in .system", () => {
    const places = (words: string[]) => mentioned({ words }).map(({ absolute }) => absolute);
    expect(places(["./.system/run.sh", ".claude/settings.json"])).toEqual(["/w/.claude/settings.json"]);
    expect(places(["./.system/run.sh", ".system/hooks/x.yaml"])).toEqual(["/w/.system/hooks/x.yaml"]);
    expect(places(["./.claude/run.sh"])).toContain("/w/.claude/run.sh");
    expect(places(["./.system/cache/run.sh"])).toContain("/w/.system/cache/run.sh");
  });

  it("of a server is as bad as starting it and as asking it, and shows the question", () => {
    const mcp = { server: "files", tool: "write", input: { path: ".claude/settings.json" } };
    const words = ["node", "server.mjs"];
    const commands = [
      { run: "node server.mjs", args: "none" as const, writes: [], contain: true, network: [], variables: [] },
    ];
    const tools = { "mcp.files.write": { effect: "run" as const, paths_from: [] } };
    expect(described({ words, mcp }, { commands }).found?.effects.risk).toBe("UNKNOWN");
    expect(described({ words, mcp }, { tools }).found?.effects.risk).toBe("UNKNOWN");
    const both = described({ words, mcp }, { commands, tools }).found;
    expect(both?.effects).toMatchObject({ risk: "DESTRUCTIVE", mutates: true });
    expect(both?.effects.list[0]).toMatchObject({
      command: 'node server.mjs # files.write {"path":".claude/settings.json"}',
    });
    expect(both?.named.map(({ absolute }) => absolute)).toContain("/w/.claude/settings.json");
  });
});
