/** A script handler: any program; the event on its standard input, its answer on its standard output. */
import { isUtf8 } from "node:buffer";
import { plainLine } from "@intentgate/documents";
import { type KillWithUs, type ProcessEnd, type Reapers, runProcess, shellCode } from "@intentgate/world";
import { findProgram, named, type Unusable, unusable, whyNotStarted } from "./find-program.ts";
import { answerBytes, type ContainHandler, type HandlerCall, type HandlerOutcome, noteBytes } from "./handler.ts";

export interface ProcessParts {
  together: KillWithUs;
  environment: Readonly<Record<string, string>>;
  mark: string;
  reapers: Reapers;
  contain: ContainHandler;
}

export async function runScript(call: HandlerCall, parts: ProcessParts): Promise<HandlerOutcome> {
  const found = findProgram(call.root, call.handler.command);
  if (!found.ok) return failed(found, "");
  const { program } = found;
  const plain = {
    ok: true,
    words: [program.file, ...program.args],
    environment: parts.environment,
    end: null,
  } as const;
  const boxed = call.contained === null ? plain : await parts.contain({ ...plain, cwd: call.root }, call.contained);
  if (!boxed.ok) return failed(notContained(program.name, boxed.why), "");
  const [file, ...args] = boxed.words;
  const end = await runProcess(
    {
      file,
      args,
      cwd: call.root,
      environment: boxed.environment,
      mark: parts.mark,
      reapers: parts.reapers,
      input: call.input,
      answersOn: 1,
      mostBytes: answerBytes,
      noteBytes,
      timeoutMs: call.handler.timeout_ms,
    },
    parts.together,
  );
  const closing = await boxed.end?.(codeOf(end));
  if (end.kind === "not_started") return failed(whyNotStarted(call.root, program, end.code), "");
  const stopped = whyStopped(end, program.name, call.handler.timeout_ms);
  if (stopped) return failed(stopped, end.notes);
  if (closing?.ok === false) return failed(notContained(program.name, closing.why), end.notes);
  const notes = [withLeft(end), ...(closing?.told ?? [])].filter((line) => line !== "").join("\n");
  if (end.signal !== null) {
    return failed(
      unusable("signal", `${named(program.name)} was ended by ${end.signal}${because(end.notes)}`, ""),
      notes,
    );
  }
  if (end.exitCode !== 0) {
    const what = `${named(program.name)} ended with exit code ${end.exitCode}${because(end.notes)}`;
    return failed(unusable("exit", what, exitRemedy(end.exitCode)), notes);
  }
  if (end.isHeldOpen) {
    const what = `${named(program.name)} ended, and a process that it left behind holds its output`;
    return failed(unusable("broken", what, "Redirect the output of what goes on in the background."), notes);
  }
  if (!isUtf8(end.answer)) {
    return failed(unusable("not_utf8", `what ${named(program.name)} printed is not UTF-8`, "Print UTF-8."), notes);
  }
  return { kind: "answered", stdout: end.answer.toString("utf8"), stderr: notes };
}

function notContained(name: string, why: string): Unusable {
  const remedy = "`intentgate doctor` says what is contained here.";
  return unusable("broken", `${named(name)} is to be contained, and was not: ${why}`, remedy);
}

function codeOf(end: ProcessEnd): number {
  if (end.kind === "not_started") return 127;
  return shellCode(end.exitCode, end.signal);
}

export function failed({ why, message }: Unusable, stderr: string): HandlerOutcome {
  return { kind: "failed", why, message, stderr };
}

type Ended = Extract<ProcessEnd, { kind: "ended" }>;

export function whyStopped({ stopped, notes }: Ended, name: string, timeoutMs: number): Unusable | null {
  if (stopped === "timeout") {
    const what = `${named(name)} took longer than ${timeoutMs} ms${because(notes)}`;
    return unusable("timeout", what, "Make it faster, or raise handler.timeout_ms.");
  }
  if (stopped === null) return null;
  return unusable(
    "too_much_output",
    `${named(name)} answered with more than ${answerBytes} bytes`,
    "Answer with less.",
  );
}

/** A person who reads the log is told what became of processes that were to live on. */
export function withLeft({ notes, left }: Ended): string {
  if (left === 0) return notes;
  const line = `(${left} ${left === 1 ? "process that it left behind was" : "processes that it left behind were"} ended)`;
  return notes === "" ? line : `${notes}\n${line}`;
}

/** The last line that it said tells most. */
export function because(notes: string): string {
  const last = plainLine(notes.slice(notes.lastIndexOf("\n") + 1), 200);
  return last === "" ? "" : `: ${last}`;
}

function exitRemedy(code: number | null): string {
  if (code === 127) return "A program that it names was not found.";
  return code === 126 ? "A program that it names may not be executed." : "";
}
