/** A program that speaks in lines on its standard input and output; its standard error is the caller's. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { lineWriter, readLines } from "./lines.ts";

export interface ProgramOptions {
  command: string;
  args: readonly string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  largest: number;
  onLine(text: string): void;
  /** Once, however it ended; what it said before is told first. */
  onEnd(how: string): void;
}

export interface SpeakingProgram {
  pid: number | undefined;
  write(text: string): void;
  /** Asks it to end, and makes it. */
  end(): Promise<void>;
}

const ASKED_MS = 2_000;

export function startProgram({ command, args, cwd, env, largest, onLine, onEnd }: ProgramOptions): SpeakingProgram {
  const child = spawn(command, [...args], { cwd, env, stdio: ["pipe", "pipe", "inherit"], windowsHide: true });
  const [input, output] = [child.stdin as Writable, child.stdout as Readable];
  let how: string | null = null;
  let isTold = false;
  const gone = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      how ??= `could not be started: ${error.message}`;
      resolve();
    });
    child.once("exit", (code, signal) => {
      how ??= signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
      resolve();
    });
  });
  const tell = () => {
    if (isTold) return;
    isTold = true;
    onEnd(how ?? "closed its output");
  };
  const drained = new Promise<void>((resolve) => {
    readLines(output, {
      onLine,
      largest,
      onTooLong: () => {
        how ??= `sent a line of more than ${largest} bytes`;
        child.kill("SIGKILL");
      },
      onEnd: resolve,
    });
  });
  // Something that it started may hold the pipe open: then its own end counts.
  void drained.then(() => Promise.race([gone, later(200)])).then(tell);
  void gone.then(() => Promise.race([drained, later(200)])).then(tell);

  return {
    pid: child.pid,
    write: lineWriter(input),
    async end() {
      if (isGone(child)) return;
      input.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (await isWithin(gone, ASKED_MS)) return;
        child.kill(signal);
      }
      await isWithin(gone, ASKED_MS);
    },
  };
}

function isGone(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function isWithin(what: Promise<void>, ms: number): Promise<boolean> {
  return Promise.race([what.then(() => true), later(ms).then(() => false)]);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
