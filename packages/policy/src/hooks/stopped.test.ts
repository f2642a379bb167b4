import type { HookContext } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { stopped } from "./stopped.ts";

const at = "2026-02-18T12:00:00.000Z";
const call = (normalizedToolName: string, gateTool: boolean) =>
  ({ normalizedToolName, details: { gateTool }, session: { id: "s" } }) as HookContext;
const hook = stopped(() => ({ session: "s", by: "ann", at }));

describe("a session that a person stopped", () => {
  it.each<[string, boolean]>([
    ["read_file", false],
    ["list_files", false],
    ["search_files", false],
    ["write_to_file", false],
    ["delete_file", false],
    ["execute_command", false],
    ["use_mcp_tool", false],
    ["a tool nobody knows", false],
    ["select_active_intent", true],
    ["propose_intent", true],
    ["request_scope_expansion", true],
    ["record_lesson", true],
    ["attempt_completion", true],
    ["ability_task_create", true],
    ["ability_task_run", true],
    ["why", false],
    ["list_intents", false],
  ])("may not call %s (ours: %s)", async (tool, isOurs) => {
    expect(await hook(call(tool, isOurs), undefined)).toMatchObject({
      allow: false,
      code: "STOPPED",
      reason: "The person stopped this session; wait until they resume it.",
      meta: { stopped_at: at },
    });
  });

  it.each(["list_intents", "why", "find_abilities", "find_documents"])("may still ask the gate: %s", async (tool) => {
    expect(await hook(call(tool, true), undefined)).toBeUndefined();
  });
});

it("says nothing of a session that nobody stopped", async () => {
  expect(await stopped(() => null)(call("write_to_file", false), undefined)).toBeUndefined();
});

it("throws where it cannot be known: that is a no where hooks are run", async () => {
  const unknown = stopped(() => {
    throw new Error("the journal cannot be read");
  });
  await expect(unknown(call("read_file", false), undefined)).rejects.toThrow("cannot be read");
});
