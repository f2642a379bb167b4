/** How much the processor worked for whom: where others hold it, this says more than the clock. */
import { readFileSync } from "node:fs";

/** Milliseconds, of all children that have ended: in steps of 10, which even out. */
export function childrenCpuMs(): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Milliseconds, of the main thread of a process. */
export function cpuMsOf(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  return Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
}
