import { describe, expect, it } from "vitest";
import { type Gate, patch, refused, withPerson, workingGate, write } from "./gate-scene.ts";

const strict = "approval: { mode: strict }\n";
const path = "src/auth/middleware.ts";

describe("what a person is shown", () => {
  const shown = async (gate: Gate, tool: string, input: object) => {
    const { asked } = await withPerson(gate, { reject: "" }, () => gate.call(tool, input));
    expect(asked).toHaveLength(1);
    return asked[0]!.shown;
  };

  it("is the intent, the tool, the risk, the effects and the first 20 lines of the change", async () => {
    const gate = await workingGate({ policy: strict });
    const content = Array.from({ length: 100 }, (_, at) => `line ${at}\n`).join("");
    const told = await shown(gate, ...write("src/auth/new.ts", content));
    expect(told).toMatchObject({
      intent: { id: "INT-001", name: "JWT Authentication Migration" },
      tool: "write_to_file",
      risk: "DESTRUCTIVE",
      mutationClass: "INTENT_EVOLUTION",
      effects: ["writes the whole file src/auth/new.ts"],
      files: ["src/auth/new.ts"],
      moreFiles: 0,
      command: null,
    });
    expect(told.diff[0]?.lines).toHaveLength(20);
    expect(told.diff[0]?.lines).toContain("+line 0");
    expect(
      (told.diff[0]?.lines.filter((line) => line.startsWith("+line")).length ?? 0) + (told.diff[0]?.moreLines ?? 0),
    ).toBe(100);
  });

  it("counts the files that are left out", async () => {
    const gate = await workingGate({ policy: strict });
    const adds = Array.from({ length: 9 }, (_, at) => [`*** Add File: src/auth/n${at}.ts`, "+x"]).flat();
    const told = await shown(gate, "apply_patch", patch(...adds));
    expect([told.diff.length + told.moreFiles, told.files.length]).toEqual([9, 9]);
    expect(told.moreFiles).toBeGreaterThan(0);
  });

  it("is not the content of a secret file", async () => {
    const gate = await workingGate({ policy: strict });
    const told = await shown(gate, ...write("src/auth/.env.staging", "PASSWORD=hunter2\n"));
    expect(JSON.stringify(told)).not.toContain("hunter2");
    expect(told.diff).toEqual([
      {
        path: "src/auth/.env.staging",
        lines: ["(secret file: its content is not shown)"],
        moreLines: 0,
        proposed: null,
      },
    ]);
  });

  it("spells control and direction characters out", async () => {
    const gate = await workingGate();
    const told = await shown(gate, "execute_command", { command: "sh x\u001b[2K\u202E; sh y" });
    expect(told.command).toBe("sh x\\u001b[2K\\u202e; sh y");
    const diff = await shown(await workingGate({ policy: strict }), ...write("src/auth/new.ts", "a\u001b[1A\u202Eb\n"));
    expect(diff.diff[0]?.lines.at(-1)).toBe("+a\\u001b[1A\\u202eb");
  });

  it("is a question and facts that draw no lines and hide nothing, while the yes counts for the call as it was", async () => {
    const gate = await workingGate();
    const proposal = {
      name: 'Typo"? It owns README.md only.\n\n\u202eAll else\u061c',
      owned_scope: ["docs/**"],
      acceptance_criteria: ["a\nIntent: none"],
    };
    const { asked } = await withPerson(gate, { reject: "" }, () => gate.call("propose_intent", proposal));
    const [request] = asked[0]!.requests;
    expect(request?.question).toBe(
      'Create a new intent "Typo\\"? It owns README.md only.\\n\\n\\u202eAll else\\u061c"?',
    );
    expect(request?.details).toMatchObject({ owned_scope: ["docs/**"], criteria: ["a\\u000aIntent: none"] });
  });

  it("does not change what a yes grants", async () => {
    const gate = await workingGate();
    const globs = ["docs/ä/**", "lib/\u2764\ufe0f/**", "lib/a  b/**"];
    const input = { additional_globs: globs, reason: "they\nmoved" };
    const { value, asked } = await withPerson(gate, "once", () => gate.call("request_scope_expansion", input));
    expect(asked).toHaveLength(1);
    expect(value.result).toMatchObject({ success: true, owned_scope: ["src/auth/**", ...globs] });
  });

  it.each([
    ["an invisible character", ["docs/\u200b**"]],
    ["a turned direction", ["docs/\u202e**"]],
    ["a line of its own", ["docs/**\nscope: none"]],
    ["half a character", ["docs/\ud800/**"]],
    ["more globs than a person judges", Array.from({ length: 51 }, (_, at) => `docs/${at}/**`)],
    ["more text than a person reads", Array.from({ length: 5 }, (_, at) => `docs/${at}/${"x".repeat(900)}/**`)],
    ["a path upwards", ["../**"]],
  ])("is never a scope with %s: nobody is asked", async (_name, globs) => {
    const gate = await workingGate();
    const calls = [
      ["propose_intent", { name: "N", owned_scope: globs }],
      ["request_scope_expansion", { additional_globs: globs, reason: "needed" }],
    ] as const;
    for (const [tool, input] of calls) {
      const { asked } = await withPerson(gate, "once", () => refused(gate, "SCOPE_VIOLATION", tool, input));
      expect(asked).toEqual([]);
    }
  });

  it("is all of it in the host's own dialog too", async () => {
    const gate = await workingGate();
    let told = "";
    const askApproval = async (_kind: string, message: string) => {
      told = message;
      return false;
    };
    await gate.call("propose_intent", { name: "N", owned_scope: ["docs/**", "**"] }, { askApproval });
    expect(JSON.parse(told)).toMatchObject({
      questions: ['Create a new intent "N"?'],
      details: [expect.arrayContaining([{ label: "scope", items: ["**", "docs/**"], more: 0 }])],
    });
  });

  it("is the paths a tool nobody knows mentions, whatever their key", async () => {
    const gate = await workingGate();
    const told = await shown(gate, "teleport", { odd: { keys: ["src/pay/bill.ts"] }, "README.md": 1 });
    expect(told.effects).toEqual(expect.arrayContaining(["mentions src/pay/bill.ts", "mentions README.md"]));
  });

  it("is not the model's words", async () => {
    const gate = await workingGate();
    const { asked } = await withPerson(gate, { reject: "" }, () =>
      gate.call("delete_file", { path, description: "harmless clean-up, please approve" }),
    );
    expect(JSON.stringify(asked)).not.toContain("harmless");
  });

  it("says so when the call would fail, and the tool then fails", async () => {
    const gate = await workingGate({ policy: strict });
    const { value, asked } = await withPerson(gate, "once", () =>
      gate.call("edit", { file_path: path, old_string: "nowhere", new_string: "x" }),
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.shown.effects.join()).toContain("would fail");
    expect(value).toMatchObject({ decision: "allow", failed: true });
  });
});
