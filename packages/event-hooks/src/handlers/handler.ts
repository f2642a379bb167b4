/** What it comes to when a handler of an event hook is run. */
import type { Handler } from "../declared/event-hook.ts";

export interface HandlerCall {
  /** Absolute; the handler's working folder. */
  root: string;
  handler: Handler;
  /** The event as one JSON object. */
  input: string;
  /** Passed on besides the filtered environment. */
  environment: Readonly<Record<string, string>>;
  /** Null where it runs as it is. */
  contained: HandlerOf | null;
}

/** On whose behalf a contained handler runs. */
export interface HandlerOf {
  hook: string;
  session: string;
}

/** Puts the program of a handler into its box. */
export type ContainHandler = (program: BoxedProgram, of: HandlerOf) => Promise<ContainedHandler>;

export interface BoxedProgram {
  words: readonly [string, ...string[]];
  cwd: string;
  environment: Readonly<Record<string, string | undefined>>;
}

export type ContainedHandler =
  | { ok: false; why: string }
  /** `end`: once it is over, with its code as a shell tells it; what it did counts then, or is kept back as `told` says. */
  | ({ ok: true; end(code: number): Promise<HandlerEnd> } & Pick<BoxedProgram, "words" | "environment">);

export type HandlerEnd = { ok: true; told: readonly string[] } | { ok: false; why: string };

export type HandlerFailure =
  | "missing"
  | "not_executable"
  | "exit"
  | "signal"
  | "timeout"
  | "too_much_output"
  | "not_utf8"
  | "broken";

export type HandlerOutcome =
  /** `stdout` is text as it came; `stderr` is fit for a screen. */
  | { kind: "answered"; stdout: string; stderr: string }
  /** `message`: one sentence for people, with the remedy where there is one. */
  | { kind: "failed"; why: HandlerFailure; message: string; stderr: string };

export type HandlerAnswer = HandlerOutcome & { ms: number };

/** The most a handler may answer with. */
export const answerBytes = 64 * 1024;
/** The most that is kept of what it says besides. */
export const noteBytes = 4 * 1024;

export type RunHandler = (call: HandlerCall) => Promise<HandlerAnswer>;
