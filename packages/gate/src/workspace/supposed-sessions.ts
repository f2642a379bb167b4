/**
 * Sessions that are only supposed, to hear what the gate would decide: each works under an intent that nobody took, and
 * has read every file. Nothing is written down of them.
 */
import { intentDigest } from "@intentgate/policy";
import type { GovernedRoot, SessionState } from "@intentgate/sidecar";

export interface Supposed {
  /** Session → the intent it works under; null: none. */
  sessions: ReadonlyMap<string, string | null>;
  /** What the people of a root wrote is enforced, whatever its mode and its pauses; its event hooks are not asked. */
  rulesOnly: boolean;
}

export function withSupposed(
  root: GovernedRoot,
  supposed: Supposed,
  hashNow: (absolute: string) => string | null,
): GovernedRoot {
  const { sessions } = root.store;

  function taken(id: string | null): SessionState["intent"] {
    const rules = root.lastRules();
    const intent = id !== null && rules.ok ? rules.value.intents.get(id) : undefined;
    // One that is not there is taken all the same: it is the gate that says what becomes of it.
    return id === null ? null : { id, digest: intent ? intentDigest(intent) : "", by: "person", at: "" };
  }

  return {
    ...root,
    store: {
      ...root.store,
      sessions: {
        ...sessions,
        read(id) {
          const state = sessions.read(id);
          const intent = supposed.sessions.get(id);
          return intent === undefined ? state : { ...state, intent: taken(intent), seen: allRead(hashNow) };
        },
        append() {
          throw new Error("what is only supposed is not written down");
        },
      },
    },
  };
}

function allRead(hashNow: (absolute: string) => string | null): ReadonlyMap<string, string | null> {
  return Object.assign(new Map<string, string | null>(), { has: () => true, get: hashNow });
}
