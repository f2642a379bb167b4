/** Does what handlers asked for: commands through the gate as calls of their session, tasks through ability routing. */

import { shellLine } from "@intentgate/documents";
import { type CallAnswer, messageOf } from "@intentgate/engine";
import type { RootRouting } from "@intentgate/routing";
import type { ActionQueue, Raised, Settled } from "./action-queue.ts";

export interface FollowUpParts {
  queue: ActionQueue;
  routing: RootRouting;
  /** Why a path may not be opened; null where it lies inside the root. */
  whyNotInside(path: string): string | null;
}

/** One `execute_command` of this session, with every check that any call has. */
export type RunCommand = (command: string, session: string) => Promise<CallAnswer>;

export interface FollowUps {
  /** Those of a session that wait; a file to open stays for who has an editor. */
  runWaiting(session: string, runCommand: RunCommand): Promise<void>;
  run(id: string, runCommand: RunCommand): Promise<Raised | null>;
  /** True while such an action runs: what its own calls raise waits for a person. */
  isRunning(session: string): boolean;
}

export function createFollowUps(parts: FollowUpParts): FollowUps {
  const { queue } = parts;
  const running = new Set<string>();

  async function run(action: Raised, runCommand: RunCommand): Promise<void> {
    if (!(await queue.begin(action.id))) return; // somebody else does it
    running.add(action.session);
    try {
      const { state, note } = await act(action, runCommand);
      await queue.settle(action.id, state, note);
    } finally {
      running.delete(action.session);
    }
  }

  async function act(
    { kind, payload, session }: Raised,
    runCommand: RunCommand,
  ): Promise<{ state: Settled; note: string | null }> {
    if (kind === "open_file") {
      const why = parts.whyNotInside(String(payload.path ?? ""));
      return why === null ? { state: "done", note: "left to the editor" } : { state: "refused", note: why };
    }
    if (kind === "create_task") return createTask(payload, parts.routing);
    const command = commandOf(payload);
    if (command === null) return { state: "refused", note: "it names no command" };
    const answer = await runCommand(command, session);
    if (answer.decision === "deny") {
      return { state: "refused", note: `${answer.refusal?.code ?? ""} ${answer.refusal?.message ?? ""}`.trim() };
    }
    return answer.failed ? { state: "failed", note: answer.error?.message ?? null } : { state: "done", note: null };
  }

  return {
    isRunning: (session) => running.has(session),
    async runWaiting(session, runCommand) {
      if (running.has(session)) return;
      const waiting = queue.list().filter((one) => one.state === "waiting" && one.session === session);
      for (const action of waiting) {
        if (action.raisedBy === "event" && action.kind !== "open_file") await run(action, runCommand);
      }
    },
    async run(id, runCommand) {
      const action = queue.list().find((one) => one.id === id && one.state === "waiting");
      if (!action) return null;
      await run(action, runCommand);
      return queue.list().find((one) => one.id === id) ?? null;
    },
  };
}

async function createTask(payload: Raised["payload"], routing: RootRouting): Promise<{ state: Settled; note: string }> {
  const ability = [payload.ability_id, payload.operation_key, payload.id].find((id) => typeof id === "string");
  if (typeof ability !== "string") return { state: "refused", note: "it names no ability" };
  const reason = typeof payload.reason === "string" ? payload.reason : "asked for by an event hook";
  try {
    const answer = await routing.tasks.create({ ability, input: payload.input ?? {}, reason });
    return answer.status === "available"
      ? { state: "done", note: answer.task_key }
      : { state: "refused", note: answer.reason };
  } catch (error) {
    return { state: "failed", note: messageOf(error) };
  }
}

/** Words become one command line that a shell reads as exactly these words. */
function commandOf({ command, argv }: Raised["payload"]): string | null {
  if (typeof command === "string" && command.trim() !== "") return command;
  if (!Array.isArray(argv) || argv.length === 0 || !argv.every((word) => typeof word === "string")) return null;
  return shellLine(argv);
}
