/** Ways in which a model server fails, for those who must live with them. */
import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";

/** `at` counts the questions to the model from 0: a host that asks again gets the next one. */
export type Fault = { at: number } & (
  | { kind: "status"; status: number; headers?: Readonly<Record<string, string>> }
  /** The connection breaks after so many bytes of the answer. */
  | { kind: "cut"; afterBytes: number }
  /** The answer comes in one piece and is not in the protocol's form. */
  | { kind: "malformed" }
  /** Nothing comes until the host gives up. */
  | { kind: "silent" }
);

export interface Body {
  type: "application/json" | "text/event-stream";
  text: string;
}

export async function send(body: Body, chunkBytes: number, fault: Fault | undefined, response: ServerResponse) {
  if (fault?.kind === "silent") return;
  if (fault?.kind === "status") {
    const text = JSON.stringify({ type: "error", error: { type: "scripted", message: `scripted ${fault.status}` } });
    response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers }).end(text);
    return;
  }
  response.writeHead(200, { "content-type": body.type, "cache-control": "no-cache" });
  if (fault?.kind === "malformed") {
    response.end(body.type === "application/json" ? '{"answer":' : 'event: \ndata: {"answer":\n\ndata\n\n');
    return;
  }
  const bytes = Buffer.from(body.text);
  const end = fault?.kind === "cut" ? Math.min(fault.afterBytes, bytes.length) : bytes.length;
  response.socket?.setNoDelay(true);
  for (let at = 0; at < end && !response.destroyed; at += chunkBytes) {
    response.write(bytes.subarray(at, Math.min(at + chunkBytes, end)));
    // Without a turn of the loop between them the pieces would leave as one.
    if (chunkBytes < bytes.length) await nextTurn();
  }
  if (fault?.kind === "cut") response.destroy();
  else response.end();
}
