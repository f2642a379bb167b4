/**
 * Journals of the first version told of an open call in four kinds of events: `began` and `ended` around the change,
 * `decided` and `answered` for hosts with two processes. They are read for as long as such journals exist, and written
 * no more.
 */
import type { PreToolUseContext } from "@intentgate/engine";
import type { OpenCall, OwnCall } from "./store.ts";

export type OldSessionEvent =
  | { kind: "began"; at: string; call: Omit<OpenCall, "decided"> & { key: string } }
  | { kind: "ended"; key: string }
  | { kind: "decided"; key: string; call: OldDecidedCall }
  | { kind: "answered"; key: string; invocationId: string };

interface OldDecidedCall {
  invocationId: string;
  at: string;
  allowed: boolean;
  errorMessage: string | null;
  context: PreToolUseContext;
  answered: boolean;
  own: OwnCall | null;
}

/** A call is open while it has files to settle, or an after to come. */
export function foldOldEvent(event: OldSessionEvent, open: Map<string, OpenCall>, add: (call: OpenCall) => void): void {
  switch (event.kind) {
    case "began": {
      const { key: _, ...call } = event.call;
      add({ ...call, decided: open.get(call.invocationId)?.decided ?? null });
      break;
    }
    case "decided":
      add(decidedCall(event.key, event.call, open.get(event.call.invocationId)));
      break;
    case "ended":
      settle(open, event.key, { before: {} });
      break;
    case "answered":
      settle(open, event.invocationId, { decided: null });
      break;
  }
}

function settle(open: Map<string, OpenCall>, invocationId: string, part: Partial<OpenCall>): void {
  const known = open.get(invocationId);
  if (!known) return;
  const left = { ...known, ...part };
  if (left.decided === null && Object.keys(left.before).length === 0) open.delete(invocationId);
  else open.set(invocationId, left);
}

function decidedCall(key: string, call: OldDecidedCall, began: OpenCall | undefined): OpenCall {
  const { invocationId, at, context } = call;
  // Whatever else it says, one that was not allowed is no yes.
  const errorMessage = call.allowed ? call.errorMessage : (call.errorMessage ?? "The call was refused.");
  const decided = { key, errorMessage, context, own: call.own ?? null };
  const idle = { pid: 0, pidStartedAt: "", before: {} };
  const { normalizedToolName: tool, intentId } = context;
  return { ...idle, ...began, invocationId, at, tool, intentId, decided };
}

export function isOldEvent(fields: Record<string, unknown>): fields is OldSessionEvent {
  const call = (fields.call ?? {}) as Record<string, unknown>;
  switch (fields.kind) {
    case "began":
      return typeof fields.at === "string" && isBegun(call);
    case "ended":
      return typeof fields.key === "string";
    case "decided":
      return typeof fields.key === "string" && isDecided(call);
    case "answered":
      return typeof fields.key === "string" && typeof fields.invocationId === "string";
    default:
      return false;
  }
}

function isBegun(call: Record<string, unknown>): boolean {
  const texts = ["key", "invocationId", "tool", "at", "pidStartedAt"].every((name) => typeof call[name] === "string");
  return texts && typeof call.pid === "number" && typeof call.before === "object" && call.before !== null;
}

function isDecided(call: Record<string, unknown>): boolean {
  const context = call.context as Record<string, unknown> | null | undefined;
  return (
    typeof call.invocationId === "string" &&
    typeof call.allowed === "boolean" &&
    (call.errorMessage === null || typeof call.errorMessage === "string") &&
    typeof call.answered === "boolean" &&
    typeof context === "object" &&
    context !== null &&
    context.invocationId === call.invocationId
  );
}
