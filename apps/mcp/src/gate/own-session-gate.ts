/** For a client without hooks: one session per connection, bound through the engine like any other. */
import { randomUUID } from "node:crypto";
import type { CallAnswer, Session } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import type { Call, Gate } from "./gate.ts";
import { askAboutKept } from "./kept-questions.ts";
import type { Here } from "./open-here.ts";
import { done, failed, type ToolOutcome } from "./tool-outcome.ts";

export function newOwnSession(): Session {
  return { id: `mcp-${randomUUID()}`, host: "mcp" };
}

/** By default the client is the agent itself, and nobody is asked but whoever looks into the inbox. */
export function clientsPerson(here: Here): Gate["person"] {
  return () =>
    here.run(null, async ({ home }) => {
      const rules = home.rules();
      return rules.ok && rules.value.policy.approval.approver === "client" ? "client" : "nobody";
    });
}

export function createOwnSessionGate(
  here: Here,
  session: Session = newOwnSession(),
  person: Gate["person"] = clientsPerson(here),
): Gate {
  const native: Gate["native"] = (call) =>
    asking(call, async (workspace) => {
      const { tool, input, signal } = call;
      return outcomeOf(await workspace.run({ tool, input, session, signal }));
    });

  /** What the call left outside the scope is asked about before it is answered. */
  function asking(call: Call, work: (workspace: Workspace) => Promise<ToolOutcome>): Promise<ToolOutcome> {
    return here.run(call.ask, async (workspace) => {
      const since = workspace.now();
      const outcome = await work(workspace);
      const { ask, signal } = call;
      if (ask === null || outcome.kind === "refused") return outcome;
      const told = await askAboutKept(
        workspace,
        (id) => id === session.id,
        since,
        (entry) => ask(entry, signal),
      );
      return told.length === 0 ? outcome : { ...outcome, told };
    });
  }

  const act: Gate["act"] = (call, run) =>
    asking(call, async (workspace) => {
      let outcome: ToolOutcome | undefined;
      const answer = await workspace.run({
        tool: gateName(call),
        input: call.input,
        session,
        execute: async () => {
          outcome = await run(workspace, session);
          return outcome.kind === "done"
            ? outcome.value
            : { error: outcome.kind === "failed" ? outcome.message : outcome.refusal };
        },
      });
      if (answer.refusal) return { kind: "refused", refusal: { ...answer.refusal } };
      return outcome ?? failed(messageOf(answer.error), "Try again.");
    });

  return {
    person,
    select: native,
    list: native,
    native,
    act,
    read: (call, look) => act(call, look),
    look: (look) => here.run(null, look),

    async end() {
      const workspace = here.opened();
      if (!workspace || workspace.home.store.sessions.read(session.id).startedAt === null) return;
      const at = workspace.now().toISOString();
      workspace.home.store.sessions.append(session.id, [{ kind: "ended_session", at }]);
    },
  };
}

/** As a hooked host would name it, so that one rule of the policy holds for both. */
function gateName({ tool }: Call): string {
  return `mcp__intentgate__${tool}`;
}

function outcomeOf(answer: CallAnswer): ToolOutcome {
  if (answer.refusal) return { kind: "refused", refusal: { ...answer.refusal } };
  if (answer.failed) return failed(messageOf(answer.error), null);
  return done((answer.result ?? {}) as Record<string, unknown>);
}

function messageOf(error: { message: string } | undefined): string {
  return error?.message ?? "the call did not run";
}
