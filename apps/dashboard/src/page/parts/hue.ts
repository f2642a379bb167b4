/** A colour for every intent: the same one everywhere and always; eight with numbers in a row are all different. */
export const HUES = 8;

/** The class that sets `--hue`. */
export function hueOf(intent: string | null): string {
  return intent === null || intent === "" ? "hue-none" : `hue-${hueNumber(intent)}`;
}

export function hueNumber(intent: string): number {
  const digits = /(\d{1,9})$/.exec(intent);
  if (digits) return (Number(digits[1]) + HUES - 1) % HUES;
  let sum = 0;
  for (let at = 0; at < intent.length; at++) sum = (sum * 31 + intent.charCodeAt(at)) % 65_521;
  return sum % HUES;
}
