/** The processes above a process, nearest first. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MOST = 64;

export function ancestorsOf(pid: number): number[] {
  return [...ancestors(pid)];
}

/** One by one, for whoever needs the nearest only. */
export function* ancestors(pid: number): Generator<number> {
  let at = pid;
  for (let count = 0; count < MOST; count++) {
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
