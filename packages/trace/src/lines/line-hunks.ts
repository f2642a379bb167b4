/** Which lines differ between two texts: Myers' diff with a budget, so that no pair of files can hold the gate up. */
import { diff } from "fast-myers-diff";
import { settleHunks } from "./settle-hunks.ts";

/** 0-based, ends exclusive: these lines of before became those lines of after. */
export interface LineHunk {
  beforeStart: number;
  beforeEnd: number;
  afterStart: number;
  afterEnd: number;
}

/** Above this many differing lines the middle is one hunk. */
const MAX_DIFFERING_LINES = 50_000;
/** Myers is quadratic in the number of differences; comparisons are counted, not milliseconds, so results repeat. */
const MAX_COMPARISONS = 1_000_000;

class OverBudget extends Error {}

export function lineHunks(before: readonly string[], after: readonly string[]): LineHunk[] {
  const middle = differingMiddle(before, after);
  const beforeCount = middle.beforeEnd - middle.beforeStart;
  const afterCount = middle.afterEnd - middle.afterStart;
  if (beforeCount + afterCount === 0) return [];
  const isOne = beforeCount === 0 || afterCount === 0 || beforeCount + afterCount > MAX_DIFFERING_LINES;
  const found = isOne
    ? [middle]
    : hunksBetween(
        matchedLines(
          before.slice(middle.beforeStart, middle.beforeEnd),
          after.slice(middle.afterStart, middle.afterEnd),
        ),
        middle,
      );
  return settled(before, after, found);
}

/** Each side in turn, as git does. */
function settled(before: readonly string[], after: readonly string[], hunks: readonly LineHunk[]): LineHunk[] {
  const old = { lines: before, changed: new Uint8Array(before.length) };
  const fresh = { lines: after, changed: new Uint8Array(after.length) };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of hunks) {
    old.changed.fill(1, beforeStart, beforeEnd);
    fresh.changed.fill(1, afterStart, afterEnd);
  }
  settleHunks(old, fresh);
  settleHunks(fresh, old);
  return changedRuns(old.changed, fresh.changed);
}

function changedRuns(before: Uint8Array, after: Uint8Array): LineHunk[] {
  const hunks: LineHunk[] = [];
  for (let x = 0, y = 0; x < before.length || y < after.length; x++, y++) {
    const [beforeStart, afterStart] = [x, y];
    while (before[x] === 1) x++;
    while (after[y] === 1) y++;
    if (x > beforeStart || y > afterStart) hunks.push({ beforeStart, beforeEnd: x, afterStart, afterEnd: y });
  }
  return hunks;
}

function differingMiddle(before: readonly string[], after: readonly string[]): LineHunk {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return {
    beforeStart: start,
    beforeEnd: before.length - tail,
    afterStart: start,
    afterEnd: after.length - tail,
  };
}

/** For every line of after the line of before it stands for, or -1; the numbers found rise. */
function matchedLines(before: string[], after: string[]): Int32Array {
  const numbers = new Map<string, number>();
  const beforeNumbers = before.map((line) => {
    const known = numbers.get(line);
    if (known === undefined) numbers.set(line, numbers.size);
    return known ?? numbers.size - 1;
  });
  const pairs = new Int32Array(after.length).fill(-1);
  // A line that only one side has is a difference whatever the rest says: it never reaches the quadratic part.
  const inBoth = new Uint8Array(numbers.size);
  const ys: number[] = [];
  const afterAt: number[] = [];
  for (const [at, line] of after.entries()) {
    const number = numbers.get(line);
    if (number === undefined) continue;
    inBoth[number] = 1;
    ys.push(number);
    afterAt.push(at);
  }
  if (ys.length === 0) return pairs;
  const xs: number[] = [];
  const beforeAt: number[] = [];
  for (const [at, number] of beforeNumbers.entries()) {
    if (inBoth[number] === 0) continue;
    xs.push(number);
    beforeAt.push(at);
  }
  const common = commonPairs(Int32Array.from(xs), Int32Array.from(ys));
  for (const [x, y] of common) pairs[afterAt[y] as number] = beforeAt[x] as number;
  return pairs;
}

function commonPairs(xs: Int32Array, ys: Int32Array): [number, number][] {
  try {
    return shortestPairs(xs, ys);
  } catch (error) {
    if (error instanceof OverBudget) return anchoredPairs(xs, ys);
    throw error;
  }
}

function shortestPairs(xs: Int32Array, ys: Int32Array): [number, number][] {
  let comparisons = 0;
  const equal = (x: number, y: number) => {
    if (++comparisons > MAX_COMPARISONS) throw new OverBudget();
    return xs[x] === ys[y];
  };
  const pairs: [number, number][] = [];
  let x = 0;
  let y = 0;
  for (const [xStart, xEnd, , yEnd] of diff(xs, ys, equal)) {
    while (x < xStart) pairs.push([x++, y++]);
    x = xEnd;
    y = yEnd;
  }
  while (x < xs.length) pairs.push([x++, y++]);
  return pairs;
}

/** The cheap way for large moves: lines that occur once on each side hold the texts together, their neighbours follow. */
function anchoredPairs(xs: Int32Array, ys: Int32Array): [number, number][] {
  const pairs: [number, number][] = [];
  let x = 0;
  let y = 0;
  for (const [anchorX, anchorY] of [...risingAnchors(xs, ys), [xs.length, ys.length] as const]) {
    while (x < anchorX && y < anchorY && xs[x] === ys[y]) pairs.push([x++, y++]);
    let back = 0;
    while (anchorX - back > x && anchorY - back > y && xs[anchorX - back - 1] === ys[anchorY - back - 1]) back++;
    for (let step = back; step > 0; step--) pairs.push([anchorX - step, anchorY - step]);
    if (anchorX < xs.length) pairs.push([anchorX, anchorY]);
    x = anchorX + 1;
    y = anchorY + 1;
  }
  return pairs;
}

/** The longest run of unique common lines that stand in the same order on both sides. */
function risingAnchors(xs: Int32Array, ys: Int32Array): [number, number][] {
  const onlyX = placesOfUnique(xs);
  const onlyY = placesOfUnique(ys);
  const piles: { x: number; y: number; under: number }[] = [];
  const tops: number[] = [];
  for (const [line, y] of onlyY) {
    const x = onlyX.get(line);
    if (x === undefined) continue;
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((piles[tops[mid] as number]?.x as number) < x) low = mid + 1;
      else high = mid;
    }
    piles.push({ x, y, under: low > 0 ? (tops[low - 1] as number) : -1 });
    tops[low] = piles.length - 1;
  }
  const anchors: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = piles[at]?.under ?? -1) {
    const pile = piles[at];
    if (pile) anchors.push([pile.x, pile.y]);
  }
  return anchors.reverse();
}

/** In the order in which they stand. */
function placesOfUnique(lines: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (const [place, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    else places.set(line, place);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

function hunksBetween(pairs: Int32Array, middle: LineHunk): LineHunk[] {
  const hunks: LineHunk[] = [];
  const beforeCount = middle.beforeEnd - middle.beforeStart;
  let before = 0;
  let after = 0;
  const close = (nextBefore: number, nextAfter: number) => {
    if (nextBefore > before || nextAfter > after)
      hunks.push({
        beforeStart: middle.beforeStart + before,
        beforeEnd: middle.beforeStart + nextBefore,
        afterStart: middle.afterStart + after,
        afterEnd: middle.afterStart + nextAfter,
      });
    before = nextBefore + 1;
    after = nextAfter + 1;
  };
  for (const [at, partner] of pairs.entries()) if (partner >= 0) close(partner, at);
  close(beforeCount, pairs.length);
  return hunks;
}
