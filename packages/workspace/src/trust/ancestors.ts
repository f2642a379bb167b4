/** The processes above a process, nearest first. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MOST = 64;

export function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  for (let at = parentOf(pid); at > 1 && found.length < MOST; at = parentOf(at)) found.push(at);
  return found;
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
