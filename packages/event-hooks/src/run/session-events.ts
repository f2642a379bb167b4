/** What happened around tool calls, as handlers get to see it: the workspace adds what its journal and ledger know. */

import type { Session } from "@intentgate/engine";
import { type GovernedRoot, recordsSince, redactText } from "@intentgate/sidecar";
import type { EventContext } from "../declared/event-context.ts";
import { stageOf } from "./call-events.ts";

/** What happens around tool calls. `cwd` says which root is meant, where there are several. */
export type HostEvent = { session: Session; cwd?: string | null } & (
  | { type: "UserPromptSubmit"; prompt: string }
  | { type: "SessionStart" }
  | { type: "SessionEnd"; reason: string | null }
  | { type: "SessionStop" }
);

const LONGEST_MESSAGE = 32_768;
/** How far back a command is looked for. */
const MOST_ROWS = 500;

export function sessionEvent(root: GovernedRoot, event: HostEvent, now: Date): EventContext {
  const { session } = event;
  const base = { session_id: session.id, timestamp: now.toISOString(), repository_root: root.root };
  switch (event.type) {
    case "UserPromptSubmit": {
      const last = lastCommand(root, session.id);
      return {
        event_type: "UserPromptSubmit",
        ...base,
        stage: stageOf(root, session),
        user_message: event.prompt.slice(0, LONGEST_MESSAGE),
        files_touched: changedFiles(root, session.id),
        ...(last === null ? {} : { last_command: last }),
      };
    }
    case "SessionStart": {
      const { host, model } = session;
      const who = { ...(host === undefined ? {} : { host }), ...(model === undefined ? {} : { model }) };
      return { event_type: "SessionStart", ...base, stage: stageOf(root, session), ...who };
    }
    case "SessionEnd": {
      const reason = event.reason === null ? {} : { reason: event.reason };
      return {
        event_type: "SessionEnd",
        ...base,
        stage: "review",
        changed_files: changedFiles(root, session.id),
        ...reason,
      };
    }
    case "SessionStop":
      return { event_type: "SessionStop", ...base, stage: "review", changed_files: changedFiles(root, session.id) };
  }
}

/** What the session and the subagents below it changed, in the order of the first change. */
function changedFiles(root: GovernedRoot, id: string): string[] {
  const { startedAt } = root.store.sessions.read(id);
  if (startedAt === null) return [];
  const own = new Map<string, boolean>([[id, true]]);
  const isOwn = (session: string): boolean => {
    const known = own.get(session);
    if (known !== undefined) return known;
    own.set(session, false); // a circle of parents leads nowhere
    const { parent } = root.store.sessions.read(session);
    const answer = parent !== null && isOwn(parent);
    own.set(session, answer);
    return answer;
  };
  const files = recordsSince(root.store.ledger, startedAt).flatMap((record) =>
    record.files.flatMap(({ relative_path, renamed_from, conversations }) => {
      const [conversation] = conversations;
      if (!conversation || conversation.contributor.entity_type === "HUMAN" || !isOwn(conversation.url)) return [];
      return renamed_from === undefined ? [relative_path] : [renamed_from, relative_path];
    }),
  );
  return [...new Set(files)];
}

/** As the log of decisions has it: long ones are known by their length alone and are left out. */
function lastCommand(root: GovernedRoot, session: string): string | null {
  let left = MOST_ROWS;
  for (const row of root.store.decisions.rows()) {
    left -= 1;
    const { command } = (row.payload ?? {}) as { command?: unknown };
    if (row.session === redactText(session) && row.phase === "received" && typeof command === "string") return command;
    if (left <= 0) return null;
  }
  return null;
}
