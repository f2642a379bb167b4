/** What the tests of the proxy stand on: an editor with files and terminals, before an agent that does as it is told. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Raw, start } from "../gateway/test-parts.ts";
import { binary, type Planted, plant } from "../test-parts.ts";

export const agentProgram = fileURLToPath(new URL("./scripted-agent.mjs", import.meta.url));
export const files = { "src/a.ts": "one\ntwo\n", "README.md": "read me\n" };

export interface Editor {
  planted: Planted;
  sessionId: string;
  /** What the agent's steps came to. */
  play(steps: object[]): Promise<Raw[]>;
  ask(method: string, params: object): Promise<Raw>;
  /** What the editor was asked and told, in order. */
  seen: Raw[];
  opened: Raw;
  errors(): string;
}

interface Playing {
  words?: string[];
  answer?: string;
  policy?: string;
}

/** An editor with files and terminals, whose person answers every question in the same way. */
export async function editor({ words = ["scripted"], answer = "reject", policy }: Playing = {}): Promise<Editor> {
  const planted = plant({ files, ...(policy === undefined ? {} : { policy }) });
  const { root } = planted;
  const started = start(planted, [binary, "acp", "--root", root, "--", process.execPath, agentProgram, ...words]);
  const seen: Raw[] = [];
  let count = 0;
  let handled = 0;

  function reply(message: Raw): unknown {
    const { path, content } = message.params;
    if (message.method === "session/request_permission") return { outcome: { outcome: "selected", optionId: answer } };
    if (message.method === "fs/read_text_file") return { content: readFileSync(path, "utf8") };
    if (message.method === "fs/write_text_file") {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return null;
    }
    if (message.method === "terminal/create") {
      const { command, args = [] } = message.params;
      execFileSync("/bin/sh", ["-c", [command, ...args].join(" ")], { cwd: root, uid: 65534, gid: 65534 });
      return { terminalId: "t1" };
    }
    return message.method === "terminal/wait_for_exit" ? { exitCode: 0 } : {};
  }

  started.child.stdout?.on("data", () => {
    for (; handled < started.lines.length; handled += 1) {
      const message = JSON.parse(started.lines[handled] as string);
      if (message.method === undefined) continue;
      seen.push(message);
      if (message.id !== undefined) started.write({ jsonrpc: "2.0", id: message.id, result: reply(message) });
    }
  });
  async function ask(method: string, params: object): Promise<Raw> {
    count += 1;
    const id = count;
    started.write({ jsonrpc: "2.0", id, method, params });
    return started.until((message) => message.id === id && message.method === undefined);
  }

  const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
  await ask("initialize", { protocolVersion: 1, clientCapabilities, clientInfo: { name: "test", version: "1" } });
  const opened = await ask("session/new", {
    cwd: root,
    mcpServers: [{ name: "intentgate", command: "/bin/false", args: [], env: [] }],
  });
  const sessionId = opened.result?.sessionId;
  const play = async (steps: object[]) => {
    const { result, error } = await ask("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text: JSON.stringify(steps) }],
    });
    if (error) throw new Error(error.message);
    return result._meta.told;
  };
  return { planted, sessionId, play, ask, seen, opened, errors: started.errors };
}
