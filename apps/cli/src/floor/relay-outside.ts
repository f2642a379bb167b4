/** The MCP server of an agent on a floor: bytes to the one outside, and back. */
import { connect } from "node:net";
import { join } from "node:path";
import { MCP_SOCKET } from "../launcher/wire.ts";

/** False where there is none. */
export function relayOutside(state: string): Promise<boolean> {
  process.chdir(join(state, "gate"));
  return new Promise((resolve) => {
    const socket = connect({ path: MCP_SOCKET, allowHalfOpen: true });
    let isReached = false;
    socket.on("connect", () => {
      isReached = true;
      process.stdin.pipe(socket);
      socket.pipe(process.stdout);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      process.stdin.destroy();
      resolve(isReached);
    });
  });
}
