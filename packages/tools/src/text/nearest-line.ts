/** A hint for text that was not found: the line of the file that looks most like its first line. */

const MOST_LINES = 10_000;
const MOST_CHARACTERS = 120;
const LEAST_LIKENESS = 0.5;

export function nearestHint(lines: readonly string[], wanted: string): string {
  const first = wanted.split("\n", 200).find((line) => line.trim() !== "");
  if (first === undefined) return "";
  const looked = lines.slice(0, MOST_LINES);
  const trimmed = first.trim();
  const spaced = looked.findIndex((line) => line.trim() === trimmed);
  if (spaced >= 0) {
    const same = looked[spaced]!.trimEnd() === first.trimEnd();
    return same
      ? ` Its first line stands at line ${spaced + 1}, but what follows differs there.`
      : ` Line ${spaced + 1} differs from its first line only in white space.`;
  }
  const pairs = pairsOf(trimmed);
  let best = { at: -1, likeness: LEAST_LIKENESS };
  looked.forEach((line, at) => {
    const likeness = alike(pairs, pairsOf(line.trim()));
    if (likeness > best.likeness) best = { at, likeness };
  });
  if (best.at < 0) return "";
  return ` The most similar line is ${best.at + 1}: ${JSON.stringify(looked[best.at]!.trim().slice(0, MOST_CHARACTERS))}.`;
}

function pairsOf(text: string): Set<string> {
  const cut = text.slice(0, MOST_CHARACTERS);
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < cut.length; at++) pairs.add(cut.slice(at, at + 2));
  return pairs;
}

/** Dice's coefficient: the share of neighbouring character pairs that both have. */
function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let both = 0;
  for (const pair of one) if (other.has(pair)) both++;
  return (2 * both) / (one.size + other.size);
}
