/** Silence is no person's word: whatever was asked and however it stayed without an answer, the code says so. */
import { describe, expect, it } from "vitest";
import { askingGate, exists, openGate, refused, withPerson, write } from "./gate-scene.ts";

type Asked = readonly [string, object];

const outside: Asked = [
  "write_to_file",
  {
    path: "docs/a.md",
    content: "x\n",
    request_scope_expansion: { additional_globs: ["docs/**"], reason: "the guide" },
  },
];
const questions: [string, Asked][] = [
  ["a deletion", ["delete_file", { path: "src/auth/token.ts" }]],
  ["a command that nobody understands", ["execute_command", { command: "sh make.sh" }]],
  ["a tool that nobody declared", ["mcp--fs--write", { path: "src/auth/x.ts" }]],
  ["a wider scope", outside],
  ["another intent", ["select_active_intent", { intent_id: "INT-002" }]],
  ["a new intent", ["propose_intent", { name: "Docs", owned_scope: ["docs/**"] }]],
  ["the end of the work", ["attempt_completion", { result: "done" }]],
  ["what .intentignore wants to be asked about", write("src/auth/asked.ts")],
];
const asking = { ".intentignore": "src/auth/asked.ts require_approval\n" };

describe.each(questions)("%s", (_what, call) => {
  it("has no answer where nobody is there, and stays open under its id until then", async () => {
    const gate = await askingGate({ files: asking });
    const { message, meta } = await refused(gate, "NO_ANSWER", ...call);
    const [open] = gate.workspace.home.store.approvals.list();
    expect(meta).toMatchObject({ request_id: open?.id, open_until: open?.expiresAt });
    expect(message).not.toMatch(/rejected|undefined/);
    expect(meta.remedy).toContain("repeat the call unchanged");
    expect(gate.ledger()).toEqual([]);
  });

  it("has no answer where time ran out, and stays open", async () => {
    const gate = await askingGate({ files: asking, policy: "approval: { timeout_s: 1 }\n" });
    const { value, asked } = await withPerson(gate, "silence", () => refused(gate, "NO_ANSWER", ...call));
    expect(value.meta).toMatchObject({ request_id: asked[0]?.id, open_until: asked[0]?.expiresAt });
  });

  it("has no answer where who was asked went away, and is asked anew with the next call", async () => {
    const gate = await askingGate({ files: asking }, { terminal: async () => null });
    const { meta } = await refused(gate, "NO_ANSWER", ...call);
    expect(meta.open_until).toBe(null);
    expect(meta.remedy).toContain("they are asked again");
    expect(gate.workspace.home.store.approvals.list()).toEqual([]);
  });

  it("is rejected where a person says no", async () => {
    const gate = await askingGate({ files: asking });
    const code = call === outside ? "SCOPE_VIOLATION" : "HITL_REJECT";
    const { value } = await withPerson(gate, { reject: "not now" }, () => refused(gate, code, ...call));
    expect(value.meta).toMatchObject({ reason: "not now" });
    expect(value.meta).not.toHaveProperty("open_until");
    expect(exists(gate, "docs/a.md")).toBe(false);
  });

  it("is rejected by nobody where no question may be put", async () => {
    const gate = await askingGate({ files: asking, policy: "approval: { mode: auto }\n" });
    const refusal = (await gate.call(...call)).refusal;
    expect(["NO_ANSWER", "UNKNOWN_EFFECT", "SCOPE_VIOLATION"]).toContain(refusal?.code);
    expect(refusal?.meta).not.toHaveProperty("request_id");
  });
});

it.each([undefined, null, 7, "", {}, ["INT-001"]])(
  "an intent that is none (%j) is not spoken of by name",
  async (id) => {
    const gate = openGate();
    const { message } = await refused(gate, "INTENT_NOT_FOUND", "select_active_intent", { intent_id: id });
    expect(message).toBe("No intent was named: intent_id must be the id of an open intent.");
  },
);
