/** Runs one program to its end: own process group, bounded time and output, nothing left behind. */

import { type ChildProcess, spawn } from "node:child_process";
import { constants as access, accessSync } from "node:fs";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { onSystemError } from "../errors/file-problem.ts";
import type { KillWithUs } from "./end-processes.ts";
import { countLeft, endProcesses, killNow } from "./end-processes.ts";
import type { Reapers, Started } from "./started-processes.ts";
import { createTail } from "./tail.ts";

export interface ProcessRun {
  file: string;
  args: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Stands in the environment too. */
  mark: string;
  reapers: Reapers;
  input: string | Promise<string>;
  /** Where the answer is read from; what is said elsewhere is kept as notes. */
  answersOn: 1 | 3;
  mostBytes: number;
  noteBytes: number;
  timeoutMs: number;
}

export type ProcessEnd =
  /** `code` as the system says it. */
  | { kind: "not_started"; code: string }
  | {
      kind: "ended";
      exitCode: number | null;
      signal: NodeJS.Signals | null;
      answer: Buffer;
      notes: string;
      stopped: "timeout" | "too_much_output" | null;
      /** Processes that it left behind, and that were ended. */
      left: number;
      /** One of them held the answer open: what else it would have said is not known. */
      isHeldOpen: boolean;
    };

/** Processes that are left in the background hold the pipes open; in this time they may still say it all and let go. */
const GRACE_MS = 200;

export function runProcess(run: ProcessRun, together: KillWithUs): Promise<ProcessEnd> {
  const joined = together.join();
  let child: ChildProcess;
  try {
    child = spawn(run.file, run.args, {
      cwd: run.cwd,
      env: run.environment,
      detached: true,
      stdio: run.answersOn === 1 ? ["pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    joined.leave();
    return Promise.resolve({ kind: "not_started", code: startCode(error) });
  }
  return new Promise((resolve, reject) => {
    const leader = child.pid;
    if (leader === undefined) {
      joined.leave();
      child.once("error", (error) => resolve({ kind: "not_started", code: startCode(error) }));
      return;
    }
    const started: Started = { leader, mark: run.mark, reapers: run.reapers };
    joined.started = started;
    const chunks: Buffer[] = [];
    const notes = createTail(run.noteBytes);
    let bytes = 0;
    let stopped: "timeout" | "too_much_output" | null = null;
    let exit: { code: number | null; signal: NodeJS.Signals | null } = { code: null, signal: null };
    let isOver = false;
    let isAnswered = false;
    let grace: NodeJS.Timeout | undefined;

    const finish = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearTimeout(grace);
      for (const stream of child.stdio) stream?.destroy();
      child.unref();
      const left = countLeft(started);
      const end = () => {
        // Nobody has to wait for that.
        setImmediate(() => joined.leave());
        const answer = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
        const { code: exitCode, signal } = exit;
        const said = { answer, notes: notes.text(), isHeldOpen: !isAnswered };
        resolve({ kind: "ended", exitCode, signal, ...said, stopped, left: stopped ? 0 : left });
      };
      if (left === 0) end();
      else endProcesses(started, "asked").then(end, reject);
    };
    const stop = (why: "timeout" | "too_much_output") => {
      if (isOver || stopped) return;
      stopped = why;
      // One that cannot be ended must not keep us: with or without its end this is over.
      endProcesses(started, why === "timeout" ? "asked" : "at_once").then(finishSoon, reject);
    };
    /** Once more around: what the pipe holds already is read before it is judged, however busy this process was. */
    const finishSoon = () => {
      grace ??= setTimeout(() => setImmediate(finish), GRACE_MS);
    };
    const timer = setTimeout(() => stop("timeout"), run.timeoutMs);

    child.once("exit", (code, signal) => {
      exit = { code, signal };
      if (!stopped) finishSoon();
    });
    child.once("close", finish);
    child.on("error", ignoreBroken);
    for (const fd of [1, 2, 3]) {
      const stream = child.stdio[fd] as Readable | null | undefined;
      if (fd !== run.answersOn) stream?.on("data", notes.add);
      stream?.on("error", ignoreBroken);
    }
    const answers = child.stdio[run.answersOn] as Readable;
    answers.once("end", () => {
      isAnswered = true;
    });
    answers.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > run.mostBytes) stop("too_much_output");
      else chunks.push(chunk);
    });
    child.stdin?.on("error", ignoreBroken);
    if (typeof run.input === "string") child.stdin?.end(run.input);
    else {
      run.input.then(
        (text) => child.stdin?.end(text),
        (error) => {
          killNow(started);
          reject(error);
        },
      );
    }
  });
}

/** The other end is gone: a handler may end without reading, and how it ended is told otherwise. */
function ignoreBroken(): void {}

/** What the arguments themselves forbid is told by node, with a code but without a system call. */
function startCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}

/** How a process ended, as a shell tells it: its code, or 128 and its signal. */
export function shellCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Where programs come from that run outside of any box. No folder in it is one that an agent writes to: on the path of a
 * person there often is (`.venv/bin`, `node_modules/.bin`), and whoever plants a `bwrap` there would run outside.
 */
export const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/** The file of it; where there is none, a name that nothing stands under. */
export function systemProgram(name: string): string {
  const files = SYSTEM_PATH.split(":").map((folder) => `${folder}/${name}`);
  const isProgram = (file: string) =>
    onSystemError("any", false, () => {
      accessSync(file, access.X_OK);
      return true;
    });
  return files.find(isProgram) ?? `/usr/bin/${name}`;
}
