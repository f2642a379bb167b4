/** Undo: a call of a person that puts back what other calls changed. Decided, locked and recorded like any other. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Blame, EVERY_RECORD, findRecords } from "@intentgate/blame";
import { changeEntry, type FormerEntry, removeEmpty } from "@intentgate/box";
import { ProblemError } from "@intentgate/documents";
import type { FileChange } from "@intentgate/engine";
import {
  changingCalls,
  type FolderChange,
  folderCalls,
  foldersOf,
  type GovernedRoot,
  keepFolders,
} from "@intentgate/sidecar";
import type { KnownRecord } from "@intentgate/trace";
import { findRepository, readEntry, withTargetLocks } from "@intentgate/world";
import type { Recorder } from "../calls/record.ts";
import { type Merged, mergeContents } from "./merge-contents.ts";
import { type Bringing, isPathInside, type OfferedMerge, type PlannedPath, planUndo } from "./plan-undo.ts";
import { foldFolders, planFolders, undoFolders } from "./undo-folders.ts";

export interface CreateUndoParts {
  root: GovernedRoot;
  blame(): Blame;
  record: Recorder;
  isControl(absolute: string): boolean;
  isSecret(root: string, relative: string): boolean;
  newId(): string;
}

/**
 * One call, with all records that it has in the ledger of this machine, in the order in which they were written. One that
 * changed folders only has none there: it is known by what is kept of those, as a record without files.
 */
export interface UndoneCall {
  id: string;
  records: readonly KnownRecord[];
}

/** A path, and what shall stand there. */
export interface ChosenPath extends Bringing {
  path: string;
  /** What stands there afterwards is what stood there before, and no merge. */
  isBack: boolean;
}

export interface UndoOutcome {
  /** Of the call that this was; null where nothing was put back. */
  id: string | null;
  back: string[];
  /** Folders that are as they were before. */
  folders: string[];
  left: { path: string; why: string }[];
}

export interface Undo {
  /** Of this machine, newest first; calls of people's own edits excepted, which have no id. */
  calls(isMeant: (record: KnownRecord) => boolean, most: number): UndoneCall[];
  plan(calls: readonly UndoneCall[]): PlannedPath[];
  /** Null where the file has no lines that could be merged. */
  merge(offer: OfferedMerge): Merged | null;
  apply(chosen: readonly ChosenPath[], call: { calls: readonly UndoneCall[]; by: string }): Promise<UndoOutcome>;
}

/** The tool that it is recorded under. */
export const UNDO = "undo";
const SESSION = "person";
/** Of the paths, in one row of the decision log. */
const LOGGED = 100;

export function createUndo(parts: CreateUndoParts): Undo {
  const { root } = parts;
  root.kept.prune();

  return {
    calls(isMeant, most) {
      const byCall = new Map<string, KnownRecord[]>();
      const reader = parts.blame().reader();
      const found = findRecords(reader, EVERY_RECORD, most, (one) => hasId(one) && isMeant(one));
      for (const one of found) {
        const id = one.source === "own" ? one.decision?.id : undefined;
        if (id !== undefined) byCall.set(id, [...(byCall.get(id) ?? []), one]);
      }
      const newest: UndoneCall[] = [...byCall].map(([id, records]) => ({ id, records })).reverse();
      for (const one of folderCalls(root.state).map(recordOf)) {
        if (!isMeant(one) || byCall.has(one.id)) continue;
        const older = newest.findIndex((call) => timeOf(call) < Date.parse(one.timestamp));
        newest.splice(older < 0 ? newest.length : older, 0, { id: one.id, records: [one] });
      }
      return newest.slice(0, most);
    },

    plan(calls) {
      const working = new Set(
        root.store.sessions
          .list()
          .flatMap(changingCalls)
          .flatMap(({ before }) => Object.keys(before)),
      );
      const folded = foldFolders(calls.map(({ id }) => foldersOf(root.state, id) ?? []));
      const made = new Set([...folded.values()].flatMap(({ path, before }) => (before === null ? [path] : [])));
      const files = planUndo(
        calls.toReversed().flatMap(({ records }) => records),
        {
          root: root.root,
          isControl: parts.isControl,
          isSecret: (path) => parts.isSecret(root.root, path),
          isAtWork: (absolute) => working.has(absolute),
          isMadeFolder: (path) => made.has(path),
          bytesOf: parts.blame().bytesOf,
          key: root.secretKey.read(),
        },
      );
      const leaving = files.flatMap(({ path, does }) => (does === "remove" ? [path] : []));
      const known = calls.flatMap(({ id }) => [foldersOf(root.state, id) ?? []]);
      return [...files, ...planFolders(root.root, known, isOpen, leaving)];
    },

    merge(offer) {
      mkdirSync(root.state, { recursive: true, mode: 0o700 });
      return mergeContents(offer, findRepository(root.root), root.state);
    },

    async apply(chosen, { calls, by }) {
      const id = parts.newId();
      const intents = new Set(calls.flatMap(({ records }) => records.map((one) => one.intent_id)));
      const [intent = null] = intents.size === 1 ? intents : [];
      const intentId = intent === "none" ? null : intent;
      const log = (phase: "received" | "done", decision: string, detail: Record<string, unknown>) =>
        root.store.decisions.append([
          { invocationId: id, phase, session: SESSION, tool: UNDO, intentId, ms: 0, decision, detail },
        ]);
      // What cannot be recorded does not happen.
      root.store.ledger.ready(SESSION);
      log("received", "asked", { by, calls: calls.map((one) => one.id).slice(0, LOGGED) });
      const places = chosen.map(({ path }) => join(root.root, path));
      const known = calls.map((one) => foldersOf(root.state, one.id));
      const { changes, left, folders } = await withTargetLocks(join(root.sidecar, "locks"), places, async () =>
        bring(chosen, known),
      );
      if (folders !== null) keepFolders(root.state, { id, tool: UNDO, intent: intentId, changes: folders });
      const putBack = new Set(chosen.filter(({ isBack }) => isBack).map(({ path }) => path));
      if (changes.length > 0)
        await parts.record(root, {
          session: SESSION,
          intentId,
          by: { entityType: "HUMAN" },
          tool: UNDO,
          changes,
          putBack,
          decision: { id, approval: "none", outcome: left.length === 0 ? "OK" : "FAILED" },
          isParsed: false,
        });
      const back = changes.map(({ relativePath }) => relativePath);
      const asBefore = (folders ?? []).map(({ path }) => path);
      const isDone = back.length + asBefore.length > 0;
      log("done", isDone ? "undone" : "failed", {
        put_back: [...back, ...asBefore].slice(0, LOGGED),
        ...(left.length > 0 ? { not_put_back: left.slice(0, LOGGED) } : {}),
      });
      return { id: isDone ? id : null, back, folders: asBefore, left };
    },
  };

  function isOpen(path: string): boolean {
    return isPathInside(path) && !parts.isControl(join(root.root, path));
  }

  /** Files that go, then folders, then files that come: one may stand in the place of the other. */
  function bring(chosen: readonly ChosenPath[], known: readonly (FolderChange[] | null)[]) {
    const changes: FileChange[] = [];
    const left: UndoOutcome["left"] = [];
    const isKnown = known.every((one) => one !== null);
    const folders = undoFolders(
      root.root,
      known.flatMap((one) => (one === null ? [] : [one])),
      isOpen,
    );
    const put = (one: ChosenPath) => {
      const absolute = join(root.root, one.path);
      const why = keepFirst(one) ?? changeEntry(absolute, one.now.stamp, one.entry);
      // Else it is known which of the folders were there before.
      if (why === null && one.entry === null && !isKnown) removeEmpty(dirname(absolute), root.root);
      if (why === null) changes.push(changeOf(one));
      else left.push({ path: one.path, why });
    };
    folders.open();
    for (const one of chosen) if (one.entry === null) put(one);
    folders.change();
    for (const one of chosen) if (one.entry !== null) put(one);
    const closed = folders.close();
    return { changes, left: [...left, ...closed.left], folders: isKnown ? closed.done : null };
  }

  /** What is displaced can be had again: else an undo could not be undone. */
  function keepFirst({ now }: ChosenPath): string | null {
    if (now.bytes.state !== "present" || now.hash === null) return null;
    try {
      root.kept.keep(now.hash, now.bytes.bytes);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return "what stands there could not be kept first";
    }
    return root.kept.find(now.hash) === null ? "what stands there could not be kept first" : null;
  }

  function changeOf({ path, now, entry }: ChosenPath): FileChange {
    const absolute = join(root.root, path);
    const mode = { before: now.stamp?.mode ?? null, after: readEntry(absolute).stamp?.mode ?? null };
    return {
      relativePath: path,
      absolute,
      root: root.root,
      movedFrom: null,
      before: now.bytes,
      after: entry === null ? { state: "absent" } : { state: "present", bytes: bytesOf(entry) },
      modeChanged: mode.before !== null && mode.after !== null && mode.before !== mode.after,
      modes: mode,
      predicted: true,
    };
  }
}

function bytesOf(entry: FormerEntry): Uint8Array {
  return entry.kind === "file" ? entry.bytes : Buffer.from(entry.target);
}

function recordOf({ id, tool, intent, at }: ReturnType<typeof folderCalls>[number]): KnownRecord {
  return {
    ...{ form: "full", id, timestamp: at.toISOString(), intent_id: intent, files: [], integrity: null },
    ...{ mutation_class: null, description: "", vcs: { revision_id: "unknown" } },
    decision: { id, tool, outcome: "OK", approval: "none" },
  };
}

function timeOf({ records }: UndoneCall): number {
  return Date.parse(records[0]?.timestamp ?? "");
}

/** What people wrote between calls is theirs to change, not the gate's to take back. */
function hasId({ decision }: KnownRecord): boolean {
  return decision !== null && decision.id !== "none" && decision.id !== "unknown";
}
