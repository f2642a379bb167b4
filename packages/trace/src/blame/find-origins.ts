/**
 * For lines that no comparison explained: were they written earlier, somewhere else? A line that anybody might write
 * proves nothing, so a find needs company, the same file, or that it is missing where it was.
 */
import { isWeightyKey } from "./line-key.ts";
import { hows, type Origin } from "./runs.ts";

export interface FoundOrigin extends Origin {
  /** The entry in whose content it was found. */
  foundIn: number;
  /** The last content that held it, by the keys of its lines, and where in it. */
  place(): Place;
  isSameFile: boolean;
  /** It no longer stands where it was last seen. */
  isGone(): boolean;
}

export interface Place {
  keys: ArrayLike<number>;
  at: number;
  /** Of any line of that content. */
  originAt(at: number): Origin;
}

export interface OriginSearch {
  /** Of every line of the content. */
  keys: ArrayLike<number>;
  /** Null: wanted. Filled in place. */
  settled: (Origin | null)[];
  /** Where a line of this key came from; empty where nothing or too much fits. */
  origins(key: number): FoundOrigin[];
  /** The writer is known, so only whole blocks are taken from them. */
  strict: boolean;
  ambiguous(candidates: readonly Origin[]): Origin;
}

const MOVED = hows.indexOf("moved");
/** So many lines that say something, one after the other, are no accident. */
export const BLOCK = 3;
/** Enough where they are missing in the place they came from. */
const PAIR = 2;
const FARTHEST = 200;

export function findOrigins(search: OriginSearch): void {
  const { keys, settled } = search;
  const used = new Set(settled.flatMap((one) => (one && one.entry >= 0 ? [idOf(one)] : [])));
  const candidates = new Map<number, FoundOrigin[]>();
  for (const [at, one] of settled.entries()) {
    const key = keys[at] as number;
    if (one !== null || !isWeightyKey(key)) continue;
    const found = search.origins(key).filter((origin) => !used.has(idOf(origin)));
    if (found.length > 0) candidates.set(at, found);
  }
  if (candidates.size === 0) return;

  /** How many telling lines around `at` are the same as around the place it may come from. */
  function company(at: number, origin: FoundOrigin): number {
    const place = origin.place();
    let lines = 1;
    for (const step of [1, -1]) {
      for (let far = step; Math.abs(far) < FARTHEST; far += step) {
        const key = keys[at + far];
        if (key === undefined || key === 0 || key !== place.keys[place.at + far]) break;
        if (isWeightyKey(key)) lines++;
      }
    }
    return lines;
  }

  for (const [at, found] of candidates) {
    const free = found.filter((origin) => !used.has(idOf(origin)));
    const rated = free
      .map((origin) => ({ origin, lines: company(at, origin) }))
      .filter(({ origin, lines }) => isProof(origin, lines, search.strict))
      .sort((a, b) => b.lines - a.lines || Number(b.origin.isSameFile) - Number(a.origin.isSameFile));
    const [best, second] = rated;
    if (!best) continue;
    const isTie = second && second.lines === best.lines && second.origin.isSameFile === best.origin.isSameFile;
    settled[at] = isTie ? search.ambiguous(rated.map(({ origin }) => plain(origin))) : plain(best.origin);
    used.add(idOf(best.origin));
    if (!isTie) takeAlong(search, at, best.origin.place());
  }
}

function isProof(origin: FoundOrigin, lines: number, strict: boolean): boolean {
  if (lines >= BLOCK) return true;
  return !strict && (origin.isSameFile || (lines >= PAIR && origin.isGone()));
}

/** What says little belongs to the block it stands in: it is found with a line that says more. */
function takeAlong({ keys, settled }: OriginSearch, at: number, place: Place): void {
  for (const step of [1, -1]) {
    for (let far = step; Math.abs(far) < FARTHEST; far += step) {
      const key = keys[at + far];
      if (key === undefined || key === 0 || isWeightyKey(key) || key !== place.keys[place.at + far]) break;
      if (settled[at + far] !== null) break;
      const origin = place.originAt(place.at + far);
      if (origin.entry < 0) break;
      settled[at + far] = plain(origin);
    }
  }
}

function plain({ entry, line }: Origin): Origin {
  return { entry, line, how: MOVED };
}

function idOf({ entry, line }: Origin): number {
  return entry * 2 ** 26 + line;
}
