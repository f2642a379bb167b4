/** One line of a session's journal. What is not exactly an event is none: a half-understood one could grant something. */
import { jsonObject } from "@intentgate/documents";
import { isOldEvent, type OldSessionEvent } from "./journal-version-1.ts";
import type { SessionEvent } from "./store.ts";

/** The text fields each kind cannot do without. */
const NEEDED: Record<SessionEvent["kind"], readonly string[]> = {
  seen: ["at"],
  took: ["at", "intent", "digest", "by"],
  released: ["at"],
  saw: ["path"],
  denied: ["at", "code", "tool"],
  allowed: ["at"],
  reset: ["at", "by"],
  tool_failed: ["at", "tool"],
  standing: ["at", "intent", "approval"],
  standing_revoked: ["at"],
  command_approved: ["at", "intent", "command", "approval"],
  history: ["intent", "line"],
  history_folded: ["intent"],
  opened: ["at"],
  closed: ["invocationId"],
  ended_session: ["at"],
  changed: ["at"],
  stop_held: ["at", "hook"],
};

/** The first line of every journal, which says whose it is. */
export interface JournalHeader {
  kind: "journal";
  version: number;
  session: string;
}

export function readSessionLine(line: string): SessionEvent | OldSessionEvent | JournalHeader | null {
  const fields = jsonObject(line);
  if (fields === null) return null;
  if (fields.kind === "journal") {
    const sound = typeof fields.version === "number" && typeof fields.session === "string";
    return sound ? (fields as unknown as JournalHeader) : null;
  }
  if (isOldEvent(fields)) return fields;
  return isEvent(fields) ? (fields as unknown as SessionEvent) : null;
}

function isEvent(fields: Record<string, unknown>): boolean {
  const { kind } = fields;
  if (typeof kind !== "string" || !Object.hasOwn(NEEDED, kind)) return false;
  if (!NEEDED[kind as SessionEvent["kind"]].every((name) => typeof fields[name] === "string")) return false;
  if (kind === "saw") return fields.hash === null || typeof fields.hash === "string";
  if (kind === "history_folded") return Number.isSafeInteger(fields.count);
  if (kind === "took") return fields.by === "agent" || fields.by === "person";
  if (kind === "opened") return isOpenCall(fields.call);
  return true;
}

function isOpenCall(value: unknown): boolean {
  const call = (value ?? {}) as Record<string, unknown>;
  const texts = ["invocationId", "tool", "at", "pidStartedAt"].every((name) => typeof call[name] === "string");
  if (!texts || typeof call.pid !== "number" || typeof call.before !== "object" || call.before === null) return false;
  return call.decided === null || isDecidedCall(call.decided, call.invocationId);
}

function isDecidedCall(value: unknown, invocationId: unknown): boolean {
  const decided = (value ?? {}) as Record<string, unknown>;
  const context = decided.context as Record<string, unknown> | null | undefined;
  return (
    typeof decided.key === "string" &&
    (decided.errorMessage === null || typeof decided.errorMessage === "string") &&
    typeof context === "object" &&
    context !== null &&
    context.invocationId === invocationId
  );
}
