/** A process by its number and its start: the number alone may belong to another one by now. */
import { isAlive, onSystemError, startedAt } from "@intentgate/world";

export interface ProcessMark {
  pid: number;
  startedAt: string;
}

/** Null where there is no such process. */
export function markOf(pid: number): ProcessMark | null {
  const started = startedAt(pid);
  return started === null ? null : { pid, startedAt: started };
}

export function isRunning({ pid, startedAt: started }: ProcessMark): boolean {
  return startedAt(pid) === started && isAlive(pid, started);
}

/** At once; nothing happens where it has ended. */
export function endProcess(mark: ProcessMark, signal: "SIGTERM" | "SIGKILL"): void {
  if (isRunning(mark)) onSystemError(["ESRCH"], false, () => process.kill(mark.pid, signal));
}

export function readMark(value: unknown): ProcessMark | null {
  const { pid, startedAt: started } = (
    typeof value === "object" && value !== null ? value : {}
  ) as Partial<ProcessMark>;
  return typeof pid === "number" && typeof started === "string" ? { pid, startedAt: started } : null;
}
