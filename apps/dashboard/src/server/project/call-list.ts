/** The newest calls, kept in memory and continued as they come: a list can be scrolled without reading the log anew. */
import { type DecisionRow, grouped, type Invocation, isSound, type Store, summarise } from "@intentgate/sidecar";
import { aboutOf } from "./call-about.ts";

export interface ListedCall extends Invocation {
  about: string | null;
}

export interface CallList {
  /** Newest first. */
  all(): readonly ListedCall[];
}

/** About 5,000 calls: whoever wants older ones asks `intentgate decisions`. */
const MOST_ROWS = 40_000;

export function createCallList(decisions: Store["decisions"]): CallList {
  /** Oldest first. */
  let rows: DecisionRow[] = [];
  let calls: readonly ListedCall[] = [];

  function refresh(): boolean {
    const newest = rows.at(-1);
    const fresh: DecisionRow[] = [];
    for (const row of decisions.rows()) {
      if (fresh.length >= MOST_ROWS || (newest !== undefined && isSameRow(row, newest))) break;
      fresh.push(row);
    }
    if (fresh.length === 0) return false;
    fresh.reverse();
    rows = fresh.length >= MOST_ROWS ? fresh : [...rows, ...fresh].slice(-MOST_ROWS);
    return true;
  }

  return {
    all() {
      if (refresh()) {
        const all = [...grouped(rows.filter(isSound)).values()].map((one) => ({
          ...summarise(one),
          about: aboutOf(one),
        }));
        // The oldest call may have been cut in two by the limit.
        calls = (rows.length >= MOST_ROWS ? all.slice(1) : all).reverse();
      }
      return calls;
    },
  };
}

function isSameRow(one: DecisionRow, other: DecisionRow): boolean {
  return (
    one.invocation_id === other.invocation_id &&
    one.timestamp === other.timestamp &&
    one.phase === other.phase &&
    one.hook === other.hook &&
    one.decision === other.decision &&
    one.ms === other.ms
  );
}
