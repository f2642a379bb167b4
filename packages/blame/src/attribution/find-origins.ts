/**
 * For lines that no comparison explained: were they written earlier, somewhere else? That the same line stands in two
 * places proves nothing, so a find counts only where something shows that it came from there.
 */
import { isTellingKey } from "@intentgate/trace";
import { hows, type Origin } from "./runs.ts";

export interface FoundOrigin extends Origin {
  /** In the file that is asked about. */
  isHere: boolean;
  /** The last content that held it, by the keys of its lines, and where in it. */
  place(): Place;
  /** `lines`: how many different telling lines stand around it as they stood there, itself included. */
  isShown(lines: number): boolean;
}

export interface Place {
  keys: ArrayLike<number>;
  at: number;
  /** Of any line of that content. */
  originAt(at: number): Origin;
  /** What says little may have come along from there. */
  mayComeAlong(at: number, key: number): boolean;
}

export interface OriginSearch {
  /** Of every line of the content. */
  keys: ArrayLike<number>;
  /** Null: wanted. Filled in place. */
  settled: (Origin | null)[];
  /** Where a line of this key came from; empty where nothing or too much fits. */
  origins(key: number): FoundOrigin[];
  ambiguous(candidates: readonly Origin[]): Origin;
}

const MOVED = hows.indexOf("moved");
const FARTHEST = 200;

export function findOrigins(search: OriginSearch): void {
  const { keys, settled } = search;
  const given = [...settled];
  const used = new Set(settled.flatMap((one) => (one && one.entry >= 0 ? [idOf(one)] : [])));
  const candidates = new Map<number, FoundOrigin[]>();
  for (const [at, one] of settled.entries()) {
    const key = keys[at] as number;
    if (one !== null || !isTellingKey(key)) continue;
    const found = search.origins(key).filter((origin) => !used.has(idOf(origin)));
    if (found.length > 0) candidates.set(at, found);
  }
  if (candidates.size === 0) return;

  /** How many telling lines around `at` are the same as around the place it may come from. */
  function company(at: number, origin: FoundOrigin): number {
    const place = origin.place();
    const lines = new Set([keys[at] as number]);
    for (const step of [1, -1]) {
      for (let far = step; Math.abs(far) < FARTHEST; far += step) {
        const key = keys[at + far];
        if (key === undefined || key === 0 || key !== place.keys[place.at + far]) break;
        // What came from elsewhere says nothing of where this one came from.
        const known = given[at + far];
        if (known && idOf(known) !== idOf(place.originAt(place.at + far))) break;
        if (isTellingKey(key)) lines.add(key);
      }
    }
    return lines.size;
  }

  for (const [at, found] of candidates) {
    const free = found.filter((origin) => !used.has(idOf(origin)));
    const rated = free
      .map((origin) => ({ origin, lines: company(at, origin) }))
      .filter(({ origin, lines }) => origin.isShown(lines))
      .sort((a, b) => b.lines - a.lines || Number(b.origin.isHere) - Number(a.origin.isHere));
    const [best, second] = rated;
    if (!best) continue;
    const isTie = second && second.lines === best.lines && second.origin.isHere === best.origin.isHere;
    settled[at] = isTie ? search.ambiguous(rated.map(({ origin }) => plain(origin))) : plain(best.origin);
    used.add(idOf(best.origin));
    if (!isTie) takeAlong(search, at, best.origin.place());
  }
}

/** What says little belongs to the block it stands in: between two lines that say more, or where nothing speaks against it. */
function takeAlong({ keys, settled }: OriginSearch, at: number, place: Place): void {
  for (const step of [1, -1]) {
    let far = step;
    for (; Math.abs(far) < FARTHEST; far += step) {
      const key = keys[at + far];
      if (key === undefined || key === 0 || isTellingKey(key) || key !== place.keys[place.at + far]) break;
    }
    const isBetween = isTellingKey(keys[at + far] ?? 0) && keys[at + far] === place.keys[place.at + far];
    for (let near = step; near !== far && settled[at + near] === null; near += step) {
      const origin = place.originAt(place.at + near);
      if (origin.entry < 0) break;
      if (!isBetween && !place.mayComeAlong(place.at + near, keys[at + near] as number)) break;
      settled[at + near] = plain(origin);
    }
  }
}

function plain({ entry, line }: Origin): Origin {
  return { entry, line, how: MOVED };
}

function idOf({ entry, line }: Origin): number {
  return entry * 2 ** 26 + line;
}
