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
}

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
