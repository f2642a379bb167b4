/** The reference agent with a model that plays a script, and a host whose events go to the gate that stays. */
import { join } from "node:path";
import { claudeCode } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import { startModel, type Turn } from "../model-server.ts";
import type { Story } from "../play-story.ts";
import type { Stage } from "../stage.ts";

const write = (path: string, content: string, more: object = {}) => ({
  name: "write_to_file",
  input: { path, content, ...more },
});
const turns: readonly Turn[] = [
  { say: "I look first.", calls: [{ name: "read_file", input: { path: "src/auth/token.ts" } }] },
  { calls: [write("src/auth/token.ts", "export const token = 2;\n")] },
  { calls: [{ name: "select_active_intent", input: { intent_id: "INT-001" } }] },
  { calls: [write("src/auth/token.ts", "export const token = 2;\n"), write("src/auth/new.ts", "1\n")] },
  { calls: [write("docs/tokens.md", "Tokens.\n")] },
  {
    calls: [
      write("docs/tokens.md", "Tokens.\n", {
        request_scope_expansion: { additional_globs: ["docs/**"], reason: "The guide tells about tokens." },
      }),
    ],
  },
  { calls: [{ name: "execute_command", input: { command: "echo made > src/auth/made.ts" } }] },
  { calls: [{ name: "no_such_tool", input: {} }] },
  { calls: [{ name: "attempt_completion", input: { result: "Done." } }] },
  { say: "Tokens are 2 now." },
];

const agent: Story = {
  name: "agent-run",
  setting: { policy: "version: 1\napproval: { mode: balanced }\n" },
  async play(stage) {
    const model = await startModel(turns);
    try {
      const words = ["run", "--model", "compatible/scripted", "--base-url", model.url, "--json", "Move to tokens"];
      const { code, out, err } = await stage.run(null, words);
      // That a request waits is told when somebody looks, which may be before or after the next line.
      const lines = out.split("\n").filter((line) => !line.startsWith('{"type":"approval_waiting"'));
      stage.tell("run", lines.join("\n"), { code, err });
      stage.tell(
        "what the model was offered",
        model.requests.map(({ tools }) => tools),
      );
      stage.tell("what the model was told last", model.requests.at(-1)?.messages);
    } finally {
      await model.close();
    }
  },
};

/** In the foreground, as a person starts it. */
async function startGate(stage: Stage): Promise<void> {
  const child = stage.start(["gate"], "/");
  let said = "";
  await new Promise<void>((ready, reject) => {
    child.stdout?.on("data", (more: Buffer) => {
      said += more;
      if (said.includes("answers for")) ready();
    });
    child.once("exit", (code) => reject(new Error(`the gate ended with ${code}: ${said}`)));
  });
}

const resident: Story = {
  name: "resident-gate",
  async play(stage) {
    await stage.run("init", ["init", "--yes", "--host", "claude-code"]);
    await startGate(stage);
    const ann = hostSession(stage, claudeCode, "ses-ann", { launcher: join(stage.state, "hook") });
    await ann.asksToWrite("src/auth/new.ts", "one\n");
    await ann.take("INT-001");
    await ann.writes("src/auth/new.ts", "one\n");
    await ann.writes("src/pay/new.ts", "out\n");
    await ann.writes("src/auth/token.ts", "stale\n");
    await ann.asksToWrite("src/auth/twice.ts", "x\n", "again");
    await ann.asksToWrite("src/auth/twice.ts", "x\n", "again");
    stage.put("src/auth/twice.ts", "x\n");
    await ann.saysItWrote("src/auth/twice.ts", "x\n", "again");
    await ann.saysItWrote("src/auth/twice.ts", "x\n", "again");
    await ann.runs("echo three > src/auth/three.ts");
    await ann.asksToRun("frobnicate src/auth/three.ts");
    await ann.asksToWrite("src/auth/open.ts", "open\n", "open");
    stage.put("src/auth/open.ts", "open\n");
    await ann.stops();
    await stage.run("the gate ends", ["gate", "--stop"]);
    await ann.writes("src/auth/cold.ts", "cold\n");
  },
};

export const agents: readonly Story[] = [agent, resident];
