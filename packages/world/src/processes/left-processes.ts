/**
 * Processes that a call started and that outlive it. They may write when nobody looks, so as long as one lives the
 * call's programs count as running. A process is told by its birth during the call and by whom it hangs on: the process
 * that runs the call, or, when those between have ended, somebody above that one.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { codeOf, onSystemError } from "../errors/file-problem.ts";
import { ancestorsOf, environmentOf } from "./process-identity.ts";

/** Plain data: it is kept on disk while the call runs. */
export interface CallBirth {
  /** On the clock that processes are born by; null where the system does not tell. */
  ticks: number | null;
  owner: number;
  above: number[];
}

interface ProcessFacts {
  pid: number;
  parent: number;
  bornAt: number;
}

/** Linux counts births in hundredths of a second. */
const TICKS_A_SECOND = 100;
const INIT = 1;

export function birthOfCall(owner: number): CallBirth {
  const ticks = ticksNow();
  return { ticks, owner, above: ticks === null ? [] : ancestorsIfAlive(owner) };
}

/** How many are left; null where it cannot be known. `asking`: the process that the host started to ask us. */
export function leftSince(birth: CallBirth, roots: readonly string[], asking = process.pid): number[] | null {
  if (birth.ticks === null) return null;
  const all = processes();
  if (all === null) return null;
  const ourselves = new Set([process.pid, asking, ...ancestorsIfAlive(asking)]);
  const orphanages = new Set([INIT, ...birth.above]);
  const found = [...all.values()].filter((one) => {
    // One tick less: a birth is rounded down.
    if (one.bornAt < (birth.ticks ?? 0) - 1 || ourselves.has(one.pid)) return false;
    // What a launcher starts asks us; what we start ourselves may be the call.
    if (asking !== process.pid && isUnder(one, asking, all)) return false;
    return isUnder(one, birth.owner, all) || (orphanages.has(one.parent) && worksIn(one.pid, roots));
  });
  return found.map(({ pid }) => pid);
}

function isUnder(one: ProcessFacts, owner: number, all: ReadonlyMap<number, ProcessFacts>): boolean {
  const met = new Set<number>();
  for (let at: ProcessFacts | undefined = one; at && !met.has(at.pid); at = all.get(at.parent)) {
    if (at.parent === owner) return true;
    met.add(at.pid);
  }
  return false;
}

/** Init has many children: only those count that stand in a root, or were started by a shell that stood there. */
function worksIn(pid: number, roots: readonly string[]): boolean {
  const { PWD, OLDPWD } = environmentOf(pid) ?? {};
  const places = [folderOf(pid), PWD, OLDPWD];
  return places.some((place) => place && roots.some((root) => place === root || place.startsWith(`${root}/`)));
}

function folderOf(pid: number): string | null {
  return onSystemError("any", null, () => readlinkSync(`/proc/${pid}/cwd`));
}

function ancestorsIfAlive(pid: number): number[] {
  return onSystemError("any", [], () => ancestorsOf(pid));
}

function ticksNow(): number | null {
  const seconds = Number(readProc("uptime")?.split(" ")[0]);
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds * TICKS_A_SECOND) : null;
}

/** Those that live: what has ended and was not collected yet writes nothing. */
function processes(): Map<number, ProcessFacts> | null {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
  const found = new Map<number, ProcessFacts>();
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readProc(`${name}/stat`);
    if (stat === null) continue; // ended meanwhile
    // The command name may hold spaces and brackets; the fields follow its last bracket.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, bornAt] = [fields[0], Number(fields[1]), Number(fields[19])];
    if (state !== "Z" && state !== "X") found.set(Number(name), { pid: Number(name), parent, bornAt });
  }
  return found;
}

function readProc(name: string): string | null {
  if (process.platform !== "linux") return null;
  return onSystemError("any", null, () => readFileSync(`/proc/${name}`, "latin1"));
}
