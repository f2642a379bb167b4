/**
 * For a host whose hook decides every call before it comes here. The hook knows the session and this server does not:
 * it binds nothing, and it acts only on a call that the hook let pass, for the session that made it.
 */
import type { Session } from "@intentgate/engine";
import { contextOf, type DecidedAnswer, shownIntent, type Workspace } from "@intentgate/gate";
import { isOpen } from "@intentgate/policy";
import type { Call, Gate } from "./gate.ts";
import type { Here } from "./open-here.ts";
import { done, failed, failedBy, refused, type ToolOutcome } from "./tool-outcome.ts";

export function createHookedGate(here: Here): Gate {
  async function claimed(
    call: Call,
    workspace: Workspace,
    execute: ((session: Session) => Promise<unknown>) | null,
  ): Promise<DecidedAnswer> {
    const { tool, input, ids, signal } = call;
    return workspace.afterRunning({
      tool,
      input,
      ids,
      signal,
      execute: execute && (({ session }) => execute(session)),
    });
  }

  /** What is wrong with the sidecar itself is said before whose call it is. */
  const readably = (call: Call, work: (workspace: Workspace) => Promise<ToolOutcome>): Promise<ToolOutcome> =>
    here.run(call.ask, async (workspace) => {
      const rules = workspace.home.rules();
      return rules.ok ? work(workspace) : failedBy(rules.problems);
    });

  return {
    // The client is the agent's host.
    person: async () => "nobody",
    select: (call, id) => here.run(call.ask, async (workspace) => tellIntent(workspace, id)),

    list: (call) =>
      readably(call, async (workspace) => {
        const answer = await claimed(call, workspace, null);
        return answer.found === "one" ? outcomeOf(answer) : listed(workspace);
      }),

    native: (call) => readably(call, async (workspace) => outcomeOf(await claimed(call, workspace, null))),
    read: (call, look) => here.run(call.ask, look),

    act: (call, run) =>
      readably(call, async (workspace) => {
        let ownOutcome: ToolOutcome | undefined;
        const answer = await claimed(call, workspace, async (session) => {
          ownOutcome = await run(workspace, session);
          return ownOutcome.kind === "done"
            ? ownOutcome.value
            : { error: ownOutcome.kind === "failed" ? ownOutcome.message : ownOutcome.refusal };
        });
        return ownOutcome ?? outcomeOf(answer);
      }),

    look: (look) => here.run(null, look),
    end: async () => undefined,
  };
}

/** What the model may know of an intent before or after its hook has bound it: nothing is changed by telling. */
function tellIntent({ home, lessons }: Workspace, id: string): ToolOutcome {
  const rules = home.rules();
  if (!rules.ok) return failedBy(rules.problems);
  const intent = rules.value.intents.get(id);
  if (intent && isOpen(intent)) {
    return done({ success: true, intent: shownIntent(intent), context: contextOf(home, intent, lessons) });
  }
  const open = [...rules.value.intents.values()].filter(isOpen).slice(0, 50);
  const remedy =
    open.length > 0
      ? `Select one of: ${open.map((one) => one.id).join(", ")}.`
      : "There is no open intent. Call propose_intent, or ask the person to run `intentgate intent new`.";
  const why = intent ? `is ${intent.archived ? "archived" : intent.status}` : "not found in active_intents.yaml";
  return refused("INTENT_NOT_FOUND", `Intent ${id} ${why}`, remedy, { known_ids: open.map((one) => one.id) });
}

function listed({ home }: Workspace): ToolOutcome {
  const rules = home.rules();
  if (!rules.ok) return failedBy(rules.problems);
  const intents = [...rules.value.intents.values()].filter((one) => !one.archived);
  return done({ intents: intents.map(shownIntent) });
}

function outcomeOf(answer: DecidedAnswer): ToolOutcome {
  if (answer.found === "several") {
    return refused(
      "HOOK_ERROR",
      `${answer.sessions} sessions made this very call and nothing tells whose it is, so nothing was done`,
      "Make the call again; where it takes free text, word it differently.",
      { hook_name: "mcp" },
    );
  }
  if (answer.found === "stopped") {
    const { code, reason, remedy, meta } = answer.no;
    return refused(code, reason, remedy, { ...meta });
  }
  if (answer.found === "none") {
    return refused(
      "HOOK_ERROR",
      "No hook let this call pass, so it is not known whose session it is, and nothing was done",
      "Ask the person to run `intentgate doctor`: the host's hooks may be off. For a host without hooks they register `intentgate mcp --own-session` instead.",
      { hook_name: "mcp" },
    );
  }
  const { outcome } = answer;
  if (outcome.kind === "succeeded") return done((outcome.result ?? {}) as Record<string, unknown>);
  return failed(outcome.kind === "failed" ? outcome.error : "it is not known how the call ended", null);
}
