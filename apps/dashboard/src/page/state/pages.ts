/** A long list in parts: which parts are needed for the rows in sight, and what is known of them. */

export interface Parts<T> {
  /** 0 where nothing is known yet. */
  total: number;
  parts: ReadonlyMap<number, readonly T[]>;
}

export const PART = 100;
/** Parts far from sight are forgotten beyond this many. */
const MOST_PARTS = 30;

export const noParts = { total: 0, parts: new Map<number, never>() };

/** The numbers of the parts that rows `first` to `end` (exclusive) lie in. */
export function partsFor(first: number, end: number, total: number): number[] {
  const last = Math.min(end, total) - 1;
  if (last < first) return first === 0 ? [0] : [];
  const numbers: number[] = [];
  for (let part = Math.floor(first / PART); part <= Math.floor(last / PART); part++) numbers.push(part);
  return numbers;
}

export function withPart<T>(known: Parts<T>, part: number, items: readonly T[], total: number): Parts<T> {
  const parts = new Map(known.parts);
  parts.delete(part);
  parts.set(part, items);
  for (const old of parts.keys()) {
    if (parts.size <= MOST_PARTS) break;
    parts.delete(old);
  }
  return { total, parts };
}

export function rowOf<T>({ parts }: Parts<T>, row: number): T | undefined {
  return parts.get(Math.floor(row / PART))?.[row % PART];
}
