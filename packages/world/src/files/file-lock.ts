/** One holder at a time among all processes of this machine, and a dead holder does not hold. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError, problem } from "@intentgate/documents";
import { cannotRead, cannotWrite, codeOf } from "../errors/file-problem.ts";
import { createExclusive } from "./atomic-write.ts";
import { linkLock } from "./holder-files.ts";
import { removeLeftovers } from "./leftovers.ts";
import { describeHolder, type Holder, isGone, newHolder, readHolder } from "./lock-holder.ts";
import { makeFolder } from "./make-folder.ts";
import { readText } from "./read-regular.ts";

export interface LockOptions {
  waitMs?: number;
}

/** Dozens of processes may stand in line on a busy machine; a post-hook may take a little longer than this. */
const WAIT_MS = 25_000;
const LONGEST_PAUSE_MS = 40;
/** A lock nobody can read belongs to a writer that was cut off; a living one completes it within microseconds. */
const UNREADABLE_AFTER_MS = 10_000;
const MAX_DEAD_BREAKERS = 64;
const LOOKS_A_LIFE = 4;

/** Work that does not wait runs and releases without giving way to anything else in this process. */
export async function withFileLock<T>(
  lockPath: string,
  work: () => T | Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const release = tryFileLock(lockPath) ?? (await waitForLock(lockPath, options.waitMs ?? WAIT_MS));
  try {
    const result = work();
    return result instanceof Promise ? await result : result;
  } finally {
    release();
  }
}

/** For work that is no single function; whoever takes it must release it. */
async function takeFileLock(lockPath: string, options: LockOptions = {}): Promise<() => void> {
  return tryFileLock(lockPath) ?? (await waitForLock(lockPath, options.waitMs ?? WAIT_MS));
}

/** The way to release it, or null when a living process holds it. */
export function tryFileLock(lockPath: string): (() => void) | null {
  return create(lockPath) ?? createAfterBreaking(lockPath);
}

/** Looks before it tries: creating costs far more than reading, and many may be waiting. */
function createAfterBreaking(lockPath: string): (() => void) | null {
  return breakStale(lockPath) ? create(lockPath) : null;
}

function create(lockPath: string): (() => void) | null {
  const linked = linkLock(lockPath);
  if (linked === "held") return null;
  if (linked !== "none kept") return () => linked.release(() => removeOwn(lockPath, linked.token));
  const mine = newHolder();
  if (!createExclusive(lockPath, JSON.stringify(mine), 0o600)) return null;
  return () => removeOwn(lockPath, mine.token);
}

/** A person may have removed it by hand, and another may hold it since. */
function removeOwn(lockPath: string, token: string): void {
  if (readHolder(readText(lockPath) ?? "")?.token === token) removeIfThere(lockPath);
}

async function waitForLock(lockPath: string, waitMs: number): Promise<() => void> {
  const release = await freeLock(lockPath, waitMs);
  if (release) return release;
  const message = `waited ${waitMs} ms for the lock ${lockPath}, held by ${holderOf(lockPath)}`;
  const remedy = "Try again; if that process hangs, end it. A lock from another machine must be removed by hand.";
  throw new ProblemError([problem("CANNOT_WRITE", message, remedy, { file: lockPath })]);
}

function holderOf(lockPath: string): string {
  return describeHolder(readHolder(readText(lockPath) ?? ""));
}

/** Null when it was not free in time. */
async function freeLock(lockPath: string, waitMs: number): Promise<(() => void) | null> {
  const deadline = performance.now() + waitMs;
  let pause = 1;
  for (let look = 0; performance.now() < deadline; look++) {
    await sleep(pause * (0.5 + Math.random()));
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
    // Whether its holder lives costs more to find out than whether it is there, and many may be waiting.
    if (look % LOOKS_A_LIFE !== 0 && existsSync(lockPath)) continue;
    const release = createAfterBreaking(lockPath);
    if (release) return release;
  }
  return null;
}

/**
 * True when it is worth trying again. The right to remove one dead holder's lock goes, by exclusive creation of a file
 * named after that holder's token, to exactly one living process; so a lock taken since is never removed. A breaker
 * that dies leaves its file, and the next number counts.
 */
function breakStale(lockPath: string): boolean {
  const stale = staleName(lockPath);
  if (stale === null) return true;
  if (stale === "held") return false;
  for (let number = 0; number < MAX_DEAD_BREAKERS; number++) {
    const right = `${lockPath}.${stale.name}.${number}`;
    if (createExclusive(right, JSON.stringify(newHolder()), 0o600)) {
      const now = staleName(lockPath);
      if (now !== null && now !== "held" && now.name === stale.name) removeIfThere(lockPath);
      removeLeftovers(lockPath);
      removeSpentRights(lockPath);
      for (let done = 0; done <= number; done++) removeIfThere(`${lockPath}.${stale.name}.${done}`);
      return true;
    }
    const text = readText(right);
    if (text === null) return true;
    const breaker = readHolder(text);
    if (breaker === null || !isGone(breaker)) return false;
  }
  return false;
}

/** A token never comes back: once another lock stands here, or none, the right to remove the former is worth nothing. */
function removeSpentRights(lockPath: string): void {
  const start = `${basename(lockPath)}.`;
  for (const name of readdirSync(dirname(lockPath))) {
    const token = name.startsWith(start) ? /^([0-9a-f]{16})\.\d+$/.exec(name.slice(start.length))?.[1] : undefined;
    if (token === undefined || readHolder(readText(lockPath) ?? "")?.token === token) continue;
    removeIfThere(join(dirname(lockPath), name));
  }
}

/** What names this very lock, if nobody holds it any more; null when it is not there. */
function staleName(lockPath: string): { name: string } | "held" | null {
  const text = readText(lockPath);
  if (text === null) return null;
  const holder: Holder | null = readHolder(text);
  if (holder) return isGone(holder) ? { name: holder.token } : "held";
  try {
    const stat = statSync(lockPath, { bigint: true, throwIfNoEntry: false });
    if (!stat) return null;
    const age = Date.now() - Number(stat.mtimeMs);
    return age > UNREADABLE_AFTER_MS ? { name: `${stat.ino}-${stat.ctimeNs}` } : "held";
  } catch (error) {
    throw cannotRead(error, lockPath);
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw cannotWrite(error, path);
  }
}

/** One call at a time on one file, among all processes. Always in the same order, so that two calls on the same files never wait for each other. */
export async function withTargetLocks<T>(
  folder: string,
  targets: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  makeFolder(folder);
  const releases: (() => void)[] = [];
  try {
    for (const target of [...new Set(targets)].sort()) releases.push(await takeFileLock(join(folder, nameOf(target))));
    return await work();
  } finally {
    for (const release of releases.reverse()) release();
  }
}

/** The first of these files at which a call is that does not end in time, and whose it is; null when all are free. */
export async function busyTarget(
  folder: string,
  targets: readonly string[],
  waitMs: number,
): Promise<{ target: string; holder: string } | null> {
  for (const target of targets) {
    const lock = join(folder, nameOf(target));
    if (!existsSync(lock)) continue;
    const release = tryFileLock(lock) ?? (await freeLock(lock, waitMs));
    if (!release) return { target, holder: holderOf(lock) };
    release();
  }
  return null;
}

function nameOf(target: string): string {
  return `file-${createHash("sha256").update(target).digest("hex").slice(0, 32)}.lock`;
}
