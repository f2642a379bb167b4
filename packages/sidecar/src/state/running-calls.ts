/**
 * What stood before a call that runs programs, kept outside the workspace until the call is over, and longer where a
 * process it started lives on: a program that kills the gate, or works while another call is decided, gains nothing by it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type CallBirth, isAlive, onSystemError, replaceFile } from "@intentgate/world";
import type { AuthoredBefore } from "./authored-files.ts";
import { formatLook, parseLook, type RootLook } from "./kept-look.ts";

/** Path relative to the root, or absolute where it lies elsewhere → what stands there. Plain data: it is kept on disk. */
export type ControlState = Record<string, ControlEntry>;

export type ControlEntry =
  | { kind: "file"; mode: number; bytes: string }
  | { kind: "link"; target: string }
  /** Too large to be kept: only its identity is known. */
  | { kind: "large"; identity: string }
  /** A place with more than is kept, or that may not be read: nothing follows from what is not known of it. */
  | { kind: "cut" }
  /** A folder of the tree that could not be listed; no control place by itself. */
  | { kind: "closed" }
  /** A folder that git takes for a repository whatever its name. */
  | { kind: "repository" }
  | { kind: "looked"; home: string | null; lists: string; scripts: readonly string[]; programs: ProgramStamps };

/** Place → what stands there and below it, or a hash of that where it is long. Plain data: it is kept on disk. */
export type ProgramStamps = Record<string, string>;

export interface RunningCall {
  invocationId: string;
  session: string;
  model: string;
  tool: string;
  intentId: string | null;
  at: string;
  authored: AuthoredBefore;
  control: ControlState;
  birth: CallBirth;
  /** What its session may change: ignored files that these globs name are looked at too. */
  globs: string[];
  /** Calls that ran when it began. */
  beside: string[];
  /** False: it ended, and looking at what it did failed. */
  wasLookedAt: boolean;
}

/** `look` is null where it could not be read back: then nothing is known of what stood there. */
export interface KeptCall {
  call: RunningCall;
  look: RootLook | null;
}

export interface RunningCalls {
  keep(call: RunningCall, look: RootLook, pid: number, pidStartedAt: string): void;
  /** The call is over and processes it started are not: from here on, this is what stood before their next doings. */
  leave(call: RunningCall, look: RootLook): void;
  find(invocationId: string): KeptCall | null;
  /** When it began; null where no such call runs. */
  beganAt(invocationId: string): number | null;
  forget(invocationId: string): void;
  /** Since when programs have been running, those that were left behind included; null where none is. */
  since(): number | null;
  /** The other calls whose programs run or were left behind. */
  others(invocationId: string): { invocationId: string; isLeft: boolean }[];
  /** Calls whose process is gone, or that began longer ago than any call takes. */
  dead(): KeptCall[];
  /** Calls that are over while processes they started may not be. */
  left(): (KeptCall & { isOld: boolean })[];
}

/** The name tells what every call needs to know: `<began>.<pid>.<pid's start>.<invocation>.<json or left>`. */
const NAME = /^(\d+)\.(\d+)\.(\d*)\.([A-Za-z0-9-]+)\.(json|left)$/;

/** What a call that an earlier version kept does not say. */
const unsaid: Pick<RunningCall, "birth" | "globs" | "beside" | "wasLookedAt"> = {
  birth: { ticks: null, owner: 0, above: [] },
  globs: [],
  beside: [],
  wasLookedAt: true,
};

/** A host that never says how a call ended must not keep people's edits from counting for ever. */
const LONGEST_MS = 60 * 60_000;

export function createRunningCalls(state: string, now: () => Date): RunningCalls {
  const folder = join(state, "running");
  const lookFile = (invocationId: string) => join(folder, `${invocationId}.look`);

  function entries() {
    return names(folder).flatMap((name) => {
      const found = NAME.exec(name);
      if (!found) return [];
      const [, began, pid, started, id = "", state] = found;
      const isLeft = state === "left";
      return [{ name, began: Number(began), pid: Number(pid), started: started || null, id, isLeft }];
    });
  }
  const isOld = (began: number) => now().getTime() - began > LONGEST_MS;

  function read({ name, id }: { name: string; id: string }): KeptCall {
    const known = JSON.parse(readFileSync(join(folder, name), "utf8")) as RunningCall;
    return { call: { ...unsaid, ...known }, look: readLook(lookFile(id)) };
  }

  /** The look first: a call that seems to run must have one. */
  function write(name: string, call: RunningCall, look: RootLook): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    replaceFile(lookFile(call.invocationId), formatLook(look), { mode: 0o600 });
    replaceFile(join(folder, name), JSON.stringify(call), { mode: 0o600 });
  }

  return {
    keep(call, look, pid, pidStartedAt) {
      const started = /^\d+$/.test(pidStartedAt) ? pidStartedAt : "";
      write(`${call.authored.at}.${pid}.${started}.${call.invocationId}.json`, call, look);
    },
    leave(call, look) {
      const known = entries().filter(({ id }) => id === call.invocationId);
      const began = Math.min(call.authored.at, ...known.map((entry) => entry.began));
      write(`${began}.0..${call.invocationId}.left`, call, look);
      for (const { name, isLeft } of known) if (!isLeft) rmSync(join(folder, name), { force: true });
    },
    find(invocationId) {
      const entry = entries().find(({ id }) => id === invocationId);
      return entry ? read(entry) : null;
    },
    beganAt: (invocationId) => entries().find(({ id }) => id === invocationId)?.began ?? null,
    forget(invocationId) {
      for (const { name, id } of entries()) if (id === invocationId) rmSync(join(folder, name), { force: true });
      rmSync(lookFile(invocationId), { force: true });
    },
    since() {
      const began = entries().map((entry) => entry.began);
      return began.length === 0 ? null : Math.min(...began);
    },
    others: (invocationId) =>
      entries().flatMap(({ id, isLeft }) => (id === invocationId ? [] : [{ invocationId: id, isLeft }])),
    dead: () =>
      entries()
        .filter(({ pid, started, began, isLeft }) => !isLeft && (!isAlive(pid, started) || isOld(began)))
        .map(read),
    left: () =>
      entries()
        .filter(({ isLeft }) => isLeft)
        .map((entry) => ({ ...read(entry), isOld: isOld(entry.began) })),
  };
}

function readLook(file: string): RootLook | null {
  return onSystemError("any", null, () => parseLook(readFileSync(file, "utf8")));
}

/** Asked several times on the way to every decision, and nearly always there is nothing. */
function names(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
}
