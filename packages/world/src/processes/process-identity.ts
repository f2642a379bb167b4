/** What the system tells of a process by its number: whether it still runs, what is above it, its environment. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { codeOf } from "../errors/file-problem.ts";

/** What tells two processes of the same number apart; null where the system does not say. */
export function startedAt(pid: number): string | null {
  return statOf(pid)?.startedAt ?? null;
}

const MAX_PID = 2 ** 31 - 1;

/** Unknown counts as alive: what belongs to a living process must not be taken from it. */
export function isAlive(pid: number, started: string | null): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid > MAX_PID) return false;
  const now = statOf(pid);
  if (now === null) return isThere(pid);
  if (now.state === "Z" || now.state === "X") return false; // ended, only not yet collected by its parent
  return started === null || started === now.startedAt;
}

/** Where the system tells no more of it: gone, hidden, or no `/proc`. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
    if (codeOf(error) !== "EPERM") throw error;
  }
  return true;
}

/** `/proc/<pid>/stat`: the name in brackets may hold anything, so the fields are counted from its last bracket. */
function statOf(pid: number): { state: string; startedAt: string } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch (error) {
    if (codeOf(error) !== null) return null;
    throw error;
  }
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields[0], fields[19]];
  return state && started ? { state, startedAt: started } : null;
}

/** What it was started with; null where it cannot be known: another user's process, one that just ended, or another system than Linux. */
export function environmentOf(pid: number): Record<string, string> | null {
  if (process.platform !== "linux") return null;
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM" || code === "ENOENT" || code === "ESRCH") return null;
    throw error;
  }
  return Object.fromEntries(
    text.split("\0").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    }),
  );
}

const MOST_ABOVE = 64;

/** The processes above it, nearest first. */
export function ancestorsOf(pid: number): number[] {
  return [...ancestors(pid)];
}

/** One by one, for whoever needs the nearest only. */
export function* ancestors(pid: number): Generator<number> {
  let at = pid;
  for (let count = 0; count < MOST_ABOVE; count++) {
    at = parentOf(at);
    if (at <= 1) return;
    yield at;
  }
}

function parentOf(pid: number): number {
  if (process.platform === "linux") {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name may contain spaces and brackets; the fields follow its last bracket.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  }
  if (process.platform === "win32") return 0; // no cheap way; the docs say that this hurdle is missing there
  return Number(execFileSync("/bin/ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }).trim() || 0);
}
