/** What an error of a provider means for the task: try again, and when; or end, and what to tell the person. */
import { ContentFiltered, describeError } from "./read-turn.ts";

export type Verdict =
  /** `afterMs`: how long the server asked us to wait; null where it did not say. */
  | { kind: "retry"; reason: string; afterMs: number | null }
  | { kind: "context_too_long"; reason: string }
  | { kind: "final"; reason: string };

/** Besides 429: a time-out and a conflict on the server's side. Every other 4xx says that the request is wrong. */
const RETRIED = new Set([408, 409, 425, 429]);

const TOO_LONG = [
  "context length",
  "context_length",
  "context window",
  "prompt is too long",
  "input is too long",
  "too many tokens",
  "maximum number of tokens",
  "maximum context",
  "exceeds the maximum",
  "exceed context",
];

export function judgeError(error: unknown, now: Date): Verdict {
  const status = statusOf(error);
  const reason = `${status === null ? "" : `HTTP ${status}: `}${describeError(error)}`;
  if (error instanceof ContentFiltered || isOurFault(error)) return { kind: "final", reason };
  if (status === null) return speaksOfLength(reason) ? { kind: "context_too_long", reason } : retry(reason, null);
  if (status === 413 || (status < 500 && status !== 429 && speaksOfLength(reason + bodyOf(error)))) {
    return { kind: "context_too_long", reason };
  }
  if (status >= 500 || RETRIED.has(status)) return retry(reason, retryAfterMs(headersOf(error), now));
  return { kind: "final", reason };
}

/** The SDK did not even send the request, and would not the next time. */
function isOurFault(error: unknown): boolean {
  const names = [
    "AI_LoadAPIKeyError",
    "AI_InvalidPromptError",
    "AI_InvalidArgumentError",
    "AI_UnsupportedFunctionalityError",
  ];
  return error instanceof Error && names.includes(error.name);
}

function retry(reason: string, afterMs: number | null): Verdict {
  return { kind: "retry", reason, afterMs };
}

function speaksOfLength(text: string): boolean {
  const lower = text.slice(0, 10_000).toLowerCase();
  return TOO_LONG.some((words) => lower.includes(words));
}

/** Null where there was no answer at all, or it broke off in the middle. */
function statusOf(error: unknown): number | null {
  const { statusCode, status } = (error ?? {}) as { statusCode?: unknown; status?: unknown };
  const found = statusCode ?? status;
  // A broken stream is told with the 200 it began with.
  return typeof found === "number" && found >= 400 ? found : null;
}

function bodyOf(error: unknown): string {
  const { responseBody } = (error ?? {}) as { responseBody?: unknown };
  return typeof responseBody === "string" ? responseBody : "";
}

function headersOf(error: unknown): Record<string, string> {
  const { responseHeaders } = (error ?? {}) as { responseHeaders?: unknown };
  if (typeof responseHeaders !== "object" || responseHeaders === null) return {};
  const entries = Object.entries(responseHeaders).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

/** `retry-after-ms`, then `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: Record<string, string>, now: Date): number | null {
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const given = headers["retry-after"];
  if (given === undefined) return null;
  const seconds = Number(given);
  if (given.trim() !== "" && Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
