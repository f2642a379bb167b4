/** The proxy as the command line starts it: the editor on standard input and output, the agent as a program of ours. */
import { readJson, visibleText } from "@intentgate/documents";
import { lineWriter, type RpcMessage, readLines, readMessage, startProgram } from "@intentgate/json-rpc";
import { createHere } from "../gate/open-here.ts";
import { createIntentServer } from "./intent-server.ts";
import { createProxy } from "./proxy.ts";

export interface AcpOptions {
  root: string;
  /** The agent's command line. */
  words: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  complain(text: string): void;
}

const LARGEST = 256 * 1024 * 1024;

/** The exit code: how the agent ended. */
export async function runAcp({ root, words, cwd, env, complain }: AcpOptions): Promise<number> {
  // What a handler in this process prints would be taken for the protocol.
  console.log = console.info = console.debug = console.error;
  const { recordedHostsAt, stateDir } = await import("@intentgate/sidecar");
  const [command = "", ...args] = words;
  const here = createHere(root, complain);
  const write = lineWriter(process.stdout);
  const toEditor = (message: RpcMessage) => write(lineOf(message));
  const toAgent = (message: RpcMessage) => agent.write(lineOf(message));
  const intents = createIntentServer(here, complain);
  const proxy = createProxy({ here, intents, toEditor, toAgent, complain });

  let over: (how: string) => void = () => undefined;
  const gone = new Promise<string>((resolve) => {
    over = resolve;
  });
  const agent = startProgram({
    command,
    args,
    cwd,
    env,
    largest: LARGEST,
    onLine: (text) => taken(text, "the agent", complain, (message) => proxy.fromAgent(message)),
    onEnd: over,
  });
  // What the agent starts does not speak for a person.
  recordedHostsAt(root ?? cwd, stateDir(env)).record(agent.pid ?? process.pid);
  const left = new Promise<string>((resolve) => {
    readLines(process.stdin, {
      onLine: (text) => taken(text, "the editor", complain, (message) => proxy.fromEditor(message)),
      largest: LARGEST,
      onTooLong: () => complain("intentgate: the editor sent a line that is too long"),
      onEnd: () => resolve(""),
    });
  });
  const asked = new Promise<string>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve(""));
  });
  const how = await Promise.race([gone, left, asked]);
  if (how !== "") complain(`intentgate: the agent ${how}`);
  await proxy.end();
  await agent.end();
  intents.end();
  process.stdin.destroy();
  return how === "" || how.endsWith("exit code 0") ? 0 : 1;
}

/**
 * Written anew from what was read and decided on: of two keys with one name only one is left, and nothing in it ends a
 * line for any reader.
 */
export function lineOf(message: RpcMessage): string {
  return visibleText(JSON.stringify(message));
}

/** Several in one line are taken one by one. */
function taken(text: string, who: string, complain: (text: string) => void, take: (message: RpcMessage) => void): void {
  const json = readJson(text);
  if (!json.ok) {
    complain(`intentgate: ${who} wrote a line that is no JSON`);
    return;
  }
  for (const one of Array.isArray(json.value) ? json.value : [json.value]) {
    const read = readMessage(one);
    if (read.ok) take(read.message);
    else complain(`intentgate: ${who} sent what is no message: ${read.problem}`);
  }
}
