/** Tells event hooks what happens around the calls of a task, and passes on what they have to say. */
import { existsSync } from "node:fs";
import { escapedLine } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import type { Emitted, HookRefusal } from "@intentgate/event-hooks";
import type { Workspace } from "@intentgate/gate";
import type { TaskEvent } from "../events/events.ts";
import type { InjectedContext } from "./injected-context.ts";

const LONGEST_OBJECTION = 2_000;

export interface SessionEvents {
  start(): Promise<void>;
  /** Why the prompt may not pass; null where it may. */
  prompt(text: string): Promise<string | null>;
  /** Why the model must go on; null where it may stop. */
  stop(): Promise<string | null>;
  end(): Promise<void>;
}

export interface SessionEventParts {
  workspace: Workspace;
  session: Session;
  emit(event: TaskEvent): void;
  context: InjectedContext;
}

export function createSessionEvents({ workspace, session, emit, context }: SessionEventParts): SessionEvents {
  const { home } = workspace;
  const cwd = home.root;
  let isOpen = false;

  function tell(emitted: Emitted): Emitted {
    context.fromEvent(emitted);
    for (const { hook, text } of emitted.merged.messages_to_user)
      emit({ type: "message", from: hook, kind: "message", text });
    for (const { hook, text } of emitted.warnings) emit({ type: "message", from: hook, kind: "warning", text });
    const { suggestions } = emitted;
    if (suggestions !== null && suggestions.text !== "") emit({ type: "suggestion", suggestions });
    return emitted;
  }

  return {
    async start() {
      // Without a sidecar every change is refused and says what to do; nothing is written there.
      if (isOpen || !existsSync(home.sidecar)) return;
      isOpen = true;
      const { id, ...who } = session;
      home.store.sessions.append(id, [{ kind: "seen", at: workspace.now().toISOString(), ...who }]);
      tell(await workspace.emit({ type: "SessionStart", session, cwd }));
    },
    async prompt(text) {
      const { refusal } = tell(await workspace.emit({ type: "UserPromptSubmit", session, cwd, prompt: text }));
      return refusal && objection(refusal);
    },
    async stop() {
      const { refusal } = tell(await workspace.emit({ type: "SessionStop", session, cwd }));
      return refusal && escapedLine(objection(refusal), LONGEST_OBJECTION);
    },
    async end() {
      if (!isOpen) return;
      isOpen = false;
      // First: what holds for a session ends with it, whatever a hook does.
      home.store.sessions.append(session.id, [{ kind: "ended_session", at: workspace.now().toISOString() }]);
      tell(await workspace.emit({ type: "SessionEnd", session, cwd, reason: null }));
    },
  };
}

function objection({ hook, reason, remedy }: HookRefusal): string {
  return `The event hook ${hook} says no: ${reason} ${remedy}`.trim();
}
