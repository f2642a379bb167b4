/** Starts a program in a group of its own and ends the whole group, whatever happens. */
import { spawn } from "node:child_process";

export interface RunRequest {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  withinMs: number;
  signal: AbortSignal;
}

export interface ProgramRun {
  isLate: boolean;
  /** The last line that it said, on either stream. */
  output: string;
}

const KEPT = 8_000;
const GRACE_MS = 1_500;

export function runProgram({ program, args, cwd, env, withinMs, signal }: RunRequest): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const isPosix = process.platform !== "win32";
    const child = spawn(program, args, { cwd, env, detached: isPosix, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    let isLate = false;
    const end = (how: NodeJS.Signals) => {
      if (child.pid === undefined) return;
      try {
        if (isPosix) process.kill(-child.pid, how);
        else child.kill(how);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
      }
    };
    let grace: NodeJS.Timeout | undefined;
    const stop = () => {
      end("SIGTERM");
      grace = setTimeout(() => end("SIGKILL"), GRACE_MS);
    };
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, withinMs);
    signal.addEventListener("abort", stop, { once: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (chunk: string) => {
        text = `${text}${chunk}`.slice(-KEPT);
      });
    }
    const done = (output: string) => {
      clearTimeout(timer);
      clearTimeout(grace);
      signal.removeEventListener("abort", stop);
      end("SIGKILL"); // what it started and left behind
      resolve({ isLate, output });
    };
    child.on("error", (error) => done(error.message));
    // Not `close`: a process that it left behind may hold the streams open.
    child.on("exit", () => setTimeout(() => done(lastLine(text)), 50));
  });
}

function lastLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").at(-1) ?? "";
}
