import type { KnownRecord } from "@intentgate/trace";

/** The function, class or method that a record named around a line it wrote; null where it named none. */
export function symbolAt(record: KnownRecord, path: string, line: number): string | null {
  const file = record.files.find((one) => one.relative_path === path);
  for (const { ranges } of file?.conversations ?? []) {
    if (ranges === "unknown") continue;
    const range = ranges.find((one) => line >= one.start_line && line <= one.end_line);
    if (range?.symbol !== undefined) return range.symbol;
  }
  return null;
}
