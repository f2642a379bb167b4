/**
 * What the tests of the proxy stand on: an editor with files and terminals, before an agent that does as it is told; and
 * in one process, two peers that say whatever a test wants them to.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type AskInTerminal, openWorkspace } from "@intentgate/gate";
import { isRequest, isResponse, type RpcMessage, type RpcParams } from "@intentgate/json-rpc";
import { onTestFinished } from "vitest";
import { createIntentServer } from "../../../apps/mcp/src/acp/intent-server.ts";
import { createProxy } from "../../../apps/mcp/src/acp/proxy.ts";
import type { Here } from "../../../apps/mcp/src/gate/open-here.ts";
import { type Raw, start } from "./gateway-stage.ts";
import { binary, type Planted, plant } from "./server-stage.ts";

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
  planted?: Planted;
}

/** An editor with files and terminals, whose person answers every question in the same way. */
export async function editor(playing: Playing = {}): Promise<Editor> {
  const { words = ["scripted"], answer = "reject", policy } = playing;
  const planted = playing.planted ?? plant({ files, ...(policy === undefined ? {} : { policy }) });
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

/** How the agent answers: a result, an error's text, or not at all. */
export type Answers = Record<string, (params: Raw) => { result: unknown } | { error: string } | null>;

export interface Wire {
  root: string;
  /** What came out at either end, in order. */
  editor: Raw[];
  agent: Raw[];
  complaints: string[];
  /** Sends a request of the editor's, and waits for its answer. */
  ask(method: string, params: object): Promise<Raw>;
  /** Sends a request of the agent's, and waits for its answer. */
  agentAsks(method: string, params: object, id?: string | number): Promise<Raw>;
  fromEditor(message: object): void;
  fromAgent(message: object): void;
  update(update: object, sessionId?: string): void;
  said(): string;
  /** From now on nothing can be decided. */
  breakWorkspace(): void;
  /** When everything that is under way has been done. */
  quiet(): Promise<void>;
}

const modes = { currentModeId: "default", availableModes: [{ id: "default", name: "Default" }] };
const honest: Answers = {
  initialize: () => ({ result: { protocolVersion: 1, agentInfo: { name: "strange", version: "1" } } }),
  "session/new": () => ({ result: { sessionId: "s1", modes } }),
  "session/prompt": () => ({ result: { stopReason: "end_turn" } }),
};

export function wire(answers: Answers = {}): Wire {
  const planted = plant({ files: { "src/a.ts": "one\n", "README.md": "read me\n" } });
  let isBroken = false;
  let asking: AskInTerminal | null = null;
  const workspace = openWorkspace(planted.root, {
    stateDir: planted.stateDir,
    userHome: planted.env.HOME,
    terminal: async (entry) => (await asking?.(entry)) ?? null,
  });
  const here: Here = {
    run(ask, work) {
      asking = ask;
      return isBroken ? Promise.reject(new Error("the workspace is gone")) : work(workspace);
    },
    opened: () => workspace,
  };
  const complaints: string[] = [];
  const complain = (text: string) => void complaints.push(text);
  const intents = createIntentServer(here, complain);
  onTestFinished(() => intents.end());
  const [editor, agent]: [Raw[], Raw[]] = [[], []];
  const waiting = new Map<string, (message: Raw) => void>();
  const all: Answers = { ...honest, ...answers };
  let count = 0;

  const proxy = createProxy({
    here,
    intents,
    complain,
    toEditor(message) {
      editor.push(message);
      if (isResponse(message)) waiting.get(`editor ${message.id}`)?.(message);
    },
    toAgent(message) {
      agent.push(message);
      if (isResponse(message)) waiting.get(`agent ${message.id}`)?.(message);
      if (!isRequest(message)) return;
      const answer = (all[message.method] ?? (() => ({ result: {} })))(message.params ?? {});
      if (answer === null) return;
      const said = "error" in answer ? { error: { code: -1, message: answer.error } } : answer;
      queueMicrotask(() => proxy.fromAgent({ jsonrpc: "2.0", id: message.id, ...said } as RpcMessage));
    },
  });
  const fromAgent = (message: object) => proxy.fromAgent({ jsonrpc: "2.0", ...message } as RpcMessage);
  const fromEditor = (message: object) => proxy.fromEditor({ jsonrpc: "2.0", ...message } as RpcMessage);
  return {
    root: planted.root,
    editor,
    agent,
    complaints,
    fromAgent,
    fromEditor,
    ask(method, params) {
      count += 1;
      const id = count;
      const answered = new Promise<Raw>((resolve) => waiting.set(`editor ${id}`, resolve));
      fromEditor({ id, method, params });
      return answered;
    },
    agentAsks(method, params, given) {
      count += 1;
      const id = given ?? `a${count}`;
      const answered = new Promise<Raw>((resolve) => waiting.set(`agent ${id}`, resolve));
      fromAgent({ id, method, params });
      return answered;
    },
    update: (update, sessionId = "s1") => fromAgent({ method: "session/update", params: { sessionId, update } }),
    said: () =>
      editor
        .flatMap(({ params }) =>
          params?.update?.sessionUpdate === "agent_message_chunk" ? [params.update.content.text] : [],
        )
        .join(""),
    breakWorkspace() {
      isBroken = true;
    },
    async quiet() {
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** With a session `s1`, in the root. */
export async function opened(answers: Answers = {}, params: RpcParams = {}): Promise<Wire> {
  const one = wire(answers);
  await one.ask("initialize", { protocolVersion: 1 });
  await one.ask("session/new", { cwd: one.root, mcpServers: [], ...params });
  return one;
}
