/** Where each line of a content comes from, as runs of lines that were written one after the other. */

export const hows = ["exact", "formatted", "moved"] as const;
/** How a line came from where it was written to where it stands. */
export type How = (typeof hows)[number];

/** In place of an entry's number. */
export const BEFORE = -1; // older than anything the ledger says of this file
export const UNRESOLVED = -2; // the ledger has a gap here
export const AMBIGUOUS = -3; // several origins fit; `line` is the number of the list of them
export const SINCE = -4; // not in the newest content that the ledger knows

/** `line` counts from 1 in the content that the entry left. */
export interface Origin {
  entry: number;
  line: number;
  how: number;
}

/** Quadruples: how many lines, entry, first line, how. */
export type Runs = Int32Array;

const WIDTH = 4;

export function createRunWriter() {
  let numbers = new Int32Array(64);
  let used = 0;
  return {
    put(count: number, entry: number, line: number, how: number): void {
      if (count <= 0) return;
      const last = used - WIDTH;
      const goesOn =
        last >= 0 &&
        numbers[last + 1] === entry &&
        numbers[last + 3] === how &&
        (entry === AMBIGUOUS
          ? numbers[last + 2] === line
          : entry < 0 || (numbers[last + 2] as number) + (numbers[last] as number) === line);
      if (goesOn) {
        numbers[last] = (numbers[last] as number) + count;
        return;
      }
      if (used + WIDTH > numbers.length) {
        const larger = new Int32Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[used] = count;
      numbers[used + 1] = entry;
      numbers[used + 2] = line;
      numbers[used + 3] = how;
      used += WIDTH;
    },
    finish: (): Runs => numbers.slice(0, used),
  };
}

export type RunWriter = ReturnType<typeof createRunWriter>;

/** Copies lines `from` to `until` (0-based, end exclusive); each reader goes forward only. */
export function createRunReader(runs: Runs) {
  let run = 0;
  let start = 0;
  return {
    copy(from: number, until: number, to: RunWriter): void {
      let at = from;
      while (at < until && run < runs.length) {
        const count = runs[run] as number;
        if (start + count <= at) {
          start += count;
          run += WIDTH;
          continue;
        }
        const [entry, line, how] = [runs[run + 1] as number, runs[run + 2] as number, runs[run + 3] as number];
        const taken = Math.min(until, start + count) - at;
        to.put(taken, entry, entry === AMBIGUOUS ? line : line + at - start, how);
        at += taken;
      }
      // A state that is shorter than its text was made from a record that does not say all.
      if (at < until) to.put(until - at, UNRESOLVED, 0, 0);
    },
  };
}

/** 0-based. */
export function originAt(runs: Runs, at: number): Origin {
  let start = 0;
  for (let run = 0; run < runs.length; run += WIDTH) {
    const count = runs[run] as number;
    const entry = runs[run + 1] as number;
    const line = runs[run + 2] as number;
    if (at < start + count)
      return { entry, line: entry === AMBIGUOUS ? line : line + at - start, how: runs[run + 3] as number };
    start += count;
  }
  return { entry: UNRESOLVED, line: 0, how: 0 };
}

/** One origin a line. */
export function spreadOut(runs: Runs, lines: number): Origin[] {
  const all: Origin[] = [];
  for (let run = 0; run < runs.length && all.length < lines; run += WIDTH) {
    const [count, entry, line, how] = runs.subarray(run, run + WIDTH) as unknown as [number, number, number, number];
    for (let step = 0; step < count && all.length < lines; step++)
      all.push({ entry, line: entry === AMBIGUOUS ? line : line + step, how });
  }
  while (all.length < lines) all.push({ entry: UNRESOLVED, line: 0, how: 0 });
  return all;
}

/** Where a line that was written there stands; -1 where it does not. 0-based. */
export function placeIn(runs: Runs, entry: number, line: number): number {
  let start = 0;
  for (let run = 0; run < runs.length; run += WIDTH) {
    const first = runs[run + 2] as number;
    const count = runs[run] as number;
    if (runs[run + 1] === entry && line >= first && line < first + count) return start + line - first;
    start += count;
  }
  return -1;
}

export function runsFrom(origins: readonly Origin[]): Runs {
  const writer = createRunWriter();
  for (const { entry, line, how } of origins) writer.put(1, entry, line, how);
  return writer.finish();
}

export function lineCount(runs: Runs): number {
  let count = 0;
  for (let run = 0; run < runs.length; run += WIDTH) count += runs[run] as number;
  return count;
}

/** How many lines of a content one entry wrote. */
export function countOf(runs: Runs, entry: number): number {
  let count = 0;
  for (let run = 0; run < runs.length; run += WIDTH) if (runs[run + 1] === entry) count += runs[run] as number;
  return count;
}
