/** The lines of a content against another one whose origins are known: kept, moved within it, or formatted. */
import { byteLines, carriedLines, compareLines, lineKeys, orWrittenAnew } from "@intentgate/trace";
import { matchKeys } from "./match-keys.ts";
import { hows, lineCount, type Origin, type Runs, spreadOut } from "./runs.ts";

const [, FORMATTED, MOVED] = hows.map((_, number) => number) as [number, number, number];

export interface KnownSide {
  state: Runs;
  /** Null where nobody kept them: then lines are compared by their keys. */
  bytes: Uint8Array | null;
}

export interface ComparePorts {
  keyAt(entry: number, line: number): number;
  /** Of several lines that became one: whose it is. */
  eldest(origins: readonly Origin[]): Origin | undefined;
}

/** Null for the lines that the known content does not explain. `bytes` are what a person left. */
export function compareContent(
  known: KnownSide,
  path: string,
  bytes: Uint8Array,
  { keyAt, eldest }: ComparePorts,
): (Origin | null)[] {
  const lines = known.bytes === null ? "binary" : compareLines(known.bytes, bytes);
  if (lines === "binary") return matchKeys(lineKeys(byteLines(bytes), path), known.state, keyAt);
  const compared = orWrittenAnew(lines);
  const origins = spreadOut(known.state, Math.max(lineCount(known.state), compared.before.length));
  const settled: (Origin | null)[] = [];
  let old = 0;
  for (const hunk of compared.hunks) {
    settled.push(...origins.slice(old, hunk.beforeStart));
    for (let at = hunk.afterStart; at < hunk.afterEnd; at++) settled.push(null);
    old = hunk.beforeEnd;
  }
  settled.push(...origins.slice(old, compared.before.length));
  const [carried = []] = carriedLines([{ path, ...compared }], true);
  for (const [start, lines, from, , span = 1] of carried as [number, number, number, number?, number?][]) {
    for (let step = 0; step < lines; step++) {
      const sources = origins.slice(from - 1 + step, from - 1 + step + span);
      const inPlace = compared.hunks.some((hunk) => {
        const at = start - 1 + step;
        const was = from - 1 + step;
        return at >= hunk.afterStart && at < hunk.afterEnd && was >= hunk.beforeStart && was < hunk.beforeEnd;
      });
      const origin = eldest(sources);
      const how = Math.max(origin?.how ?? 0, inPlace ? FORMATTED : MOVED);
      settled[start - 1 + step] = origin ? { ...origin, how } : null;
    }
  }
  return settled;
}
