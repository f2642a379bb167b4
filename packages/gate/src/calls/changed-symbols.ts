/** Which definitions the last records speak of: the trace finds them, the intent map shows them. */
import type { TraceDraft } from "@intentgate/trace";

/** Calls that run at the same time; older ones have been read. */
const MOST_CALLS = 64;

export function createChangedSymbols() {
  const byCall = new Map<string, Map<string, string[]>>();
  return {
    keep(invocationId: string, draft: TraceDraft): void {
      const files = byCall.get(invocationId) ?? new Map<string, string[]>();
      for (const file of draft.files) files.set(file.relative_path, symbolsIn(file));
      byCall.set(invocationId, files);
      for (const oldest of byCall.keys()) {
        if (byCall.size <= MOST_CALLS) break;
        byCall.delete(oldest);
      }
    },
    of: (invocationId: string, relativePath: string): readonly string[] =>
      byCall.get(invocationId)?.get(relativePath) ?? [],
  };
}

function symbolsIn({ conversations }: TraceDraft["files"][number]): string[] {
  const ranges = conversations.flatMap((one) => (one.ranges === "unknown" ? [] : one.ranges));
  return [
    ...new Set(
      ranges.flatMap(({ symbol, symbols }) => [...(symbol === undefined ? [] : [symbol]), ...(symbols ?? [])]),
    ),
  ];
}
