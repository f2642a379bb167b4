/** Times as people say and type them. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `10m`, `1h30m`, `90s`; null for anything else, zero included. */
export function readDuration(text: string): number | null {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/.exec(text.trim().toLowerCase()) ?? [];
  const ms = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE + Number(seconds ?? 0) * 1000;
  return ms > 0 ? ms : null;
}

/** `1 h 30 min`, `45 s`; rounded up, so that what is left is never shown as nothing. */
export function duration(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

export function ago(then: string, now: Date): string {
  const ms = now.getTime() - Date.parse(then);
  if (!Number.isFinite(ms)) return "at an unknown time";
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days ago`;
  return ms < 2_000 ? "just now" : `${duration(Math.floor(ms / 1000) * 1000)} ago`;
}

/** In the person's own time zone: `2026-02-16 12:00:05`. */
export function localTime(stamp: string): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return "unknown time";
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Only the time of day, for what ends soon. */
export function clockTime(stamp: string): string {
  return localTime(stamp).split(" ")[1] ?? "unknown time";
}
