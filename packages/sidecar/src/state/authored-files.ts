/**
 * The files people author, and which of their bytes count. A change made while a call was running (by a program it
 * started) is held: what it widens does not count until a person accepts it with `intentgate trust`.
 */

import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import {
  ABSENT,
  appendLines,
  fileSize,
  identity,
  onSystemError,
  reading,
  readRegular,
  readTail,
  replaceFile,
} from "@intentgate/world";

export const authoredNames = ["active_intents.yaml", "policy.yaml", ".intentignore"] as const;
export type AuthoredName = (typeof authoredNames)[number];

export interface AuthoredFiles {
  path(name: AuthoredName): string;
  /** The text that stands there, null when the file is absent; on a branch without a sidecar the last accepted one. */
  current(name: AuthoredName): string | null;
  /** What is checked out has no sidecar: of each file that is absent the text last accepted counts. */
  isElsewhere(): boolean;
  /** The text a person last accepted; undefined where nothing was ever recorded. */
  accepted(name: AuthoredName): string | null | undefined;
  isHeld(name: AuthoredName): boolean;
  /** Changes when what is accepted, held or running may have changed; asked once for all files. */
  standing(): string;
  /** Changes when the file may have changed. */
  identity(name: AuthoredName): string;
  /** Whether what stands there counts as it is; if not, only what it narrows does. */
  counts(name: AuthoredName, always: boolean): boolean;
  /** What stands there now is a person's, unless a program is running: the baseline of the call that begins. */
  beforeCall(): AuthoredBefore;
  /** Said before the gate itself puts there what a program made: it is held whatever becomes of this process. */
  hold(names: readonly AuthoredName[], before: AuthoredBefore): void;
  /**
   * Holds what changed since `before` and was not written by the gate itself; returns the held names. What programs took
   * away and brought back, with nobody's hand in it meanwhile, is held no more: it is what a person accepted.
   */
  afterCall(before: AuthoredBefore): AuthoredName[];
  /** Told of every write of the gate's own, so that it is not mistaken for the agent's. */
  own: OwnWrites;
  accept(name: AuthoredName): void;
}

/** What stood there when a call began. Plain data: it is kept on disk while the call runs. */
export interface AuthoredBefore {
  at: number;
  texts: Record<AuthoredName, string | null>;
}

export interface AuthoredParts {
  places: Record<AuthoredName, string>;
  state: string;
  now(): Date;
  /** Since when programs have been running; null where none is. */
  runningSince(): number | null;
  /** Whether what is checked out has no intents file, so that nobody deleted it. */
  branchLacksIntents(): boolean;
}

/** No identity of a file, and never settled: nothing is kept under it. */
const ELSEWHERE = "elsewhere";

/**
 * `acceptedAt`: when a person said that this text is theirs; absent where it was taken over between two calls. `left`: the
 * text that programs left there last while it was held; absent where somebody else may have changed it since.
 */
interface Accepted {
  text: string | null;
  held: boolean;
  acceptedAt?: number;
  left?: string | null;
}

type Baseline = Record<string, Accepted>;

export function createAuthoredFiles({ places, state, now, runningSince, ...parts }: AuthoredParts): AuthoredFiles {
  const baselineFile = join(state, "accepted.json");
  const own = createOwnWrites(state, now);
  let cached: { identity: string; baseline: Baseline } | undefined;

  function baseline(): Baseline {
    const now = identity(baselineFile);
    if (cached?.identity !== now) {
      const text = now === ABSENT ? null : readIfThere(baselineFile);
      cached = { identity: now, baseline: text === null ? {} : (JSON.parse(text) as { files: Baseline }).files };
    }
    return cached.baseline;
  }

  function save(files: Baseline): void {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    replaceFile(baselineFile, JSON.stringify({ version: 1, files }), { mode: 0o600 });
  }

  /** While programs run, what differs from the baseline is theirs unless the gate wrote it. */
  function isTheirs(name: AuthoredName, text: string | null): boolean {
    const since = runningSince();
    const known = baseline()[name];
    if (since === null || !known || known.text === text) return false;
    return !own.lead(known.text, text, since);
  }

  /** After a program ran, the file may be closed to us, or be no file any more. */
  function readable<T>(name: AuthoredName, otherwise: T): string | null | T {
    try {
      return files.current(name);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return otherwise;
    }
  }

  const files: AuthoredFiles = {
    path: (name) => places[name],
    current: (name) => readIfThere(places[name]) ?? (files.isElsewhere() ? (files.accepted(name) ?? null) : null),
    isElsewhere() {
      const name = "active_intents.yaml";
      if (identity(places[name]) !== ABSENT || typeof files.accepted(name) !== "string") return false;
      return parts.branchLacksIntents();
    },
    accepted: (name) => baseline()[name]?.text,
    isHeld: (name) => baseline()[name]?.held ?? false,
    standing: () => `${identity(baselineFile)} ${runningSince() ?? ""}`,
    identity(name) {
      const found = identity(places[name]);
      return found === ABSENT && files.isElsewhere() ? ELSEWHERE : found;
    },
    counts(name, always) {
      if (files.isHeld(name)) return false;
      // Reading the file is dear on the way to every decision; it is only needed while programs run.
      if (runningSince() !== null && isTheirs(name, files.current(name))) return false;
      if (!always) return true;
      const [accepted, current] = [files.accepted(name), files.current(name)];
      // What the gate wrote on top of an accepted text (an approved expansion) needs no second acceptance.
      return accepted === current || (accepted !== undefined && own.lead(accepted, current, 0));
    },
    beforeCall() {
      const known = baseline();
      // One that is closed stands as it was accepted: what it holds when it can be read again is compared with that.
      const texts = Object.fromEntries(authoredNames.map((name) => [name, readable(name, known[name]?.text ?? null)]));
      const moved = authoredNames.filter(
        (name) => !known[name]?.held && known[name]?.text !== texts[name] && !isTheirs(name, texts[name] ?? null),
      );
      const next = moved.map(
        (name) => [name, { ...known[name], text: texts[name] ?? null, held: false, left: undefined }] as const,
      );
      if (moved.length > 0) save({ ...known, ...Object.fromEntries(next) });
      return { at: now().getTime(), texts: texts as AuthoredBefore["texts"] };
    },
    hold(names, { texts }) {
      const known = baseline();
      const fresh = names.filter((name) => !known[name]?.held);
      const ahead = fresh.map((name) => [name, { text: texts[name], held: true, left: texts[name] }] as const);
      if (fresh.length > 0) save({ ...known, ...Object.fromEntries(ahead) });
    },
    afterCall({ at, texts }) {
      const known = baseline();
      /** A person may have accepted another text while the call ran. */
      const from = (name: AuthoredName) => {
        const { text = null, acceptedAt = Number.NEGATIVE_INFINITY } = known[name] ?? {};
        return acceptedAt >= at ? text : texts[name];
      };
      const next: Baseline = { ...known };
      const held = authoredNames.filter((name) => {
        const [entry, text, stood] = [known[name], readable<undefined>(name, undefined), from(name) ?? null];
        const isTheirsAlone = entry?.left !== undefined && (texts[name] === entry.left || text === entry.left);
        if (entry && isTheirsAlone && text === entry.text) {
          if (entry.held) next[name] = { ...entry, held: false };
          return false;
        }
        if (text === stood || (text !== undefined && own.lead(stood, text, at))) return false;
        const left = entry?.held && !isTheirsAlone ? undefined : text;
        next[name] = entry?.held ? { ...entry, left } : { text: stood, held: true, left };
        return true;
      });
      if (authoredNames.some((name) => next[name] !== known[name])) save(next);
      return held;
    },
    own,
    accept(name) {
      const accepted = { text: files.current(name), held: false, acceptedAt: now().getTime() };
      save({ ...baseline(), [name]: accepted });
    },
  };
  return files;
}

function readIfThere(file: string): string | null {
  return reading(file, () => onSystemError(["ENOENT", "ENOTDIR"], null, () => readRegular(file).toString("utf8")));
}

interface OwnWrites {
  /** Said before the write, so that nobody meets the text without it. */
  add(from: string | null, to: string): void;
  /** True where the gate's own writes since then lead from one text to the other. */
  lead(from: string | null, to: string | null, since: number): boolean;
}

const MOST_BYTES = 256 * 1024;
const KEPT = 500;

/**
 * What the gate itself wrote into files that people author, as steps from one text to the next. A text counts as the
 * gate's own only where such steps lead to it from what stood there before: an old text brought back, or the gate's
 * edit of a text that a program had changed, is none.
 */
function createOwnWrites(state: string, now: () => Date): OwnWrites {
  const file = join(state, "own-writes");
  return {
    add(from, to) {
      mkdirSync(state, { recursive: true, mode: 0o700 });
      appendLines(file, [`${digest(from)} ${digest(to)} ${now().getTime()}`], { mode: 0o600 });
      if (fileSize(file) > MOST_BYTES) replaceFile(file, `${readTail(file, KEPT).join("\n")}\n`, { mode: 0o600 });
    },
    lead(from, to, since) {
      const wanted = digest(to);
      const reached = new Set([digest(from)]);
      const steps = readTail(file, KEPT).map((line) => line.split(" "));
      const fresh = steps.filter(([, , at]) => Number(at) >= since);
      for (let known = 0; known < reached.size; ) {
        known = reached.size;
        for (const [start = "", end = ""] of fresh) if (reached.has(start)) reached.add(end);
      }
      return reached.has(wanted);
    },
  };
}

/** No file and an empty one are the same here. */
function digest(text: string | null): string {
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}
