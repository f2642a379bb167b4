/** What the truth set is made of: a file before and after, and whether the program is still the same. */

export interface TruthRow {
  kind: string;
  truth: "kept" | "changed";
  path: string;
  before: string;
  after: string;
}

export interface Source {
  path: string;
  text: string;
}

/** Makes versions of one file. Each knows for itself what it does; none knows the program that is judged. */
export interface Generator {
  kind: string;
  truth: TruthRow["truth"];
  versions(source: Source, choose: Choose): Iterable<string>;
}

/** At most so many of a list, the same ones in every run. */
export type Choose = <T>(from: readonly T[], atMost?: number) => T[];

/** Repeatable choices: a small generator of numbers, seeded by a text. */
export function chooser(seed: string, sitesPerKind: number): Choose {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
  const next = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
  return (from, atMost = sitesPerKind) => {
    const left = [...from];
    const chosen = [];
    while (left.length > 0 && chosen.length < atMost) chosen.push(...left.splice(next(left.length), 1));
    return chosen;
  };
}
