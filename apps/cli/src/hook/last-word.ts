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

/** `refuse`: how to say no right now, and why. `yes`: the exit code in place of 0. */
export function createLastWord(refuse: (reason: string) => Reply, afterMs: number, yes: number): LastWord {
  let isGiven = false;
  const say = ({ stdout, stderr, exitCode }: Reply): void => {
    if (isGiven) return;
    isGiven = true;
    // To some hosts the text alone is the no: where it cannot be written, the exit code must say it.
    const isWritten = write(1, stdout);
    process.exitCode = isWritten ? exitCode || yes : 2;
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

/** False where nobody reads any more. */
function write(file: number, text: string): boolean {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code !== "EAGAIN") return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
    }
  }
  return true;
}
