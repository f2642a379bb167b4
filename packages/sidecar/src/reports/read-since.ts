/** `--since`: from what moment on. */

const HOUR = 60 * 60_000;
const units: Record<string, number> = { m: 60_000, h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/** `30m`, `12h`, `7d`, `2w` before now, or a date; null for anything else. */
export function readSince(text: string, now: Date): Date | null {
  const span = /^([1-9]\d{0,3})([mhdw])$/.exec(text.trim());
  if (span) return new Date(now.getTime() - Number(span[1]) * (units[span[2] ?? ""] ?? Number.NaN));
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2})?)?$/.test(text.trim())) return null;
  const date = new Date(text.trim());
  return Number.isNaN(date.getTime()) ? null : date;
}
