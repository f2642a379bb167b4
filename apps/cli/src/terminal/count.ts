/** The value of `-n`: how many of something to show. */

export const MOST_SHOWN = 100_000;

/** Null where it is no such number. */
export function readCount(text: string | undefined, otherwise: number): number | null {
  if (text === undefined) return otherwise;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST_SHOWN ? count : null;
}

export function badCount(text: string | undefined): string {
  return `-n ${JSON.stringify(text)} is not a count`;
}
