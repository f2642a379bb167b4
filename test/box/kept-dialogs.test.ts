/** What lies outside the scope, asked about where the agent's person sits: in the dialog of an MCP client and of an editor. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editor } from "../support/mcp/acp-stage.ts";
import { connect, type Planted, persons, plant } from "../support/mcp/server-stage.ts";

const files = {
  "docs/d.md": "d\n",
  "src/a.ts": "a\n",
  "scripts/make.sh": "#!/bin/bash\necho new > docs/d.md; echo in > src/in.ts; echo {}\n",
  ".system/registry/low-level/make.it.yaml": `operation_key: make.it
version: 1
summary: Make a file.
scope: { modules: ["make"] }
input_schema: { type: object, properties: {} }
output_schema: { type: object }
`,
  ".system/registry/config/make.it.yaml": `id: make.it
impl: { kind: script, script: { path: ./scripts/make.sh, args_template: [], timeout_sec: 20 } }
`,
};

function planted(policy: string): Planted {
  const stage = plant({ files, policy });
  stage.env.INTENTGATE_NO_BOX = "";
  chmodSync(join(stage.root, "scripts/make.sh"), 0o755);
  return stage;
}

/** What is there in the end, and how many questions still wait. */
function stateOf({ root, gate }: Planted) {
  const { home } = gate();
  const rules = home.rules();
  const scope = rules.ok ? rules.value.intents.get("INT-001")?.owned_scope : null;
  return {
    docs: readFileSync(join(root, "docs/d.md"), "utf8"),
    inScope: existsSync(join(root, "src/in.ts")),
    waiting: home.store.approvals.list().length,
    isOwned: scope?.includes("docs/d.md"),
  };
}

const kept = { docs: "new\n", inScope: true, waiting: 0, isOwned: false };
const discarded = { ...kept, docs: "d\n" };
const waits = { ...discarded, waiting: 1 };
const made = { ability: "make.it", input: {}, reason: "it is asked for" };

type Reply = { action: "accept" | "decline" | "cancel"; content?: Record<string, string> };

describe("an MCP client that is the person's own", () => {
  async function run(stage: Planted, mode: "legacy" | "auto", reply: Reply) {
    const questions: string[] = [];
    const options = { capabilities: { elicitation: {} }, versionNegotiation: { mode } };
    const client = await connect(stage, ["--own-session"], options, (one) => {
      one.setRequestHandler("elicitation/create", async ({ params }) => {
        questions.push(params.message);
        return reply;
      });
    });
    const ask = (name: string, input: object) => client.callTool({ name, arguments: { ...input } });
    await ask("select_active_intent", { intent_id: "INT-001" });
    const task = await ask("ability_task_create", made);
    const { task_key } = task.structuredContent as { task_key: string };
    return { questions, said: JSON.stringify((await ask("ability_task_run", { task_key })).content) };
  }

  it.each<[string, "legacy" | "auto", Reply, object, RegExp | null]>([
    ["kept", "legacy", { action: "accept", content: { answer: "once" } }, kept, /kept what was done to docs\/d\.md/],
    ["kept, in rounds", "auto", { action: "accept", content: { answer: "once" } }, kept, /kept what was done/],
    ["added", "auto", { action: "accept", content: { answer: "scope" } }, { ...kept, isOwned: true }, /kept what was/],
    ["thrown away", "auto", { action: "accept", content: { answer: "reject" } }, discarded, /discarded what was done/],
    ["declined", "legacy", { action: "decline" }, discarded, /discarded/],
    ["dismissed", "legacy", { action: "cancel" }, waits, null],
    ["not offered", "auto", { action: "accept", content: { answer: "command" } }, waits, null],
    ["empty", "legacy", { action: "accept" }, waits, null],
  ])("is shown what the command did; the answer: %s", async (_what, mode, reply, state, says) => {
    const stage = planted(persons);
    const { questions, said } = await run(stage, mode, reply);
    expect(questions).toEqual([expect.stringMatching(/edited docs\/d\.md, outside the scope of INT-001/)]);
    expect(questions[0]).toMatch(/-d\n *\+new/);
    expect(stateOf(stage)).toEqual(state);
    if (says === null) expect(said).not.toContain("The person");
    else expect(said).toMatch(says);
  });

  it.each(["approval: { approver: any }\n", "approval: { approver: inbox }\n"])(
    "is not asked where nobody said that it is theirs: %s",
    async (policy) => {
      const stage = planted(policy);
      const { questions } = await run(stage, "legacy", { action: "accept", content: { answer: "once" } });
      expect([questions, stateOf(stage)]).toEqual([[], waits]);
    },
  );
});

describe("the editor before an agent", () => {
  const play = async (answer: string, policy = "") => {
    const stage = planted(policy);
    const opened = await editor({ answer, planted: stage });
    const take = { do: "mcp", tool: "select_active_intent", input: { intent_id: "INT-001" } };
    const [, task] = await opened.play([take, { do: "mcp", tool: "ability_task_create", input: made }]);
    await opened.play([{ do: "mcp", tool: "ability_task_run", input: { task_key: task.task_key } }]);
    const asked = opened.seen.filter(({ method }) => method === "session/request_permission");
    return { asked, state: stateOf(stage) };
  };

  it.each([
    ["once", kept],
    ["scope", { ...kept, isOwned: true }],
    ["reject", discarded],
    ["something else", waits],
  ])("shows it in its own dialog, and %s counts", async (answer, state) => {
    const { asked, state: found } = await play(answer);
    expect(asked.map(({ params }) => params.toolCall.title)).toEqual([
      expect.stringMatching(/edited docs\/d\.md, outside the scope/),
    ]);
    expect(asked[0]?.params.options.map(({ optionId }: { optionId: string }) => optionId)).toEqual([
      ...["once", "scope", "reject"],
    ]);
    expect(found).toEqual(state);
  });

  it("is not asked where the policy names the inbox", async () => {
    const { asked, state } = await play("once", "approval: { approver: inbox }\n");
    expect([asked, state]).toEqual([[], waits]);
  });
});
