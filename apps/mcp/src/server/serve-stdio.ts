/** One client on standard input and output; nothing else may write to standard output. */
import { once } from "node:events";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Gate } from "../gate/gate.ts";
import { createServer } from "./mcp-server.ts";

export interface StdioParts {
  newGate(): Promise<Gate>;
  complain(text: string): void;
}

const LARGEST_MESSAGE = 4 * 1024 * 1024;

/** Resolves when the client is gone. */
export async function serveOnStdio({ newGate, complain }: StdioParts): Promise<void> {
  // What a handler in this process prints would be taken for the protocol.
  console.log = console.info = console.debug = console.error;
  let gate: Promise<Gate> | undefined;
  const gateNow = () => {
    gate ??= newGate();
    return gate;
  };
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: LARGEST_MESSAGE });
  serveStdio(({ era }) => createServer({ era, gate: gateNow, complain }), {
    transport,
    onerror: (error) => complain(`intentgate: ${error.message}`),
  });
  await Promise.race([once(process.stdin, "end"), once(process.stdin, "close"), once(process.stdin, "pause")]);
  await (await gate)?.end();
}
