/** The newest calls, kept in memory and continued as they come: a list can be scrolled without reading the log anew. */
import { visibleText } from "@intentgate/documents";
import { type DecisionRow, grouped, type Invocation, isSound, type Store, summarise } from "@intentgate/sidecar";

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

const LONGEST = 200;
/** The names under which tools and hosts say where they act or what they run, the most telling first. */
const names = ["command", "path", "file_path", "filePath", "notebook_path", "intent_id", "pattern", "query", "name"];

/** Null where the input names nothing of the kind, or only in a text too long to be kept. */
export function aboutOf(rows: readonly DecisionRow[]): string | null {
  const payload = rows.find((row) => row.phase === "received")?.payload;
  if (typeof payload !== "object" || payload === null) return null;
  const given = payload as Record<string, unknown>;
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === "string" && value.trim() !== "") return shortened(value.trim());
  }
  return null;
}

function shortened(text: string): string {
  const shown = visibleText(text.length > LONGEST ? text.slice(0, LONGEST) : text);
  return text.length > LONGEST ? `${shown}…` : shown;
}
