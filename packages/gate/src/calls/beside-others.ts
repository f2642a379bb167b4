/** What a call changed in files that other open calls announced: whose doing it is cannot always be told. */
import { basename, dirname } from "node:path";
import type { FileBytes, HookContext } from "@intentgate/engine";
import { afterOthers, changingCalls, type GovernedRoot, type KeptBytes, recordsSince } from "@intentgate/sidecar";
import { stagedBy } from "@intentgate/tools";
import type { Candidate } from "@intentgate/trace";
import { hashOf, isAlive } from "@intentgate/world";
import type { Observed } from "../observe/observed.ts";
import type { SharedChange } from "./call.ts";
import { keptBytes } from "./open-calls.ts";

export interface BesideParts {
  cache: Pick<KeptBytes, "find">;
  rootAt(path: string): GovernedRoot;
}

/** Where it cannot be told, nothing is put back and no agent gets the lines, but it is on record. */
export interface Apart {
  /** What the other call found there was there before it: it is this call's. */
  own: Observed | null;
  shared: SharedChange | null;
}

export function besideOthers({ cache, rootAt }: BesideParts, { invocationId }: Pick<HookContext, "invocationId">) {
  /** One whose process is gone tells of nothing any more. */
  function othersIn(root: string) {
    return rootAt(root)
      .store.sessions.list()
      .flatMap((session) =>
        changingCalls(session).map((call) => ({ ...call, session: session.id, model: session.model ?? "unknown" })),
      )
      .filter((call) => call.invocationId !== invocationId && isAlive(call.pid, call.pidStartedAt || null));
  }

  function apart(one: Observed): Apart {
    const { change } = one;
    const others = othersIn(change.root);
    const at = others.filter(({ before }) => change.absolute in before).toSorted((a, b) => a.at.localeCompare(b.at));
    const [first] = at;
    if (first) {
      const found = first.before[change.absolute] ?? null;
      if (isLike(change.after, found)) return { own: one, shared: null };
      const since = { ...change, before: keptBytes(found, cache), predicted: false, movedFrom: null };
      if (isLike(change.before, found)) return { own: null, shared: { change: { ...change, ...since }, beside: at } };
      return { own: { ...one, change: { ...change, after: since.before } }, shared: { change: since, beside: at } };
    }
    const writer = change.before.state === "absent" ? stagedBy(basename(change.absolute)) : null;
    const folder = dirname(change.absolute);
    // What its tool is about to put in the place is its own.
    const isStaged = others.some(
      ({ pid, before }) => pid === writer && Object.keys(before).some((announced) => dirname(announced) === folder),
    );
    return { own: isStaged ? null : one, shared: null };
  }

  /** Of a file that this call named: what is left of the change where another call recorded that both were at it. */
  function goesOn(one: Observed, beganAt: string): Observed | null {
    const { change } = one;
    const root = rootAt(change.root);
    const last = root.store.ledger.lastKnown(change.relativePath);
    if (last === undefined || isLike(change.before, last)) return one;
    const names = (by: Candidate) => by.entity_type === "AI" && by.invocation_id === invocationId;
    const records = recordsSince(root.store.ledger, beganAt);
    const shared = records.filter(({ files }) =>
      files.some(({ conversations }) => conversations.some(({ contributor }) => contributor.candidates?.some(names))),
    );
    const left = afterOthers(shared, change, (hash) => keptBytes(hash, cache));
    return isSame(left.before, left.after) && !change.modeChanged ? null : { ...one, change: left };
  }

  return { apart, goesOn };
}

function isLike(content: FileBytes, hash: string | null): boolean {
  return content.state === "present" ? hashOf(content.bytes) === hash : content.state === "absent" && hash === null;
}

function isSame(one: FileBytes, other: FileBytes): boolean {
  if (one.state !== "present" || other.state !== "present") return one.state === other.state && one.state === "absent";
  return hashOf(one.bytes) === hashOf(other.bytes);
}
