import { describe, expect, it } from "vitest";
import { aroundOf } from "../../../../test/support/hosts/around-of.ts";
import { decoded, recording } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { Decision } from "../host/event.ts";
import { addTo, removeFrom } from "../index.ts";
import type { JsonMap } from "../settings/json-tree.ts";
import { readToml, valueAt } from "../settings/read-settings.ts";
import { geminiCli } from "./gemini-cli.ts";
import { SPOKEN, spokenPolicy } from "./gemini-cli-policy.ts";

const runScript = "/home/dev's box/.local/state/intentgate/ig-run";
const script = `'/home/dev'\\''s box/.local/state/intentgate/ig-run'`;
const id = "0123456789abcdef".repeat(2);
const settings = { command: "intentgate hook", windows: null, mcp: { command: "m", args: [], env: {} }, runScript };

function written(): string {
  const text = addTo(spokenPolicy, null, settings);
  if (!text.ok) throw new Error(text.problems[0]?.message);
  return text.value;
}

function rules(): JsonMap[] {
  const read = readToml(written());
  if (!read.ok) throw new Error(read.why);
  return valueAt(read.value, ["rule"]) as unknown as JsonMap[];
}

/** As Gemini CLI 0.61 writes the arguments of a call before it looks into them. */
function asked(input: Record<string, string>): boolean {
  const pairs = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = `{${pairs.map((pair) => `\0${pair.map((part) => JSON.stringify(part)).join(":")}\0`).join(",")}}`;
  return rules().some((rule) => new RegExp(String(rule.argsPattern)).test(text));
}

describe("the rule by which Gemini CLI takes a yes of ours", () => {
  it("is about commands only, in the modes in which it asks, and gives way to every rule of the person's", () => {
    for (const rule of rules())
      expect(rule).toMatchObject({
        ...{ toolName: "run_shell_command", decision: "allow", priority: 1, modes: ["default", "autoEdit"] },
      });
  });

  it("fits a line with a yes, and the same line as it is taken apart", () => {
    expect(asked({ command: `${script} ${id}  # npm test · x`, description: SPOKEN })).toBe(true);
    expect(asked({ command: `${script} ${id}` })).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ["a line without a yes", { command: `${script} ${id}  # npm test` }],
    ["a line with other words beside it", { command: `${script} ${id}  # npm test`, description: "run the tests" }],
    ["more behind the id", { command: `${script} ${id}; rm -rf .`, description: SPOKEN }],
    ["more behind the remark", { command: `${script} ${id}  # x\nrm -rf .`, description: SPOKEN }],
    ["more before it", { command: `rm -rf . && ${script} ${id}`, description: SPOKEN }],
    ["a shorter id", { command: `${script} ${id.slice(1)}` }],
    ["another script", { command: `/tmp/ig-run ${id}  # x`, description: SPOKEN }],
    ["another command", { command: "rm -rf .", description: SPOKEN }],
    ["another folder", { command: `${script} ${id}`, dir_path: "/" }],
    ["words that end what they stand in", { command: `${script} ${id}","x":"`, description: SPOKEN }],
  ])("does not fit %s", (_what, input) => {
    expect(asked(input)).toBe(false);
  });

  it("stands in the person's own settings only, and is taken away as a whole", () => {
    expect(geminiCli.install.user(".gemini").map(({ path }) => path)).toEqual([
      ".gemini/settings.json",
      ".gemini/policies/intentgate.toml",
    ]);
    for (const mode of ["personal", "team"] as const)
      expect(geminiCli.install.files(mode).map(({ path }) => path)).toEqual([".gemini/settings.json"]);
    const left = removeFrom(spokenPolicy, written());
    expect(left.ok && left.value).toBe(null);
  });

  it("is no rule of the person's against anything", () => {
    const around = aroundOf(
      { root: "/home/dev/shop", home: "/home/dev", ownFolder: "/home/dev/.gemini" },
      { own: { "policies/intentgate.toml": written() } },
    );
    for (const command of ["npm test", `${script} ${id}  # npm test`])
      expect(geminiCli.rules({ tool: "run_shell_command", command, startedWith: [] }, around, {}).kind).toBe("none");
  });
});

describe("a line for Gemini CLI", () => {
  const event = decoded(recording("gemini-cli/BeforeTool-run_shell_command"));
  const input = (by: Extract<Decision, { kind: "allow" }>["by"]) =>
    JSON.parse(geminiCli.encode({ kind: "allow", by, changes: true, context: null, line: "LINE" }, event).stdout)
      .hookSpecificOutput.tool_input;

  it("says that it has a yes where it has one, and nothing that the model said of it goes along", () => {
    expect(input("intent")).toEqual({ command: "LINE", description: SPOKEN });
    expect(input("person")).toEqual({ command: "LINE", description: SPOKEN });
    expect(input("gate")).toEqual({ command: "LINE" });
  });
});
