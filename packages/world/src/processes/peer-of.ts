/** Who is at the other end of a local socket, as the system knows it and not as they say. */
import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/** Node has no call for it. */
const SOURCE = `open my $socket, "<&=", 3 or exit 1; print unpack "i", getsockopt $socket, 1, 17 or exit 2`;
const LONGEST_MS = 5_000;

/** Its process, which may have ended; null where it cannot be known. The socket is paused afterwards. */
export function peerOf(socket: Socket): Promise<number | null> {
  if (process.platform !== "linux" || socket.destroyed) return Promise.resolve(null);
  return new Promise((resolve) => {
    // As the fourth of its files: the first three would be made to block, for us as well.
    const asked = spawn("/usr/bin/perl", ["-e", SOURCE], {
      ...{ stdio: ["ignore", "pipe", "ignore", socket], env: {}, cwd: "/", timeout: LONGEST_MS },
    });
    let said = "";
    asked.stdout?.on("data", (chunk) => {
      said += chunk;
    });
    asked.on("error", () => resolve(null));
    asked.on("close", (code) => resolve(code === 0 && /^[1-9]\d*$/.test(said) ? Number(said) : null));
  });
}
