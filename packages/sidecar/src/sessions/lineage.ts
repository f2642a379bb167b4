/**
 * Whose intent a session works under. A subagent has its parent's, however deep, and none of its own beside it; who its
 * parent is was settled with its first event and cannot be changed by a later call.
 */
import { createHash } from "node:crypto";
import { ProblemError, problem } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import type { Intent } from "@intentgate/policy";
import type { GovernedRoot } from "../roots/governed-root.ts";
import type { SessionState, Stop } from "../store/store.ts";

export interface Lineage {
  own: SessionState;
  /** The session that a person talks to: this one, or the outermost above it. */
  top: SessionState;
  intent: SessionState["intent"];
  /** The session that took it: this one, or one above. */
  owner: string;
  /** A person stopped this session, or one above it: the outermost of them. */
  stop: SessionStop | null;
}

/** A stop holds for every session below the one that was named. */
export interface SessionStop extends Stop {
  session: string;
}

const DEEPEST = 16;

export function lineageOf(root: GovernedRoot, session: Pick<Session, "id" | "parent">): Lineage {
  const chain: SessionState[] = [];
  for (let id: string | null = session.id, parent = session.parent; id !== null; parent = undefined) {
    if (chain.some((one) => one.id === id) || chain.length >= DEEPEST)
      throw impossible(session.id, "its parents form a circle");
    const state = root.store.sessions.read(id);
    chain.push(state);
    id = parentOf(state, parent);
  }
  const owner = chain.reverse().find((state) => state.intent !== null);
  const [stop = null] = chain.flatMap(({ id, stop }) => (stop === null ? [] : [{ ...stop, session: id }]));
  const own = chain.at(-1) as SessionState;
  const top = chain[0] as SessionState;
  return { own, top, intent: owner?.intent ?? null, owner: owner?.id ?? session.id, stop };
}

function parentOf(state: SessionState, claimed: string | undefined): string | null {
  if (state.startedAt === null) return claimed ?? null;
  if (claimed === undefined || claimed === state.parent) return state.parent;
  const known = state.parent === null ? "has no parent" : `is a subagent of ${JSON.stringify(state.parent)}`;
  throw impossible(state.id, `it ${known} and cannot become one of ${JSON.stringify(claimed)}`);
}

function impossible(id: string, why: string): ProblemError {
  const message = `the session ${JSON.stringify(id)} cannot be placed: ${why}`;
  return new ProblemError([
    problem("BAD_INPUT", message, "Give every session an id of its own, and name its parent from its first call on."),
  ]);
}

/** Names what an intent demands of the code: its constraints and criteria, not its name, status or scope. */
export function demandsDigest({
  constraints,
  acceptance_criteria,
}: Pick<Intent, "constraints" | "acceptance_criteria">) {
  const text = JSON.stringify([constraints, acceptance_criteria]);
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Of the intent as it counts now; null where there is none. */
export function intentTextDigest(root: GovernedRoot, intentId: string | null): string | null {
  const rules = root.lastRules();
  const intent = intentId !== null && rules.ok ? rules.value.intents.get(intentId) : undefined;
  return intent ? demandsDigest(intent) : null;
}
