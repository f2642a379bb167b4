/** New intents that the gate proposes where a change needs one: whom they are put to, and what a yes and a no do. */
import { ProblemError } from "@intentgate/documents";
import { type ApprovalAnswer, type ApprovalRequest, type Deny, deny, type HookContext } from "@intentgate/engine";
import {
  addIntent,
  type FileFacts,
  type GovernedCall,
  type IntentProposal,
  isOpen,
  nameFor,
  proposeScope,
  type RootView,
  readIntents,
} from "@intentgate/policy";
import { freeIntentId, type GovernedRoot, lineageOf, type Store, takeIntent } from "@intentgate/sidecar";
import type { ApprovalSettings } from "./approval-settings.ts";

export interface StartParts {
  roots: readonly GovernedRoot[];
  facts: FileFacts;
  approvals: Store["approvals"];
  hasTerminal: boolean;
  settings(view: RootView): ApprovalSettings;
  /** Where nothing is refused, nothing is proposed either. */
  observes(call: GovernedCall): boolean;
  now(): Date;
}

/** Nobody sits there who is asked twice and says nothing. */
const MOST_SILENCES = 2;

export type Starts = ReturnType<typeof createStarts>;

export function createStarts(parts: StartParts) {
  const rootOf = ({ details }: ApprovalRequest) => parts.roots.find(({ root }) => root === details.root);

  /** A live inbox, or a terminal of this process: never whoever sent the call. */
  function isSomebodyThere(view: RootView): boolean {
    const { auto, approver } = parts.settings(view);
    if (auto || approver === "none") return false;
    const mayUse = (kind: "inbox" | "terminal") => approver === kind || approver === "any" || approver === "client";
    return (mayUse("inbox") && parts.approvals.isWatched()) || (mayUse("terminal") && parts.hasTerminal);
  }

  /** Answered when the call had gone on already, and nobody told the agent yet. */
  function isAnswered(session: string): boolean {
    const asked = parts.approvals.known().filter((one) => one.session === session && isStart(one.requests));
    return asked.some(
      ({ id, binding }) =>
        parts.approvals.answered(id) !== null && parts.approvals.byBinding(binding).some((one) => one.id === id),
    );
  }

  return {
    proposalFor({ session }: HookContext, call: GovernedCall, view: RootView): IntentProposal | null {
      const root = parts.roots.find((one) => one.root === view.root);
      if (!root || parts.observes(call)) return null;
      const { top } = lineageOf(root, session);
      if (top.declined !== null) return null;
      const isAsked = isSomebodyThere(view) && top.silences < MOST_SILENCES;
      if (!isAsked && !isAnswered(session.id)) return null;
      const paths = view.changed.map(({ relative }) => relative);
      const isFirst = ![...view.intents.values()].some(isOpen);
      const { kind, names } = parts.facts;
      const owned_scope = proposeScope(paths, { root: view.root, kind, names }, isFirst);
      return owned_scope === null ? null : { name: top.prompt ?? nameFor(paths), owned_scope };
    },

    /** What another call of the session was answered while this one asked for the same. */
    overtaken({ session }: Pick<HookContext, "session">, requests: readonly ApprovalRequest[]): Deny | null {
      const root = requests.filter((one) => one.topic === "start_intent").map(rootOf)[0];
      if (!root) return null;
      const { intent, top } = lineageOf(root, session);
      if (intent !== null)
        return deny("INTENT_REQUIRED", `${intent.id} was taken meanwhile.`, "Repeat the call as it is.", {
          open_intents: [],
        });
      if (top.declined === null) return null;
      const said = top.declined === "" ? "" : ` The person said: "${top.declined}"`;
      return deny(
        "HITL_REJECT",
        "A person does not want a new intent for this.",
        `Do not repeat the call, and propose nothing like it.${said || " Ask the person what they want instead."}`,
      );
    },

    /** A no holds for the session and all below it. */
    answered({ session }: HookContext, requests: readonly ApprovalRequest[], answer: ApprovalAnswer): void {
      const root = requests.filter((one) => one.topic === "start_intent").map(rootOf)[0];
      if (!root || (answer.answer !== "rejected" && answer.answer !== "unanswered")) return;
      const isNo = answer.answer === "rejected";
      const { top } = lineageOf(root, session);
      const at = parts.now().toISOString();
      root.store.sessions.append(top.id, [
        { kind: "not_started", at, answer: isNo ? "rejected" : "silence", reason: isNo ? answer.reason : "" },
      ]);
    },
  };
}

function isStart(requests: readonly ApprovalRequest[]): boolean {
  return requests.some(({ topic }) => topic === "start_intent");
}

/** Taken by the session that the person talks to: its subagents work under it as well. */
export async function startIntent(
  root: GovernedRoot,
  { session }: HookContext,
  { details }: ApprovalRequest,
  at: string,
): Promise<void> {
  const { intent, top } = lineageOf(root, session);
  if (intent !== null) return;
  const { name, owned_scope } = details as unknown as IntentProposal;
  let id = "";
  const edited = await root.store.intents.edit((text) => {
    const read = readIntents(text, ".orchestration/active_intents.yaml");
    if (!read.ok) return read;
    id = freeIntentId(root, read.value.intents.keys());
    return addIntent(text, { id, name, status: "IN_PROGRESS", owned_scope, created_at: at, updated_at: at });
  });
  if (!edited.ok) throw new ProblemError(edited.problems);
  const rules = root.rules();
  const made = rules.ok ? rules.value.intents.get(id) : undefined;
  // What a person must accept first does not count yet, and then nothing passes.
  if (made) await takeIntent(root, top.id, made, "person", at);
}
