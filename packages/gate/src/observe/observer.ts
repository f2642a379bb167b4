/** Keeps what stood before a call and tells afterwards what really changed. */
import { lstatSync } from "node:fs";
import { changedPaths, type FileChange, type HookContext } from "@intentgate/engine";
import type { KeptBytes, RootLook } from "@intentgate/sidecar";
import {
  CLOSED,
  type FileReading,
  isLink,
  permissionsOf,
  type Repository,
  readAfterwards,
  stampAt,
} from "@intentgate/world";
import { announcedBy, namesBelow, withMoves } from "./announced.ts";
import { createFileMemory } from "./file-memory.ts";
import type { BeforeCall, Observations, Observed } from "./observed.ts";
import { type ChangedEntry, changesSince } from "./root-changes.ts";
import { createRootEye, type LookOptions, type RootEye } from "./root-look.ts";

export interface ObservedRoot {
  root: string;
  kept: KeptBytes;
  repository: Repository | null;
  /** Where it is remembered what was read of the root's files. */
  memoryFile: string;
  /** Folders in which git's rules do not count. */
  doubted(): ReadonlySet<string>;
}

export interface ObserverParts {
  roots: readonly ObservedRoot[];
  /** A file as it stands now; throws where it is closed to us. */
  read(absolute: string): FileReading;
  cacheLimit(): number;
  relative(absolute: string): { root: string; relative: string } | null;
  isSecret(root: string, relative: string): boolean;
  isControl(absolute: string): boolean;
  fileLimit(root: string): number;
  mayPutBack(root: string): boolean;
}

/** What the session of a call may change in a root. */
export interface CallScope {
  globs(root: string): readonly string[];
  covers(root: string, relative: string): boolean;
}

const REGULAR = 0o100000;
/** The gate writes it while programs run; what a program wrote there was put back before anybody looks here. */
const LESSONS = "AGENT.md";
/** The gate, trusted handlers and abilities write there at any time. */
const SYSTEM_OUTPUT = /^\.system\/(logs|cache|implement)\//;

export function createObserver(parts: ObserverParts) {
  const eyes = new Map(parts.roots.map((one) => [one.root, { ...one, eye: eyeFor(one) }]));

  function eyeFor({ root, kept, repository, memoryFile, doubted }: ObservedRoot): RootEye {
    return createRootEye({
      root,
      repository,
      cache: kept,
      memory: createFileMemory(memoryFile),
      doubted,
      cacheLimit: parts.cacheLimit,
      isSecret: (path) => parts.isSecret(root, path),
      now: Date.now,
    });
  }

  function optionsFor(root: string, globs: readonly string[]): LookOptions {
    const reaches = (folder: string) => globs.some((glob) => namesBelow(glob, folder));
    return { limit: parts.fileLimit(root), reaches, mustBeSure: parts.mayPutBack(root) };
  }

  function look(root: string, globs: readonly string[]): RootLook {
    const found = eyes.get(root);
    if (!found) throw new Error(`${root} is not observed`);
    return found.eye.look(optionsFor(root, globs));
  }

  /** What changed in one root since a look; of ignored files only those that matter. */
  function since(root: string, before: RootLook, globs: readonly string[], matters: (path: string) => boolean) {
    const found = eyes.get(root);
    if (!found) throw new Error(`${root} is not observed`);
    const options = { ...optionsFor(root, globs), matters };
    const { entries, ...rest } = changesSince(before, { ...found, cache: found.kept }, options);
    return { entries: entries.filter(({ path }) => path !== LESSONS && !SYSTEM_OUTPUT.test(path)), ...rest };
  }

  return {
    look,
    since,

    /** Reads the files the call announced; where programs run, also how the whole tree stands. */
    before(context: HookContext, scope: CallScope): BeforeCall {
      const files: BeforeCall["files"] = new Map();
      for (const absolute of [
        ...changedPaths(context.effects).map((path) => path.absolute),
        ...droppedFiles(context),
      ]) {
        const reading = parts.read(absolute);
        files.set(absolute, reading);
        const place = parts.relative(absolute);
        const isKept = place && !parts.isSecret(place.root, place.relative);
        if (isKept && reading.hash && reading.bytes.state === "present")
          eyes.get(place.root)?.kept.keep(reading.hash, reading.bytes.bytes);
      }
      if (!mayTouchAnything(context)) return { files, looks: new Map() };
      const { globs } = announcedBy(context.effects);
      const looks = parts.roots.map(({ root }) => [root, look(root, [...globs, ...scope.globs(root)])] as const);
      return { files, looks: new Map(looks) };
    },

    /** What stands there now although no call has run since: read again only where it may have changed. */
    still(before: BeforeCall): BeforeCall["files"] {
      return new Map([...before.files].map(([absolute, known]) => [absolute, readAfterwards(absolute, known)]));
    },

    /** What stands in the announced files at this moment. */
    now(before: BeforeCall): BeforeCall["files"] {
      return new Map([...before.files.keys()].map((absolute) => [absolute, readAfterwards(absolute)]));
    },

    after(context: HookContext, before: BeforeCall, after: BeforeCall["files"] | null, scope: CallScope): Observations {
      const announced = announcedBy(context.effects);
      const named = announcedChanges(context, before, after, parts.relative);
      const unseen = [...named.unseen];
      const found = [...before.looks].flatMap(([root, then]) => {
        const isOwn = (absolute: string, relative: string) =>
          announced.covers(absolute, relative) && !parts.isControl(absolute);
        const changes = since(root, then, [...announced.globs, ...scope.globs(root)], (path) => {
          const absolute = `${root}/${path}`;
          return isOwn(absolute, path) || parts.isControl(absolute) || scope.covers(root, path);
        });
        unseen.push(...changes.unseen);
        // What was read of the files that the call named says nothing of links.
        const rest = changes.entries.filter(
          ({ path, was, now }) => !before.files.has(`${root}/${path}`) || (was.link ?? now.link) !== null,
        );
        return withMoves(
          rest.map((entry) => {
            const absolute = `${root}/${entry.path}`;
            return observedOf(root, entry, before.files.has(absolute) || isOwn(absolute, entry.path));
          }),
          announced.movedFrom,
        );
      });
      return { all: withLinks(named.all, found), unseen };
    },
  };
}

export type Observer = ReturnType<typeof createObserver>;

export function observedOf(root: string, { path, was, now }: ChangedEntry, predicted: boolean): Observed {
  const change: FileChange = {
    relativePath: path,
    absolute: `${root}/${path}`,
    root,
    movedFrom: null,
    before: was.bytes,
    after: now.bytes,
    modeChanged: was.stamp !== null && now.stamp !== null && permissionsOf(was.stamp) !== permissionsOf(now.stamp),
    modes: { before: was.stamp?.mode ?? null, after: now.stamp?.mode ?? null },
    predicted,
  };
  return { change, found: { was, stamp: now.stamp } };
}

/** Their bytes may be others than those that git has for them, and a look around the call would take its word. */
function droppedFiles({ effects }: HookContext): string[] {
  const drops = effects.list.flatMap((effect) => (effect.kind === "git_tree" ? effect.drops : []));
  return drops.filter((path) => !isFolder(path));
}

function isLinkAt(path: string): boolean {
  const stamp = stampAt(path);
  return stamp !== null && isLink(stamp);
}

/** A path that was named and had a link is in both: what moved there put the link away, anything else is told by it. */
function withLinks(named: readonly Observed[], found: readonly Observed[]): Observed[] {
  const byPath = new Map(found.map((one) => [one.change.absolute, one.change]));
  const moved = named.flatMap((one): Observed[] => {
    const link = byPath.get(one.change.absolute);
    if (link === undefined) return [one];
    if (one.change.movedFrom === null) return [];
    byPath.delete(one.change.absolute);
    const displaced = { bytes: link.before, mode: link.modes?.before ?? null };
    return [{ ...one, change: { ...one.change, displaced } }];
  });
  return [...moved, ...found.filter(({ change }) => byPath.has(change.absolute))];
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Programs may, whatever was read out of their words. */
function mayTouchAnything({ details, effects }: HookContext): boolean {
  if (details.kindOfRun.kind === "read-only" || details.kindOfRun.kind === "rehearsed") return false; // it is told exactly
  if (details.runs === "programs") return true;
  if (changedPaths(effects).some(({ absolute }) => isLinkAt(absolute))) return true;
  return effects.list.some((effect) => {
    // What comes with a folder is not named by whoever moves it.
    if (effect.kind === "move") return isFolder(effect.from.absolute);
    return effect.kind === "write_below" || effect.kind === "unknown";
  });
}

/** What a call did to the files it named, and which of its changes are two ends of one move. */
function announcedChanges(
  context: HookContext,
  before: BeforeCall,
  after: BeforeCall["files"] | null,
  placeOf: (absolute: string) => { root: string; relative: string } | null,
): Observations {
  const moves = new Map(
    context.effects.list.flatMap((effect) => {
      if (effect.kind !== "move") return [];
      const [from, to] = [effect.from.absolute, effect.to.absolute];
      // A record belongs to one root: from another one a file goes there, and comes here.
      return placeOf(from)?.root === placeOf(to)?.root ? [[to, from] as const] : [];
    }),
  );
  const movedAway = new Set(moves.values());
  const changes: Observed[] = [];
  const unseen: string[] = [];
  for (const [absolute, then] of before.files) {
    const place = placeOf(absolute);
    if (!place) continue; // scratch: not code of the workspace
    const now = after?.get(absolute) ?? readAfterwards(absolute);
    if (now === CLOSED && stampAt(absolute) === null) {
      unseen.push(`${place.relative} can not be read`);
      continue;
    }
    const modeChanged = then.mode !== null && now.mode !== null && then.mode !== now.mode;
    if (then.hash === now.hash && !modeChanged && now !== CLOSED) continue;
    const from = moves.get(absolute);
    const source = from === undefined ? undefined : before.files.get(from);
    if (movedAway.has(absolute) && now.hash === null && wasMoved(moves, absolute)) continue;
    const change: FileChange = {
      relativePath: place.relative,
      absolute,
      root: place.root,
      movedFrom: from === undefined ? null : (placeOf(from)?.relative ?? null),
      before: source ? source.bytes : then.bytes,
      after: now.bytes,
      modeChanged,
      modes: { before: fileMode((source ?? then).mode), after: fileMode(now.mode) },
      ...(source && then.bytes.state !== "absent"
        ? { displaced: { bytes: then.bytes, mode: fileMode(then.mode) } }
        : {}),
      predicted: true,
    };
    changes.push({ change, found: null });
  }
  return { all: changes, unseen };
}

/** Kind and permissions of a plain file, from its permissions. */
export function fileMode(permissions: number | null): number | null {
  return permissions === null ? null : REGULAR | permissions;
}

/** The old end of a move is told by the record of its new end, once the new end is there. */
function wasMoved(moves: ReadonlyMap<string, string>, from: string): boolean {
  return [...moves].some(([to, source]) => source === from && readAfterwards(to).hash !== null);
}
