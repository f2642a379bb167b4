/** Runs the program of an ability by its words, without a shell: bounded time and output, nothing left behind. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { decodeUtf8 } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import { codeOf, createKillWithUs, endProcesses, findReapers, MARK_NAME } from "@intentgate/world";

export interface Program {
  /** An absolute path, or a name that is looked for in PATH. */
  file: string;
  args: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

export type ProgramEnd =
  | { kind: "ended"; stdout: string; stderr: string }
  /** `why` ends a sentence that starts with the program. */
  | { kind: "failed"; why: string; stdout: string; stderr: string };

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface Started {
  child: Child;
  /** Resolves when it is over, for whatever reason, and everything that it started is gone. */
  over: Promise<ProgramEnd>;
  stop(why: string): void;
}

export const MOST_OUTPUT = 64 * 1024;
/** What is still in the pipes when the program has ended. */
const GRACE_MS = 200;

export function startProgram(program: Program): Started {
  const mark = randomBytes(12).toString("hex");
  const joined = createKillWithUs().join();
  let child: Child;
  try {
    child = spawn(program.file, [...program.args], {
      cwd: program.cwd,
      env: { ...program.environment, [MARK_NAME]: mark },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    joined.leave();
    throw error;
  }
  const started = child.pid === undefined ? null : { leader: child.pid, mark, reapers: findReapers() };
  joined.started = started;
  let stop: (why: string) => void = () => undefined;
  const stopped = new Promise<string>((done) => {
    stop = done;
  });
  const stdout = collected(() => stop("printed more than 64 KiB"));
  const stderr = collected(() => undefined);

  child.stdin.on("error", () => undefined); // a program that ends early does not read its input
  child.stdout.on("data", stdout.add);
  child.stderr.on("data", stderr.add);
  const onAbort = () => stop("was stopped on request");
  const timer = setTimeout(() => stop(`did not end within ${program.timeoutMs / 1_000} s`), program.timeoutMs);
  program.signal?.addEventListener("abort", onAbort, { once: true });
  if (program.signal?.aborted) onAbort();

  const closed = new Promise<void>((done) => child.once("close", () => done()));
  const exited = new Promise<string | null>((done) => {
    child.once("error", (error) => done(`could not be started (${codeOf(error) ?? messageOf(error)})`));
    child.once("exit", (code, signal) =>
      done(signal !== null ? `was ended by ${signal}` : code === 0 ? null : `ended with exit code ${code}`),
    );
  });

  return { child, over: over(), stop };

  async function over(): Promise<ProgramEnd> {
    const wrong = await Promise.race([exited, stopped]);
    clearTimeout(timer);
    program.signal?.removeEventListener("abort", onAbort);
    // What it started in the background holds the pipes, and would write after everybody has looked.
    if (wrong === null) await Promise.race([closed, wait(GRACE_MS)]);
    if (started) await endProcesses(started, wrong === null ? "asked" : "at_once");
    joined.leave();
    return endOf(wrong);
  }

  function endOf(wrong: string | null): ProgramEnd {
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    child.unref();
    const printed = decodeUtf8(stdout.bytes());
    const why = wrong ?? (printed === null ? "printed what is not UTF-8 text" : null);
    const said = { stdout: printed ?? "", stderr: stderr.bytes().toString("utf8") };
    return why === null ? { kind: "ended", ...said } : { kind: "failed", why, ...said };
  }
}

export function runProgram(program: Program): Promise<ProgramEnd> {
  const { child, over } = startProgram(program);
  child.stdin.end();
  return over;
}

function collected(onTooMuch: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      size += chunk.length;
      if (size <= MOST_OUTPUT) chunks.push(chunk);
      else onTooMuch();
    },
    bytes: () => Buffer.concat(chunks),
  };
}
