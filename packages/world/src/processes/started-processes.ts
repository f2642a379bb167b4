/**
 * The processes that a handler started and that live. They are told by the session that its first process leads, and,
 * where one has left that, by the mark in the environment it was started with.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { onSystemError } from "../errors/file-problem.ts";
import { ancestorsOf, environmentOf } from "./process-identity.ts";

export const MARK_NAME = "INTENTGATE_HANDLER";

export interface Started {
  /** The first process; its group and its session carry its number. */
  leader: number;
  /** Only the handler and what it started carry it. */
  mark: string;
  reapers: Reapers;
}

/** To whom processes fall whose parents have ended; null where that is not known. */
export type Reapers = ReadonlySet<number> | null;

/** The first process of all, or one above this one: processes above may end, but no other comes to stand there. */
export function findReapers(): Reapers {
  if (process.platform !== "linux") return null;
  return onSystemError("any", null, () => new Set([1, process.pid, ...ancestorsOf(process.pid)]));
}

const MOST_ASKED_SINGLY = 64;
const MOST_LOOKS = 8;
const MOST_CHASED = 2_000;
/** How long the system may take to put one program in the place of another. */
const MOST_REPLACED_MS = 1_000;

/**
 * Null where the system does not tell. Processes are numbered in the order of their birth, so that only those with
 * numbers after the first one's are looked at: for a handler that started nothing this costs one small reading.
 */
export function startedProcesses(started: Started): number[] | null {
  const found = new Set<number>();
  return lookFor(started, found, MOST_LOOKS, () => undefined) ? [...found] : null;
}

/**
 * Hands over each one as soon as it is found, for as long as further ones come: one that starts itself over and over is
 * met before it has started the next.
 */
export function chaseProcesses(started: Started, found: Set<number>, onFound: (pid: number) => void): void {
  lookFor(started, found, MOST_CHASED, onFound);
}

/** False where the system does not tell. */
function lookFor(started: Started, found: Set<number>, most: number, onFound: (pid: number) => void): boolean {
  if (process.platform !== "linux") return false;
  const counter = openSync("/proc/loadavg", "r");
  try {
    let from = started.leader - 1;
    for (let look = 0; look < most; look++) {
      const newest = newestNumber(counter);
      if (newest === null) return false;
      // One that was looked at may have started another since.
      if (look > 0 && newest === from) break;
      for (const pid of numbersSince(from, newest)) {
        if (!isOf(pid, started, found)) continue;
        found.add(pid);
        if (look > 0) onFound(pid);
      }
      // The first look is over before anything is done: a child without a mark is told by its parent alone.
      if (look === 0) for (const pid of found) onFound(pid);
      from = newest;
    }
    return true;
  } finally {
    closeSync(counter);
  }
}

/** The last of the numbers in there; reading it at its start again tells it anew. */
function newestNumber(counter: number): number | null {
  const bytes = Buffer.allocUnsafe(128);
  const text = bytes.toString("latin1", 0, readSync(counter, bytes, 0, bytes.length, 0));
  const number = Number(text.slice(text.lastIndexOf(" ") + 1));
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function numbersSince(from: number, newest: number): number[] {
  const count = newest - from;
  if (count >= 0 && count <= MOST_ASKED_SINGLY) {
    return Array.from({ length: count }, (_, at) => from + 1 + at).filter((pid) => existsSync(`/proc/${pid}`));
  }
  const all = readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
  // Numbers begin anew once they are used up; then nothing follows from them.
  return count >= 0 ? all.filter((pid) => pid > from) : all;
}

/** `found`: older ones that are known to be. */
function isOf(pid: number, { leader, mark, reapers }: Started, found: ReadonlySet<number>): boolean {
  const stat = readProc(`${pid}/stat`);
  if (stat === null) return false; // ended meanwhile
  // The name may hold spaces and brackets; the fields follow its last bracket.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 4);
  const [parent = 0, group, session] = fields.map(Number);
  if (state === "Z" || state === "X") return false; // ended, only not yet collected
  if (group === leader || session === leader || parent === leader || found.has(parent)) return true;
  // Another one's child is somebody else's.
  if (reapers && !reapers.has(parent)) return false;
  return settledEnvironment(pid)?.[MARK_NAME]?.split("/").includes(mark) ?? false;
}

/**
 * A process that is just being replaced by another program has neither words nor environment for a moment. It is asked
 * again until it has: to take it for somebody else's would let it live on.
 */
function settledEnvironment(pid: number): Record<string, string> | null {
  const until = performance.now() + MOST_REPLACED_MS;
  for (;;) {
    const environment = environmentOf(pid);
    if (environment === null || Object.keys(environment).length > 0) return environment;
    // One that was started without an environment has its words all the same.
    if (readProc(`${pid}/cmdline`) !== "") return environmentOf(pid);
    if (performance.now() > until || !isLiving(pid)) return null;
  }
}

export function isLiving(pid: number): boolean {
  const stat = readProc(`${pid}/stat`);
  return stat !== null && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

function readProc(name: string): string | null {
  return onSystemError("any", null, () => readFileSync(`/proc/${name}`, "latin1"));
}
