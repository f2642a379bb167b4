/** Turns what the gate does with the calls of one session into events, as it happens. */
import type { PhaseEntry, Session } from "@intentgate/engine";
import type { OpenApproval } from "@intentgate/sidecar";
import type { TaskEvent } from "../events/events.ts";
import type { AgentWorkspace } from "./agent-workspace.ts";
import type { InjectedContext } from "./injected-context.ts";

export interface WatchParts {
  opened: AgentWorkspace;
  session: Session;
  emit(event: TaskEvent): void;
  context: InjectedContext;
  signal: AbortSignal;
}

export interface CallsWatch {
  onCurrent(call: string | null): void;
  stop(): void;
}

/** How often the inbox is looked into while a call is on its way. */
const LOOK_MS = 200;

export function watchCalls({ opened, session, emit, context, signal }: WatchParts): CallsWatch {
  const { approvals } = opened.workspace.home.store;
  const announced = new Set<string>();
  let current: string | null = null;
  let look: NodeJS.Timeout | null = null;

  const onApproval = (approval: OpenApproval, where: "here" | "inbox") => {
    if (announced.has(approval.id)) return;
    announced.add(approval.id);
    emit({ type: "approval_waiting", call: current, where, approval });
  };
  const lookIntoInbox = () => {
    for (const one of waiting()) onApproval(one, "inbox");
  };
  const waiting = () => approvals.list().filter((one) => one.session === session.id);
  const leave = opened.attend(session.id, {
    onApproval: (approval) => onApproval(approval, "here"),
    onNotice(notice) {
      context.fromNotice(notice);
      emit({ type: "message", from: "gate", kind: notice.kind, text: notice.message });
    },
    signal: () => signal,
  });
  const unhear = opened.workspace.onPhase((entry) => {
    if (entry.session === session.id) onPhase(entry);
  });
  // Nobody needs to answer for a task that was stopped.
  const takeBack = () => {
    if (current === null) return;
    const at = opened.workspace.now().toISOString();
    for (const { id } of waiting()) {
      approvals.answer(id, { answer: "reject", by: "the agent", at, reason: "the task was stopped" });
    }
  };
  signal.addEventListener("abort", takeBack, { once: true });

  function onPhase(entry: PhaseEntry): void {
    const { invocationId: invocation, tool, phase, decision, hook, code, ms, detail } = entry;
    emit({ type: "progress", call: current, invocation, tool, phase, hook: hook ?? null });
    if (phase === "ask") {
      const by = typeof detail?.by === "string" ? detail.by : null;
      emit({ type: "approval_answered", call: current, tool, answer: decision ?? "unanswered", by });
    }
    const isFinal = phase === "pre" && (decision === "deny" || (decision === "allow" && hook === undefined));
    if (isFinal && (decision === "allow" || decision === "deny")) {
      emit({ type: "decision", call: current, invocation, tool, decision, code: code ?? null, ms });
    }
  }

  function unlook(): void {
    if (look) clearInterval(look);
    look = null;
  }

  return {
    onCurrent(call) {
      current = call;
      unlook();
      if (call !== null) look = setInterval(lookIntoInbox, LOOK_MS);
    },
    stop() {
      unlook();
      leave();
      unhear();
      signal.removeEventListener("abort", takeBack);
    },
  };
}
