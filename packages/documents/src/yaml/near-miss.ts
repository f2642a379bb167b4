/** Finds the known word that a person probably meant. */

/** Null: the word is far from all known ones. Short words must match more closely: `note` is no slip of `name`. */
export function nearMiss(word: string, known: Iterable<string>): string | null {
  let best: { word: string; distance: number } | null = null;
  for (const candidate of known) {
    const isSame = letters(word) === letters(candidate);
    const distance = isSame ? 0 : editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= tolerated(candidate) && (best === null || distance < best.distance)) {
      best = { word: candidate, distance };
    }
  }
  return best?.word ?? null;
}

function tolerated(known: string): number {
  if (known.length <= 3) return 0;
  return known.length <= 5 ? 1 : 2;
}

function letters(word: string): string {
  return word.replace(/[_\- ]/g, "").toLowerCase();
}

/** Insertions, deletions, replacements and swaps of neighbours; 3 stands for "3 or more". */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return Math.min(3, last[b.length]!);
}
