import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import {
  call,
  connect,
  giveToNobody,
  listen,
  type Planted,
  persons,
  plant,
} from "../../../test/support/mcp/server-stage.ts";
import { until } from "../../../test/support/patience.ts";

const registry = {
  ".system/registry/low-level/notes.write.yaml": `operation_key: notes.write
version: 1
summary: Write the release notes of a version.
scope: { modules: [], environments: [] }
input_schema: { type: object, required: ["version"], properties: { version: { type: string } } }
output_schema: { type: object, required: ["status"], properties: { status: { type: string } } }
routing_hints: { keywords: ["release notes"] }
`,
  ".system/registry/config/notes.write.yaml": `id: notes.write
impl: { kind: script, script: { path: ./scripts/notes.sh, args_template: ["{{version}}"], timeout_sec: 20 } }
`,
  "scripts/notes.sh": `#!/bin/sh\nprintf '%s\\n' "$1" > src/notes.txt\nprintf '{"status":"written"}\\n'\n`,
  "src/a.ts": "one\n",
};

const withChecks = `active_intents:
  - id: INT-001
    name: One
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    checks: [{ run: ["true"] }]
  - id: INT-002
    name: Two
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    checks: [{ run: ["false"] }]
  - id: INT-003
    name: Three
    status: IN_PROGRESS
    owned_scope: ["src/**"]
    checks: [{ run: ["sh", "-c", "touch src/started; sleep 600"] }]
`;

/** A client whose person says yes to everything, on a server that owns nothing but the planted folder. */
async function yesClient(planted: Planted): Promise<Client> {
  const server = await listen(planted, ["--own-session"], undefined, giveToNobody(planted));
  return server.connect({ capabilities: { elicitation: { form: {} } } }, (client) => {
    client.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { answer: "once" } }));
  });
}

function plantAbility() {
  const planted = plant({ files: registry, policy: persons });
  chmodSync(join(planted.root, "scripts/notes.sh"), 0o755);
  return planted;
}

const wanted = { ability: "notes.write", input: { version: "1.2" }, reason: "the release" };

describe("an ability", () => {
  it("is found by what it is for, prepared, and run through the gate for the session", async () => {
    const planted = plantAbility();
    const client = await yesClient(planted);
    const found = await call(client, "find_abilities", { prompt: "write the release notes" });
    expect(found.json.abilities).toMatchObject([{ id: "notes.write", input_schema: { required: ["version"] } }]);
    const task = (await call(client, "ability_task_create", wanted)).json;
    expect(task).toMatchObject({ status: "available" });
    const early = await call(client, "ability_task_run", { task_key: task.task_key });
    expect(early).toMatchObject({ isError: true, json: { code: "INTENT_REQUIRED" } });
    expect(existsSync(join(planted.root, "src/notes.txt"))).toBe(false);
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    const ran = await call(client, "ability_task_run", { task_key: task.task_key });
    expect(ran.json).toEqual({ task_key: task.task_key, state: "succeeded", result: { status: "written" } });
    expect(readFileSync(join(planted.root, "src/notes.txt"), "utf8")).toBe("1.2\n");
    expect(readFileSync(join(planted.root, ".orchestration/agent_trace.jsonl"), "utf8")).toContain("src/notes.txt");
  });

  it.each<[string, Record<string, unknown>]>([
    ["that nobody registered", { ...wanted, ability: "notes.erase" }],
    ["with an input that does not fit", { ...wanted, input: {} }],
    ["with a list for an input", { ...wanted, input: [] }],
    ["by the name of a tool", { ...wanted, ability: "write_to_file" }],
  ])("%s is not prepared", async (_what, input) => {
    const client = await connect(plantAbility(), ["--own-session"]);
    const answer = await call(client, "ability_task_create", input);
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("remedy");
  });

  it.each(["nothing", "../../etc/passwd", ""])("is not run by the key %j", async (task_key) => {
    const client = await connect(plantAbility(), ["--own-session"]);
    expect((await call(client, "ability_task_run", { task_key })).isError).toBe(true);
  });
});

describe("completing an intent", () => {
  it("runs its checks and says what failed", async () => {
    const planted = plant({ policy: persons, intents: withChecks, files: { "src/a.ts": "" } });
    const client = await yesClient(planted);
    await call(client, "select_active_intent", { intent_id: "INT-002" });
    const failed = await call(client, "complete_intent");
    expect(failed).toMatchObject({ isError: true, json: { message: expect.stringContaining("check `false` failed") } });
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    expect((await call(client, "complete_intent", { result: "all done" })).json).toMatchObject({ status: "COMPLETE" });
    const text = readFileSync(join(planted.root, ".orchestration/active_intents.yaml"), "utf8");
    expect(text.match(/status: COMPLETE/g)?.length).toBe(1);
  });

  it("ends a check that the client no longer waits for", async () => {
    const planted = plant({ policy: persons, intents: withChecks, files: { "src/a.ts": "" } });
    const client = await yesClient(planted);
    await call(client, "select_active_intent", { intent_id: "INT-003" });
    const stop = new AbortController();
    const waiting = client.callTool({ name: "complete_intent", arguments: {} }, { signal: stop.signal });
    const ends = () =>
      planted
        .gate()
        .home.store.decisions.newest(200)
        .filter((row) => row.tool === "execute_command" && row.phase === "done");
    await until(() => existsSync(join(planted.root, "src/started")));
    stop.abort();
    await expect(waiting).rejects.toThrow();
    await until(() => ends().length > 0);
    expect(ends()[0]).toMatchObject({ decision: "failed" });
  });
});
