/** Lines of a content whose bytes are known against a state whose bytes are not: compared by the keys of their lines. */
import { isTellingKey, lineHunks } from "@intentgate/trace";
import { hows, lineCount, type Origin, type Runs, spreadOut } from "./runs.ts";

const FORMATTED = hows.indexOf("formatted");

/** Null for the lines that the state does not explain. A line that says little is explained only between two that are. */
export function matchKeys(
  keys: ArrayLike<number>,
  state: Runs,
  keyAt: (entry: number, line: number) => number,
): (Origin | null)[] {
  const origins = spreadOut(state, lineCount(state));
  const before = origins.map(({ entry, line }, at) => nameOf(entry >= 0 ? keyAt(entry, line) : 0, `?${at}`));
  const after = Array.from(keys, (key, at) => nameOf(key, `!${at}`));
  const settled: (Origin | null)[] = Array.from(keys, () => null);
  let old = 0;
  let fresh = 0;
  const keep = (until: number) => {
    for (; old < until; old++, fresh++) {
      const origin = origins[old] as Origin;
      settled[fresh] = { ...origin, how: Math.max(origin.how, FORMATTED) };
    }
  };
  for (const hunk of lineHunks(before, after)) {
    keep(hunk.beforeStart);
    old = hunk.beforeEnd;
    fresh = hunk.afterEnd;
  }
  keep(origins.length);
  return between(keys, settled);
}

function nameOf(key: number, otherwise: string): string {
  return key > 0 ? String(key) : otherwise;
}

function between(keys: ArrayLike<number>, settled: (Origin | null)[]): (Origin | null)[] {
  return settled.map((one, at) => {
    if (one === null || isTellingKey(keys[at] as number)) return one;
    const [above, below] = [settled[at - 1], settled[at + 1]];
    const fits = (other: Origin | null | undefined) => other === undefined || other !== null;
    return fits(above) && fits(below) ? one : null;
  });
}
