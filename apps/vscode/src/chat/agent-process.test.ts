import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskEvent } from "@intentgate/agent";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { environmentWithoutKeys, startAgentProcess } from "./agent-process.ts";

const folder = tempFolder("agent-process");

/** A process that stands in for the agent's: it says what it sees, and dies when told to. */
const file = join(folder, "stand-in.cjs");
writeFileSync(
  file,
  `let opened;
process.on("message", (message) => {
  if (message.type === "open") opened = message;
  if (message.type === "close") process.exit(0);
  if (message.type !== "run") return;
  if (message.text === "die") process.exit(3);
  const text = JSON.stringify({ env: process.env, keys: opened.keys, pid: process.pid });
  process.send({ type: "event", event: { type: "text_delta", text } });
  process.send({ type: "over", reason: "done" });
});
process.on("disconnect", () => process.exit(0));
`,
);

function start(env: NodeJS.ProcessEnv) {
  const heard: TaskEvent[] = [];
  const model = { kind: "configured" as const, model: null, baseUrl: null };
  const open = { root: folder, stateDir: folder, model, keys: { OPENAI_API_KEY: "sk-1" }, intent: null };
  const agent = startAgentProcess({
    file,
    env,
    open: { ...open, hideUntilIntent: true },
    hear: (event) => heard.push(event),
  });
  return { agent, heard };
}

it.each([
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "INTENTGATE_MODEL_KEY",
  "openai_api_key",
])("leaves %s out of what programs of the agent see", (name) => {
  expect(environmentWithoutKeys({ PATH: "/bin", [name]: "sk-1" })).toEqual({ PATH: "/bin" });
});

it("runs in a process of its own, which has the keys and whose environment has none", async () => {
  const { agent, heard } = start({ PATH: process.env.PATH, OPENAI_API_KEY: "sk-1", ANTHROPIC_API_KEY: "sk-2" });
  expect(await agent.run("look")).toBe("done");
  const [said] = heard;
  const seen = JSON.parse(said?.type === "text_delta" ? said.text : "{}") as {
    env: Record<string, string>;
    keys: object;
    pid: number;
  };
  expect(JSON.stringify(seen.env)).not.toMatch(/sk-[12]/);
  expect(seen.keys).toEqual({ OPENAI_API_KEY: "sk-1" });
  expect(seen.pid).not.toBe(process.pid);
  agent.close();
});

it("ends the run with a failure where the process dies, and the next one at once", async () => {
  const { agent, heard } = start({ PATH: process.env.PATH });
  expect(await agent.run("die")).toBe("failed");
  expect(heard).toMatchObject([{ type: "ended", reason: "failed" }]);
  expect(agent.isAlive()).toBe(false);
  expect(await agent.run("again")).toBe("failed");
});
