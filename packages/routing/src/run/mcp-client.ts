/** One tool of one MCP server, called once over its standard streams: started, asked, ended. */

import { StringDecoder } from "node:string_decoder";
import { jsonObject, readJson } from "@intentgate/documents";
import { MOST_OUTPUT, type Program, startProgram } from "./run-program.ts";

export type McpAnswer = { ok: true; output: unknown } | { ok: false; why: string; stderr: string };

const PROTOCOL = "2025-06-18";
const [INITIALIZE, CALL] = [1, 2];

interface Message {
  id?: unknown;
  method?: unknown;
  result?: unknown;
  error?: unknown;
}

export async function callMcpTool(program: Program, tool: string, input: object): Promise<McpAnswer> {
  const { child, over, stop } = startProgram(program);
  const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  const answered = new Promise<McpAnswer>((done) => {
    const refuse = (why: string) => done({ ok: false, why, stderr: "" });
    const receive = (message: Message): void => {
      if (typeof message.method === "string") {
        // We offer a server nothing: whatever it asks of us, it is told so and not kept waiting.
        const error = { code: -32601, message: "not offered" };
        if (message.id !== undefined) send({ id: message.id, error });
      } else if (message.error !== undefined) {
        refuse(`answered with an error: ${errorText(message.error)}`);
      } else if (message.id === INITIALIZE) {
        send({ method: "notifications/initialized" });
        send({ id: CALL, method: "tools/call", params: { name: tool, arguments: input } });
      } else if (message.id === CALL) {
        done(outputOf(message.result));
      }
    };
    child.stdout.on("data", messages(receive, refuse));
  });
  send({
    id: INITIALIZE,
    method: "initialize",
    params: { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: "intentgate", version: "1" } },
  });

  const ended = over.then((end): McpAnswer => {
    const why = end.kind === "failed" ? end.why : "ended without an answer";
    return { ok: false, why, stderr: end.stderr };
  });
  const answer = await Promise.race([answered, ended]);
  child.stdin.end();
  stop("was asked to end");
  await over;
  return answer;
}

/** A line is a message; what is no message ends the conversation. */
function messages(receive: (message: Message) => void, refuse: (why: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  return (chunk) => {
    rest += decoder.write(chunk);
    if (rest.length > MOST_OUTPUT) refuse("sent more than 64 KiB");
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = line.trim() === "" ? {} : jsonObject(line);
      if (message === null) refuse("sent a line that is no JSON-RPC message");
      else receive(message);
    }
  };
}

/** Structured content is the output; else the one text, as JSON where it is JSON. */
function outputOf(result: unknown): McpAnswer {
  const { isError, structuredContent, content } = (result ?? {}) as Record<string, unknown>;
  const texts = (Array.isArray(content) ? content : []).flatMap((part) => {
    const { type, text } = (part ?? {}) as Record<string, unknown>;
    return type === "text" && typeof text === "string" ? [text] : [];
  });
  const text = texts.join("\n");
  if (isError === true) return { ok: false, why: `reports a failure: ${text}`, stderr: "" };
  if (structuredContent !== undefined && structuredContent !== null) return { ok: true, output: structuredContent };
  return { ok: true, output: jsonOrText(text) };
}

export function jsonOrText(text: string): unknown {
  const json = readJson(text);
  return json.ok ? json.value : text;
}

function errorText(error: unknown): string {
  const { message } = (error ?? {}) as Record<string, unknown>;
  return typeof message === "string" ? message : "without a message";
}
