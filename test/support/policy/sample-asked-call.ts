/** A call as a person would be asked about it, with what a test is about put in the place of what is usual. */
import { type ApprovalRequest, type CallDetails, deny, type Effect, type Effects } from "@intentgate/engine";
import type { AskedCall } from "../../../packages/policy/src/question/asked-call.ts";

const no = deny("HITL_REJECT", "no", "no");

export function asks(topic: ApprovalRequest["topic"], details: Record<string, unknown> = {}): ApprovalRequest {
  return { topic, question: "?", details, whenRejected: no, whenUnreachable: no };
}

const ROOT = "/r/";

/** Paths below `src` are in the scope, others of the root are not. */
export function askedCall(list: readonly Effect[], more: Partial<AskedCall> & { ran?: string[] } = {}): AskedCall {
  const { ran = [], ...rest } = more;
  const isUnknown = list.some(({ kind }) => kind === "unknown");
  const run = list.find((effect) => effect.kind === "run");
  const effects: Effects = { risk: isUnknown ? "UNKNOWN" : "DESTRUCTIVE", mutates: true, list: [...list], why: [] };
  return {
    agent: "Codex",
    requests: [asks(isUnknown ? "unknown" : "destructive", { mode: "balanced", asks_about: [] })],
    toolName: "tool",
    normalizedToolName: "tool",
    effects,
    details: { ...details, command: run?.kind === "run" ? run.command : null, ran },
    intentId: "INT-001",
    display: (absolute) => (absolute.startsWith(ROOT) ? absolute.slice(ROOT.length) : absolute),
    place(absolute) {
      if (absolute.startsWith("/tmp/")) return "scratch";
      if (!absolute.startsWith(ROOT)) return "outside";
      return absolute.startsWith("/r/src/") ? "in scope" : "out of scope";
    },
    files: [],
    moreFiles: 0,
    ...rest,
  };
}

const details: CallDetails = {
  ...{ gateTool: false, command: null, ran: [], runs: "programs", gateCommand: false, observed: {}, named: [] },
  ...{ expansion: null, isExempt: false, kindOfRun: { kind: "plain" } },
};

export const at = (path: string) => ({ path, absolute: path.startsWith("/") ? path : `${ROOT}${path}` });
export const writes = (path: string): Effect => ({ kind: "write", manner: "anchored", ...at(path) });
export const deletes = (path: string): Effect => ({ kind: "delete", ...at(path) });
export const moves = (from: string, to: string): Effect => ({ kind: "move", from: at(from), to: at(to) });
export const reaches = (target: string): Effect => ({ kind: "network", target });
export const loses = (what: string): Effect => ({ kind: "loss", what });
export const runs = (command: string): Effect => ({ kind: "run", command, known: { by: "reading" } });
export const unread = (why = "Not understood."): Effect => ({ kind: "unknown", why, mentions: [] });
export const metadata: Effect = { kind: "git_metadata", ...at(".") };

export function held(call: AskedCall): AskedCall {
  return { ...call, details: { ...call.details, kindOfRun: { kind: "rehearsed", keeps: "scope", reach: null } } };
}
