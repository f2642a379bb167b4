/** The plugin as Cline would load it, in a process of its own and without rights. */

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { named } from "../../../../test/support/hosts/recorded-payloads.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { clinePlugin } from "./cline-plugin.ts";

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
let folder = "";

beforeAll(() => {
  folder = tempFolder("cline-plugin");
  writeFileSync(
    join(folder, "hook.sh"),
    '#!/bin/sh\n[ "$2" = session_start ] && exit 0\ncat > seen.json\necho "$@" > words\n. ./answer.sh\n',
  );
  writeFileSync(
    join(folder, "runner.mjs"),
    `import plugin from "./plugin.mjs"
import { readFileSync } from "node:fs"
const { hook, context, setup, cwd } = JSON.parse(readFileSync("call.json", "utf8"))
globalThis.__clineSessionEnv = { cwd }
if (setup) plugin.setup({}, setup)
console.log(JSON.stringify({ answer: (await plugin.hooks[hook](context)) ?? null, capabilities: plugin.manifest.capabilities }))
process.exit(0)
`,
  );
  writeFileSync(join(folder, "plugin.mjs"), clinePlugin(`sh '${join(folder, "hook.sh")}'`, 3_000));
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
});

const snapshot = {
  agentId: "agent_1",
  conversationId: "conv_1",
  messages: [{ role: "user", content: [{ type: "text", text: "Add a greeting" }] }],
};
const sub = { ...snapshot, agentId: "agent_2", parentAgentId: "agent_1" };
const call = (of: object) => ({
  snapshot: of,
  toolCall: { toolCallId: "call_1", toolName: "editor" },
  input: { path: "/home/dev/project/a", new_text: "b" },
});
const setup = { session: { sessionId: "ses_1" }, workspaceInfo: { rootPath: "/home/dev/project" } };

function run(hook: string, context: object, script: string, more: object = { setup, cwd: "/home/dev/project/docs" }) {
  writeFileSync(join(folder, "call.json"), JSON.stringify({ hook, context, ...more }));
  writeFileSync(join(folder, "answer.sh"), script);
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const ran = spawnSync(process.execPath, ["runner.mjs"], { cwd: folder, encoding: "utf8", env: {}, ...user });
  if (ran.status !== 0) throw new Error(ran.stderr);
  const { answer } = JSON.parse(ran.stdout) as { answer: Record<string, unknown> | null };
  const seen = () => named("cline").decode(readFileSync(join(folder, "seen.json")), null);
  return { answer, seen };
}

const says = (answer: object) => `echo '${JSON.stringify(answer)}'`;

describe("before a tool", () => {
  it("lets pass what is allowed, in words that the gate reads", () => {
    const { answer, seen } = run("beforeTool", call(snapshot), says({ decision: "allow" }));
    expect(answer).toBeNull();
    expect(seen()).toMatchObject({
      ok: true,
      value: {
        kind: "before_tool",
        session: { id: "ses_1", parent: null },
        cwd: "/home/dev/project/docs",
        call: { id: "call_1", tool: "write_to_file" },
      },
    });
  });

  it("says which subagent calls", () => {
    const { seen } = run("beforeTool", call(sub), says({ decision: "allow" }));
    expect(seen()).toMatchObject({ value: { session: { id: "ses_1/agent_2", parent: "ses_1" } } });
  });

  it.each([
    ["a no", `${says({ decision: "deny", reason: "SCOPE_VIOLATION" })}; exit 2`, /^SCOPE_VIOLATION$/],
    ["a no without an exit code", says({ decision: "deny", reason: "SCOPE_VIOLATION" }), /^SCOPE_VIOLATION$/],
    ["a yes with an exit code", `${says({ decision: "allow" })}; exit 1`, /no answer/],
    ["nothing", "true", /no answer/],
    ["text", "echo fine", /no answer/],
    ["two answers", `${says({ decision: "allow" })}; ${says({ decision: "allow" })}`, /no answer/],
    ["its own error", "echo broken >&2; exit 1", /broken/],
    ["another word", says({ decision: "yes" }), /no answer/],
    ["nothing in time", "sleep 30", /in time/],
  ])("leaves the call out after %s", (_what, script, reason) => {
    const { answer } = run("beforeTool", call(snapshot), script);
    expect(answer).toEqual({ skip: true, reason: expect.stringMatching(reason) });
  });

  it.each([
    [{}, "conv_1"],
    [{ setup }, "ses_1"],
    [{ setup, cwd: null }, "ses_1"],
    [{ setup, cwd: "docs" }, "ses_1"],
  ])("names no folder where nobody says in which it is made: %j", (more, id) => {
    const { seen } = run("beforeTool", call(snapshot), says({ decision: "allow" }), more);
    expect(seen()).toMatchObject({ value: { cwd: null, session: { id } } });
  });
});

it("stops a prompt that is refused, and hands on what the model is to know", () => {
  expect(run("beforeRun", { snapshot }, `${says({ decision: "deny", reason: "not today" })}; exit 2`).answer).toEqual({
    stop: true,
    reason: "not today",
  });
  const { answer, seen } = run("beforeRun", { snapshot }, says({ decision: "allow", context: "rules" }));
  expect(answer).toEqual({ appendContext: "rules" });
  expect(seen()).toMatchObject({ value: { kind: "prompt", prompt: "Add a greeting" } });
  expect(run("beforeRun", { snapshot: sub }, says({ decision: "allow" })).seen()).toMatchObject({
    value: { kind: "subagent_start" },
  });
});

it.each<[unknown, string]>([
  [{ output: { success: true } }, "succeeded"],
  [{ output: [{ success: true }, { success: false }] }, "failed"],
  [{ output: {}, isError: true }, "failed"],
])("tells that a call with the result %j has %s", (result, kind) => {
  const { seen } = run("afterTool", { ...call(snapshot), result }, says({ decision: "allow" }));
  expect(seen()).toMatchObject({ value: { kind: "after_tool", outcome: { kind } } });
});

it("breaks nothing where the end of a call or a run cannot be told", () => {
  expect(run("afterTool", { ...call(snapshot), result: {} }, "exit 1").answer).toMatchObject({
    appendContext: expect.stringContaining("Intentgate"),
  });
  expect(run("afterRun", { snapshot }, "exit 1").answer).toBeNull();
});
