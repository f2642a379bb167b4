/** Between node's requests and responses and those of the web, which the protocol's library speaks. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";

/** `gone` is aborted when the client went away before it was answered. */
export function toWebRequest(request: IncomingMessage, base: string, gone: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    headers.append(String(request.rawHeaders[at]), String(request.rawHeaders[at + 1]));
  }
  const method = request.method ?? "GET";
  const body = ["GET", "HEAD"].includes(method) ? undefined : (Readable.toWeb(request) as ReadableStream);
  return new Request(new URL(request.url ?? "/", base), { method, headers, body, signal: gone, duplex: "half" });
}

export async function sendWebResponse(response: Response, to: ServerResponse): Promise<void> {
  to.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    to.end();
    return;
  }
  to.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body as NodeStream), to);
  } catch (error) {
    // The client went away in the middle of a stream: nobody is left to tell.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
