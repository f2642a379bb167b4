/** True for what somebody may have written who meant the other word: another case, other separators, one slip. */
export function isNear(written: string, meant: string): boolean {
  const [a, b] = [plain(written), plain(meant)];
  return written.length <= 40 && b.length >= 3 && (a === b || isOneSlip(a, b));
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** One character too many, too few, another one, or two in each other's place. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (inA.length <= 1 && inB.length <= 1) || (inA.length === 2 && inA === [...inB].reverse().join(""));
}
