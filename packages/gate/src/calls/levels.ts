/**
 * A host may read its settings at several levels (the user's, a project's, a plugin's, another host's) and tell each of
 * them of the same event. What the host gives no name gets one here: what one level tells for the first time is either
 * what another level told already, or new. No level tells twice of the same, and none waits for another.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { canonicalJson } from "@intentgate/documents";
import type { Session, ToolCall } from "@intentgate/engine";
import type { GovernedRoot, Heard, SessionEvent, SessionState } from "@intentgate/sidecar";
import { makeFolder, withFileLock } from "@intentgate/world";
import { keyOf } from "./call-key.ts";

/** Through which settings it was told, and when it happened as the host says: the same at all levels. */
export interface Telling {
  level: string;
  moment: string | null;
}

export interface Levels {
  /** The name of the call that this level tells of. */
  before(root: GovernedRoot, call: ToolCall, telling: Telling): Promise<string>;
  /** Null where no call is known whose end this level has not told yet. */
  after(root: GovernedRoot, call: ToolCall, telling: Telling): Promise<string | null>;
  /** Whether no other level told of this event. `what` is all that is known of it. */
  isNews(root: GovernedRoot, session: Session, what: unknown, telling: Telling): Promise<boolean>;
}

/** Where nobody says a level there is only one. */
export const onlyLevel: Telling = { level: "", moment: null };

/** Between the first and the last level's telling of one event lies at most what one of them takes to answer. */
const APART_MS = 600_000;

export function createLevels({ now, newId }: { now(): Date; newId(): string }): Levels {
  function claim(root: GovernedRoot, session: string, key: string, telling: Telling) {
    return alone(root, key, () => {
      const since = now().getTime() - APART_MS;
      const known = equalTo(root.store.sessions.read(session), key).find(
        ({ at, moment, before, after }) =>
          moment === telling.moment && after.length === 0 && Date.parse(at) >= since && !before.includes(telling.level),
      );
      const name = known?.name ?? hashed([key, newId()]);
      note(root, session, { name, key, phase: "before" }, telling);
      return { name, isNew: known === undefined };
    });
  }

  function note(
    root: GovernedRoot,
    session: string,
    what: Pick<Extract<SessionEvent, { kind: "heard" }>, "name" | "key" | "phase">,
    telling: Telling,
  ): void {
    root.store.sessions.append(session, [{ kind: "heard", at: now().toISOString(), ...what, ...telling }]);
  }

  return {
    async before(root, call, telling) {
      return (await claim(root, call.session.id, keyOf(call), telling)).name;
    },

    after(root, call, telling) {
      const { id } = call.session;
      const key = keyOf(call);
      return alone(root, key, () => {
        const state = root.store.sessions.read(id);
        const under = new Set([...state.open.values()].map(({ decided }) => decided?.key));
        const ran = new Set([...state.ran.values()].map((decided) => decided.key));
        const possible = equalTo(state, key).filter(
          ({ name, before, after }) =>
            before.includes(telling.level) &&
            !after.includes(telling.level) &&
            (under.has(name) || ran.has(name) || after.length > 0),
        );
        // Of equal calls that one ended of which all levels had told: before that the host makes none.
        const [known] = possible.toSorted((one, other) => other.before.length - one.before.length);
        if (known === undefined) return null;
        // One that a single level tells of is over with this.
        if (known.before.length > 1 || ran.has(known.name))
          note(root, id, { name: known.name, key, phase: "after" }, telling);
        return known.name;
      });
    },

    async isNews(root, session, what, telling) {
      const key = hashed([session.id, what]);
      return (await claim(root, session.id, key, telling)).isNew;
    },
  };
}

/** One at a time for equal ones: levels are told at the same moment. */
function alone<T>(root: GovernedRoot, key: string, work: () => T): Promise<T> {
  const locks = join(root.sidecar, "locks");
  makeFolder(locks);
  return withFileLock(join(locks, `heard-${key}.lock`), work);
}

function equalTo({ heard }: SessionState, key: string): Heard[] {
  return [...heard.values()].filter((one) => one.key === key);
}

function hashed(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}
