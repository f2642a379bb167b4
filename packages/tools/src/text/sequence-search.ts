/**
 * Finds every place where one sequence occurs in another, overlapping ones included, in linear time (Knuth, Morris
 * and Pratt): `indexOf` takes quadratic time on texts a model can choose.
 */
export function findAll(haystack: ArrayLike<number>, needle: ArrayLike<number>, from: number, most: number): number[] {
  const found: number[] = [];
  if (needle.length === 0 || most <= 0) return found;
  const borders = bordersOf(needle);
  let matched = 0;
  for (let at = from; at < haystack.length; at++) {
    while (matched > 0 && haystack[at] !== needle[matched]) matched = borders[matched - 1]!;
    if (haystack[at] === needle[matched]) matched++;
    if (matched < needle.length) continue;
    found.push(at - needle.length + 1);
    if (found.length >= most) return found;
    matched = borders[matched - 1]!;
  }
  return found;
}

function bordersOf(needle: ArrayLike<number>): Uint32Array {
  const borders = new Uint32Array(needle.length);
  let length = 0;
  for (let at = 1; at < needle.length; at++) {
    while (length > 0 && needle[at] !== needle[length]) length = borders[length - 1]!;
    if (needle[at] === needle[length]) length++;
    borders[at] = length;
  }
  return borders;
}

export function codeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}
