import { describe, expect, it } from "vitest";
import { bench, scopeDeny, throwing } from "../../../test/support/engine/engine-bench.ts";
import { deny, denyCodes } from "./decision.ts";

describe("the refusal", () => {
  it("is one JSON shape: type, code, message and meta with id, intent, tool and remedy", async () => {
    const gate = bench();
    gate.registerPreHook("scope", async () => scopeDeny);
    const { error } = await gate.run();
    expect(JSON.parse(gate.pushed[0] as string)).toEqual({
      type: "tool_error",
      code: "SCOPE_VIOLATION",
      message: "a.ts is outside the scope",
      meta: {
        invocation_id: "id-1",
        intent_id: "INT-001",
        tool_name: "write_to_file",
        file_path: "a.ts",
        remedy: "Ask for an expansion.",
      },
    });
    expect(error).toEqual(JSON.parse(gate.pushed[0] as string));
  });

  it.each(denyCodes)("carries %s as it was said", async (code) => {
    const gate = bench();
    gate.registerPreHook("a", async () => deny(code, "why", "what now"));
    await gate.run();
    expect(JSON.parse(gate.pushed[0] as string)).toMatchObject({
      code,
      message: "why",
      meta: { remedy: "what now" },
    });
  });

  const circle: Record<string, unknown> = {};
  circle.self = circle;
  it.each([
    ["a circle", circle],
    ["a number too big for JSON", { big: 10n }],
    [
      "a value that refuses to be written",
      {
        toJSON: throwing(new Error("no")),
      },
    ],
    ["a text", "meta"],
    ["a list", [1, 2]],
    ["null", null],
    ["another call's id", { invocation_id: "id-999", tool_name: "read_file" }],
  ])("reaches the model also when a hook's meta is %s", async (_what, meta) => {
    const gate = bench();
    gate.registerPreHook("a", async () => ({ ...scopeDeny, meta }) as never);
    await gate.run();
    expect(JSON.parse(gate.pushed[0] as string)).toMatchObject({
      code: "SCOPE_VIOLATION",
      meta: { invocation_id: "id-1", tool_name: "write_to_file", remedy: scopeDeny.remedy },
    });
  });
});
