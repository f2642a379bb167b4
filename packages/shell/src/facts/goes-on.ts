/** What of a command line goes on when the line is over, and what reaches no further than this session. */

const leaving = /^(?:nohup|setsid|disown|daemonize|start-stop-daemon)$/;
/** An `&` that is neither `&&` nor a part of a redirection. */
const behind = /(?:^|[^&><|])&(?![&>])/;
const quoted = /\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs;

function unquoted(command: string): string {
  return command.replace(quoted, "x");
}

/** Whether something of it is meant to run on when the line is over. Where it is not clear, it is. */
export function goesOn(command: string, ran: readonly string[]): boolean {
  return behind.test(unquoted(command)) || ran.some((line) => leaving.test(line.split(/\s+/, 1)[0] ?? ""));
}

const serving = [
  /^(?:npm|pnpm|yarn|bun) (?:run )?(?:dev|serve|watch)(?: |$)/,
  /^(?:npx )?(?:vite(?: dev| serve)?|next dev|nodemon|webpack serve|http-server|live-server)(?: -|$)/,
  /^python3? -m http\.server(?: |$)/,
  /^(?:flask run|php -S|rails s(?:erver)?)(?: |$)/,
  /^(?:(?:npx )?(?:tsc|vitest|jest|rollup|webpack|esbuild)|node|cargo) (?:.* )?--watch(?: |$)/,
];

/** Whether the whole line is one program that is known to end only when it is stopped. */
export function serves(command: string, ran: readonly string[]): boolean {
  const line = command.trim();
  return ran.length === 1 && !/[;&|\n(){}`$<>#]/.test(unquoted(line)) && serving.some((shape) => shape.test(line));
}

/** Whoever lies in the background has no use for being put there again. */
const leave = /^(?:(?:nohup|setsid)(?:\s+-[\w-]+)*\s+)+/;
/** What a few characters can not tell: other lines, groups, substitutions, remarks. */
const unclear = /[\n(){}`#]|<</;

/** The line as it is to be held, all of it; null where only a part goes on, or where that is not clear. */
export function heldLine(command: string): string | null {
  const line = command.trim();
  const isBehind = /[^&><|\\]&$/.test(line);
  const front = isBehind ? line.slice(0, -1).trimEnd() : line;
  const bare = unquoted(front);
  if (unclear.test(bare) || bare.includes(";") || behind.test(bare)) return null;
  // Behind an `&` lies the whole list before it; `nohup` is said of one program alone.
  if (!isBehind && /&&|\|/.test(bare)) return null;
  const held = front.replace(leave, "");
  return /^(?:disown|daemonize|start-stop-daemon)\b/.test(held) || held === "" ? null : held;
}

/** Whether the line clearly does something beside what it leaves behind. */
export function needsBoth(command: string): boolean {
  const bare = unquoted(command.trim());
  return !unclear.test(bare) && (/[^&><|]&(?![&>])\s*\S/.test(bare) || /;.*[^&><|]&$/.test(bare));
}

const loopback = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#]|$)/i;

/** Of an address that is spelled out. Where it says more than it seems to, it reaches nothing: there is no other network. */
export function isLoopback(target: string): boolean {
  return loopback.test(target);
}
