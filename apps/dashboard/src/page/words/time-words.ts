/** Times as people say them. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 min ago", "today 14:03", "yesterday 09:12", "3 Mar", "3 Mar 2024". */
export function ago(at: string, now: Date): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return "at an unknown time";
  const passed = now.getTime() - then.getTime();
  if (passed < -MINUTE) return dayAndTime(then, now);
  if (passed < 45_000) return "just now";
  if (passed < HOUR) return `${Math.max(1, Math.round(passed / MINUTE))} min ago`;
  return dayAndTime(then, now);
}

function dayAndTime(then: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(then)) / DAY);
  if (days === 0) return `today ${clock(then)}`;
  if (days === 1) return `yesterday ${clock(then)}`;
  if (days === -1) return `tomorrow ${clock(then)}`;
  return days > 0 && days < 7 ? `${weekdays[then.getDay()]} ${clock(then)}` : date(then, now);
}

/** How long is left: "12 min left to answer", "40 s left to answer", "time is up". */
export function left(until: string, now: Date): string {
  const rest = new Date(until).getTime() - now.getTime();
  if (!(rest > 0)) return "time is up";
  return rest < 90_000
    ? `${Math.ceil(rest / 1000)} s left to answer`
    : `${Math.ceil(rest / MINUTE)} min left to answer`;
}

/** "0.4 ms", "12 ms", "3.2 s", "2 min 5 s". */
export function duration(ms: number): string {
  if (!(ms >= 0)) return "unknown";
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The whole of it, for a title: "3 March 2026, 14:03:09". */
export function inFull(at: string): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const seconds = String(then.getSeconds()).padStart(2, "0");
  return `${then.getDate()} ${months[then.getMonth()]} ${then.getFullYear()}, ${clock(then)}:${seconds}`;
}

/** "14:03"; of another day than today with its date. */
export function atClock(at: string, today: Date = new Date()): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const isToday = then.toDateString() === today.toDateString();
  return isToday ? clock(then) : `${then.getDate()} ${months[then.getMonth()]}, ${clock(then)}`;
}

/** "1 file", "3 files", "1,204 files". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

const months = "January February March April May June July August September October November December".split(" ");
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

function clock(time: Date): string {
  return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`;
}

function date(time: Date, now: Date): string {
  const day = `${time.getDate()} ${(months[time.getMonth()] ?? "").slice(0, 3)}`;
  return time.getFullYear() === now.getFullYear() ? day : `${day} ${time.getFullYear()}`;
}

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}
