/** Whether a process that left its number in a file is still the one that runs under it. */
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
