/**
 * Whatever happens to this process, the host gets one answer, and an exit code that it does not take for a broken hook:
 * most hosts make the call when a hook ends with 1 or says nothing.
 */
import { writeSync } from "node:fs";
import type { Reply } from "@intentgate/hosts";

export interface LastWord {
  /** Says it and ends the process. */
  give(reply: Reply): never;
}

/** `refuse`: how to say no right now, and why. */
export function createLastWord(refuse: (reason: string) => Reply, afterMs: number): LastWord {
  let isGiven = false;
  const say = ({ stdout, stderr, exitCode }: Reply): void => {
    if (isGiven) return;
    isGiven = true;
    process.exitCode = exitCode;
    write(1, stdout);
    write(2, stderr);
  };
  const give = (reply: Reply): never => {
    say(reply);
    process.exit();
  };
  process.on("uncaughtException", (error) => give(refuse(`it failed: ${error.message}`)));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => give(refuse("it was told to end")));
  process.on("exit", () => say(refuse("it ended before it had decided")));
  setTimeout(() => give(refuse("it took too long")), afterMs);
  return { give };
}

const AGAIN_MS = 2;

function write(file: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code !== "EAGAIN") return; // nobody reads any more; the exit code is all that is left to say
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
    }
  }
}
