/** An expected failure of a tool as a value: a code, and a sentence that says what to do about it. */
import { messageOf } from "@intentgate/engine";

export const failureCodes = [
  "BAD_INPUT",
  "UNKNOWN_TOOL",
  "NOT_FOUND",
  "NO_MATCH",
  "AMBIGUOUS",
  "NO_CHANGE",
  "EXISTS",
  "IS_FOLDER",
  "NOT_A_FOLDER",
  "IS_LINK",
  "NOT_A_FILE",
  "NOT_TEXT",
  "TOO_LARGE",
  "BAD_DIFF",
  "BAD_PATCH",
  "BAD_REGEX",
  "PATH_REFUSED",
  "BASE_CHANGED",
  "CANNOT_READ",
  "CANNOT_WRITE",
  "CANNOT_RUN",
  "NOT_CONTAINED",
  "TIMEOUT",
  "ABORTED",
  "EXIT_CODE",
  "KILLED",
] as const;

export type FailureCode = (typeof failureCodes)[number];

export interface Failure {
  code: FailureCode;
  message: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** The failed half on its own, so that it can be handed on as any outcome. */
export type Failed = { ok: false; failure: Failure };

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function fail(code: FailureCode, message: string): Failed {
  return { ok: false, failure: { code, message } };
}

/** For `plan`, whose answer has no room for a failure: it travels as an exception. */
export class PlanError extends Error {
  readonly code: FailureCode;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "PlanError";
    this.code = failure.code;
  }
}

/** What the file system said, without the path: that may lead through a descriptor, which means nothing to the caller. */
export function reasonOf(error: unknown): string {
  return messageOf(error).split(", ")[0] as string;
}

/** The `ENOENT` of a file system error; undefined for everything that is not one. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
