/** What of the changes that stand there after a call is another call's doing: by its record, or by what it announced. */
import { basename, dirname } from "node:path";
import type { FileBytes, HookContext } from "@intentgate/engine";
import {
  afterOthers,
  changingCalls,
  type GovernedRoot,
  isRecordedBy,
  type KeptBytes,
  recordsSince,
} from "@intentgate/sidecar";
import { stagedBy } from "@intentgate/tools";
import type { TraceRecord } from "@intentgate/trace";
import { hashOf, isAlive } from "@intentgate/world";
import type { Observed } from "../observe/observed.ts";
import type { Stood } from "./call.ts";
import { keptBytes, openedElsewhere } from "./open-calls.ts";

export interface OtherCallsParts {
  roots: readonly GovernedRoot[];
  cache: Pick<KeptBytes, "find">;
  rootAt(call: Pick<HookContext, "cwd">): GovernedRoot;
}

/** The changes of this call itself. */
export function ownAmong(
  all: readonly Observed[],
  context: HookContext,
  stood: Stood,
  parts: OtherCallsParts,
): Observed[] {
  const others = othersSince(context, stood);
  return all
    .flatMap((one) => (one.found === null ? one : (untilAnother(one, context, parts) ?? [])))
    .flatMap((one): Observed[] => {
      // The call named the file itself; of all else, what another call recorded meanwhile is that call's.
      if (one.found === null) return [one];
      const theirs = others.get(one.change.root) ?? [];
      return isRecordedBy(theirs, one.change, rootOf(one.change.root, parts))
        ? []
        : [{ ...one, change: afterOthers(theirs, one.change, (hash) => keptBytes(hash, parts.cache)) }];
    });
}

function rootOf(path: string, { roots }: OtherCallsParts): GovernedRoot {
  return roots.find((one) => one.root === path) as GovernedRoot;
}

/**
 * A file that another open call announced is that call's to tell of, from what it found there on: what was there when
 * it began is not its doing. So is what its tool is about to put in the place. Null: nothing is left of the change.
 */
function untilAnother(one: Observed, context: HookContext, parts: OtherCallsParts): Observed | null {
  const [{ change }, { invocationId }] = [one, context];
  const open = rootOf(change.root, parts).store.sessions.list().flatMap(changingCalls);
  // One whose process is gone tells of nothing any more.
  const others = open.filter(
    (call) => call.invocationId !== invocationId && isAlive(call.pid, call.pidStartedAt || null),
  );
  const [first] = others.filter(({ before }) => change.absolute in before).toSorted((a, b) => a.at.localeCompare(b.at));
  if (first) {
    const found = first.before[change.absolute] ?? null;
    if (isLike(change.before, found)) return null;
    // What this call found there may be half of what the other was at already.
    if (first.at <= (openedElsewhere(context, parts)?.at ?? "")) return null;
    return isLike(change.after, found) ? one : { ...one, change: { ...change, after: keptBytes(found, parts.cache) } };
  }
  const writer = change.before.state === "absent" ? stagedBy(basename(change.absolute)) : null;
  const folder = dirname(change.absolute);
  const isStaged = others.some(
    ({ pid, before }) => pid === writer && Object.keys(before).some((announced) => dirname(announced) === folder),
  );
  return isStaged ? null : one;
}

/** By root, what other calls recorded since this one began. */
function othersSince({ invocationId }: HookContext, { runs }: Stood): ReadonlyMap<string, TraceRecord[]> {
  const since = [...runs].map(([{ root, store }, { at }]) => {
    const records = recordsSince(store.ledger, at).filter(({ timestamp }) => timestamp >= at);
    return [root, records.filter(({ decision }) => decision.id !== invocationId)] as const;
  });
  return new Map(since);
}

function isLike(content: FileBytes, hash: string | null): boolean {
  return content.state === "present" ? hashOf(content.bytes) === hash : content.state === "absent" && hash === null;
}
