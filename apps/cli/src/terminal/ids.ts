/** Ids are long; the first characters are enough as long as they mean one thing only. */

const SHORTEST = 4;

export function shortId(id: string): string {
  return id.slice(0, 8);
}

export type Picked<T> = { kind: "one"; value: T } | { kind: "none" } | { kind: "many"; ids: string[] };

export function pickById<T>(all: readonly T[], given: string, idsOf: (value: T) => readonly string[]): Picked<T> {
  const exact = all.filter((one) => idsOf(one).includes(given));
  if (exact.length > 0) return onlyOne(exact, idsOf);
  const close = given.length < SHORTEST ? [] : all.filter((one) => idsOf(one).some((id) => id.startsWith(given)));
  return onlyOne(close, idsOf);
}

function onlyOne<T>(found: readonly T[], idsOf: (value: T) => readonly string[]): Picked<T> {
  const [first] = found;
  if (first === undefined) return { kind: "none" };
  return found.length === 1
    ? { kind: "one", value: first }
    : { kind: "many", ids: found.map((one) => idsOf(one)[0] ?? "") };
}
