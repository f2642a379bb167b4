/** An editor with files and terminals before an agent that does what its prompt says; its person says no. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { lineProgram, type Message } from "./line-program.ts";
import type { Stage } from "./stage.ts";

const agentProgram = fileURLToPath(new URL("./acp-agent.mjs", import.meta.url));

type Diff = [id: string, path: string, oldText: string | null, newText: string];

export interface Editor {
  at(path: string): string;
  prompt(title: string, text: string): Promise<void>;
  /** One turn of the agent, which takes these steps. */
  plays(title: string, ...steps: object[]): Promise<void>;
  ends(): Promise<unknown>;
  /** Steps. */
  asks(...diff: Diff): object;
  tells(...diff: Diff): object;
  update(update: object): object;
  writes(path: string, content: string): object;
  done(toolCallId: string): object;
  /** Its answer comes after the gate has looked at the files of what was told before. */
  looks: object;
}

export async function openEditor(stage: Stage): Promise<Editor> {
  const at = (path: string) => `${stage.repo}/${path}`;
  const words = ["acp", "--root", stage.repo, "--", process.execPath, agentProgram];
  const program = lineProgram(stage.start(words), (message) => replyTo(message, stage));
  const capabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
  const opened = await program.ask("initialize", { protocolVersion: 1, clientCapabilities: capabilities });
  stage.tell("initialize", opened);
  const { result } = await program.ask("session/new", { cwd: stage.repo, mcpServers: [] });
  stage.tell("session/new", result);
  const { sessionId } = result;
  const prompt: Editor["prompt"] = async (title, text) => {
    const answer = await program.ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    stage.tell(title, { answer: answer.result ?? answer.error, editor: program.heard() });
  };
  const call = (...[id, path, oldText, newText]: Diff) => ({
    toolCallId: id,
    title: "Edit",
    kind: "edit",
    status: "pending",
    content: [{ type: "diff", path: at(path), oldText, newText }],
  });
  const update = (rest: object) => ({ do: "update", update: rest });
  return {
    at,
    prompt,
    update,
    plays: (title, ...steps) => prompt(title, JSON.stringify(steps)),
    ends: () => program.ends(),
    asks: (...diff) => ({ do: "permission", toolCall: call(...diff) }),
    tells: (...diff) => update({ sessionUpdate: "tool_call", ...call(...diff) }),
    writes: (path, content) => ({ do: "write", path: at(path), content }),
    done: (toolCallId) => update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" }),
    looks: { do: "fsRead", path: at("README.md") },
  };
}

function replyTo({ method, params }: Message, stage: Stage): unknown {
  switch (method) {
    case "session/request_permission": {
      const { optionId } = params.options.find(({ kind }: Message) => kind === "reject_once") ?? params.options.at(-1);
      return { outcome: { outcome: "selected", optionId } };
    }
    case "fs/read_text_file":
      return { content: readFileSync(params.path, "utf8") };
    case "fs/write_text_file":
      mkdirSync(dirname(params.path), { recursive: true });
      writeFileSync(params.path, params.content);
      return null;
    case "terminal/create":
      spawnSync("/bin/sh", ["-c", params.command], { cwd: stage.repo });
      return { terminalId: "t1" };
    case "terminal/wait_for_exit":
      return { exitCode: 0 };
    default:
      return {};
  }
}
