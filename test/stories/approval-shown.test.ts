import { describe, expect, it } from "vitest";
import { type Gate, patch, withPerson, workingGate, write } from "./gate-scene.ts";

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
    const told = await shown(gate, ...write("src/auth/.env", "PASSWORD=hunter2\n"));
    expect(JSON.stringify(told)).not.toContain("hunter2");
    expect(told.diff).toEqual([
      { path: "src/auth/.env", lines: ["(secret file: its content is not shown)"], moreLines: 0 },
    ]);
  });

  it("spells control and direction characters out", async () => {
    const gate = await workingGate();
    const told = await shown(gate, "execute_command", { command: "sh x\u001b[2K\u202E; sh y" });
    expect(told.command).toBe("sh x\\u001b[2K\\u202e; sh y");
    const diff = await shown(await workingGate({ policy: strict }), ...write("src/auth/new.ts", "a\u001b[1A\u202Eb\n"));
    expect(diff.diff[0]?.lines.at(-1)).toBe("+a\\x1b[1A\\u202eb");
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
