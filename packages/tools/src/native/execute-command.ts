import { statSync } from "node:fs";
import { constants } from "node:os";
import * as v from "valibot";
import { type CommandEnd, commandEnvironment, runCommand, shellWords } from "../command/run-command.ts";
import { done, errnoOf, fail, type Outcome } from "../contract/failure.ts";
import { path } from "../contract/fields.ts";
import type { EndOfRun, StartedOtherwise, ToolContext, ToolResult } from "../contract/tool.ts";
import { defineTool } from "../define/define-tool.ts";
import { readFailure } from "../files/file-bytes.ts";
import { resolveForRead } from "../files/resolve-path.ts";

const MOST_SECONDS = 600;
const PATIENCE_MS = 2_000;
const CONTAINED_PATIENCE_MS = 10_000;
/** The kernel takes no single argument above 128 KiB. */
const LONGEST_COMMAND = 100_000;

export const executeCommand = defineTool({
  name: "execute_command",
  aliases: ["exec_bash"],
  summary: "Runs a shell command without input and returns its output and exit code.",
  kind: "run",
  schema: v.object({
    command: v.pipe(
      v.string(),
      v.nonEmpty("must not be empty"),
      v.maxLength(
        LONGEST_COMMAND,
        `must be at most ${LONGEST_COMMAND} characters long; put longer scripts into a file`,
      ),
      v.regex(/^[^\u0000]*$/, "must not contain NUL characters"),
      v.description("The command line, for bash where there is one, else for sh."),
    ),
    cwd: v.nullish(path("The folder to run it in; the working folder if left out.")),
    timeout: v.nullish(
      v.pipe(
        v.number(),
        v.gtValue(0, "must be more than 0 seconds"),
        v.maxValue(MOST_SECONDS, `must be at most ${MOST_SECONDS} seconds`),
        v.description("Seconds after which the command and what it started are stopped."),
      ),
    ),
  }),
  async run(input, context) {
    const cwd = workingFolder(input.cwd ?? null, context);
    if (!cwd.ok) return cwd;
    if (context.signal?.aborted) return fail("ABORTED", "The call was stopped before the command began.");
    const timeoutMs = Math.min(input.timeout ? input.timeout * 1000 : context.limits.commandMs, MOST_SECONDS * 1000);
    const words = shellWords(input.command);
    const environment = commandEnvironment(process.env);
    const otherwise = await context.startCommand(words, cwd.value, environment);
    if (otherwise?.kind === "goes on") return wentOn(otherwise.begun);
    const run = (started: StartedOtherwise | null) =>
      runCommand({
        words: started?.words ?? words,
        cwd: cwd.value,
        environment: started?.environment ?? environment,
        timeoutMs,
        outputBytes: context.limits.outputBytes,
        // Afterwards it is written down what a contained command left.
        patienceMs: started === null ? PATIENCE_MS : CONTAINED_PATIENCE_MS,
        signal: context.signal,
      });
    let end = await run(otherwise);
    let closing = await otherwise?.end(codeOf(end), saidBy(end));
    while (closing !== undefined && "again" in closing) {
      const { again } = closing;
      end = await run(again);
      closing = await again.end(codeOf(end), saidBy(end));
    }
    if (closing?.ok === false) return notContained(closing.why, end, timeoutMs);
    if (end.kind === "not_started") return fail("CANNOT_RUN", `The command could not be started (${end.message}).`);
    return done(resultOf(withLines(end, closing?.told ?? []), timeoutMs));
  },
});

type Ended = Extract<CommandEnd, { kind: "ended" }>;

function codeOf(end: CommandEnd): number {
  if (end.kind === "not_started") return 127;
  return end.exitCode ?? 128 + (end.signal === null ? 0 : constants.signals[end.signal]);
}

function saidBy(end: CommandEnd): string {
  return end.kind === "ended" && end.stopped === null ? `${end.stdout}\n${end.stderr}` : "";
}

function withLines(end: Ended, lines: readonly string[]): Ended {
  if (lines.length === 0) return end;
  const own = end.stderr === "" || end.stderr.endsWith("\n") ? end.stderr : `${end.stderr}\n`;
  return { ...end, stderr: `${own}${lines.join("\n")}\n` };
}

function wentOn(begun: EndOfRun): Outcome<ToolResult> {
  if (!begun.ok) return fail("NOT_CONTAINED", `The command was not started: it cannot be held (${begun.why}).`);
  const stdout = begun.told.map((line) => `${line}\n`).join("");
  return done({ exit_code: 0, signal: null, stdout, stderr: "", duration_ms: 0, timed_out: false });
}

/** What it said is shown all the same: it may tell why. */
function notContained(why: string, end: CommandEnd, timeoutMs: number): Outcome<ToolResult> {
  const error = `The command was not contained as it should be, and nothing that it did counts: ${why}. Tell the person; \`intentgate doctor\` says what is contained here.`;
  if (end.kind === "not_started") return fail("NOT_CONTAINED", error);
  return done({ ...resultOf(end, timeoutMs), error, code: "NOT_CONTAINED" });
}

function workingFolder(wanted: string | null, context: ToolContext): Outcome<string> {
  const resolved = wanted === null ? done(context.cwd) : resolveForRead(context, wanted);
  if (!resolved.ok) return resolved;
  const shown = wanted ?? context.cwd;
  try {
    if (statSync(resolved.value).isDirectory()) return resolved;
    return fail("NOT_A_FOLDER", `${shown} is not a folder; choose another cwd.`);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return readFailure(error, shown);
  }
}

function resultOf(end: Ended, timeoutMs: number): ToolResult {
  const facts = {
    exit_code: end.exitCode,
    signal: end.signal,
    stdout: end.stdout,
    stderr: end.stderr,
    duration_ms: Math.round(end.durationMs),
    timed_out: end.stopped === "timeout",
  };
  if (end.stopped === "timeout") {
    const error = `The command did not end within ${timeoutMs / 1000} s and was stopped; give a longer timeout or run less.`;
    return { ...facts, error, code: "TIMEOUT" };
  }
  if (end.stopped === "aborted") return { ...facts, error: "The command was stopped on request.", code: "ABORTED" };
  if (end.signal !== null) return { ...facts, error: `The command was ended by ${end.signal}.`, code: "KILLED" };
  if (end.exitCode === 0) return facts;
  return {
    ...facts,
    error: `The command ended with exit code ${end.exitCode}; see stderr and stdout.`,
    code: "EXIT_CODE",
  };
}
