/** What handlers asked to be done: kept outside the workspace, where no program can plant an entry, and bounded. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { jsonObject } from "@intentgate/documents";
import { appendLines, fileSize, readText, replaceFile, withFileLock } from "@intentgate/world";
import type { FollowUpAction } from "../declared/hook-result.ts";
import type { From } from "../declared/merge-results.ts";
import type { QueuedAction } from "./event-hooks.ts";

/** `raisedBy`: the event was a call of such an action itself; then nobody but a person goes on with it. */
export type Raised = QueuedAction & { raisedBy: "event" | "action" };

export interface ActionQueue {
  list(): readonly Raised[];
  /** Leaves out what waits already; returns what was added. */
  add(
    actions: readonly From<FollowUpAction>[],
    session: string,
    raisedBy: Raised["raisedBy"],
  ): Promise<readonly Raised[]>;
  /** True for exactly one of all who try, and only while it waits. */
  begin(id: string): Promise<boolean>;
  settle(id: string, state: Settled, note: string | null): Promise<void>;
}

export type Settled = Exclude<QueuedAction["state"], "waiting">;

export interface ActionQueueParts {
  state: string;
  now(): Date;
  newId(): string;
}

const MOST_WAITING = 200;
const MOST_SETTLED = 50;
const MOST_BYTES = 1_000_000;
const NEVER_FINISHED = "it was begun and never finished";

type Line =
  | { kind: "queued"; action: Raised }
  | { kind: "begun"; id: string }
  | { kind: "settled"; id: string; state: Settled; note: string | null };

export function createActionQueue({ state, now, newId }: ActionQueueParts): ActionQueue {
  const file = join(state, "hook-actions.jsonl");

  function list(): Raised[] {
    const actions = new Map<string, Raised>();
    for (const line of (readText(file) ?? "").split("\n")) {
      const read = jsonObject(line) as Line | null; // null for a torn line
      if (read?.kind === "queued") actions.set(read.action.id, read.action);
      const known = read && read.kind !== "queued" ? actions.get(read.id) : undefined;
      if (known && read?.kind === "begun") actions.set(known.id, { ...known, state: "failed", note: NEVER_FINISHED });
      if (known && read?.kind === "settled") actions.set(known.id, { ...known, state: read.state, note: read.note });
    }
    const all = [...actions.values()];
    const waiting = new Set(all.filter(({ state }) => state === "waiting").slice(-MOST_WAITING));
    const settled = new Set(all.filter(({ state }) => state !== "waiting").slice(-MOST_SETTLED));
    return all.filter((action) => waiting.has(action) || settled.has(action));
  }

  function alone<T>(work: () => T): Promise<T> {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    return withFileLock(`${file}.lock`, work);
  }

  function append(lines: readonly Line[]): void {
    if (fileSize(file) > MOST_BYTES) {
      const kept = list().map((action) => `${JSON.stringify({ kind: "queued", action } satisfies Line)}\n`);
      replaceFile(file, kept.join(""), { mode: 0o600 });
    }
    appendLines(
      file,
      lines.map((line) => JSON.stringify(line)),
      { mode: 0o600, alone: true },
    );
  }

  return {
    list,
    async add(actions, session, raisedBy) {
      if (actions.length === 0) return [];
      return alone(() => {
        const known = new Set(list().flatMap((one) => (one.state === "waiting" ? [spelled(one)] : [])));
        const fresh = actions.filter((action) => !known.has(spelled({ ...action, session })));
        const at = now().toISOString();
        const added = fresh.map(({ hook, kind, payload }): Raised => {
          const action = { id: newId(), at, hook, session, kind, payload };
          return { ...action, state: "waiting", note: null, raisedBy };
        });
        append(added.map((action) => ({ kind: "queued", action })));
        return added;
      });
    },
    begin: (id) =>
      alone(() => {
        const waits = list().some((action) => action.id === id && action.state === "waiting");
        if (waits) append([{ kind: "begun", id }]);
        return waits;
      }),
    settle: (id, to, note) => alone(() => append([{ kind: "settled", id, state: to, note }])),
  };
}

function spelled({ kind, payload, session }: Pick<Raised, "kind" | "payload" | "session">): string {
  return JSON.stringify([kind, payload, session]);
}
