/**
 * What mounts cannot do, done from outside while the floor stands: a file that was replaced is held anew, and one that
 * was not there and would steer something is taken away as soon as it comes.
 *
 * A folder above what is not there is held by nobody: where a link leads on, the link is taken, and not what it leads to.
 */
import { type FSWatcher, lstatSync, readdirSync, readlinkSync, symlinkSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setAside } from "@intentgate/box";
import { visibleText } from "@intentgate/documents";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError, realFolder } from "@intentgate/world";
import type { FloorPlaces } from "./floor-places.ts";

export interface GuardParts {
  places: Pick<FloorPlaces, "held" | "fixed" | "absent" | "absentInGit" | "mixed" | "links" | "come">;
  /** Where what is taken away comes to lie. */
  quarantine: string;
  /** False where it cannot be held any more. */
  layAgain(paths: readonly string[]): boolean;
  tell(text: string): void;
  /** The floor does not hold any more: what stands on it has to end. */
  end(why: string): void;
}

export interface Guard {
  look(): void;
  /** Once what stood there has ended: also what came to lie deeper than anybody watches. */
  sweep(): void;
  stop(): void;
}

const LOOK_MS = 200;
/** Whoever tries so often is not mistaken. */
const MOST_TAKEN = 20;

export function guardFloor({ places, quarantine, layAgain, tell, end }: GuardParts): Guard {
  const known = new Map([...places.held, ...places.fixed].map((path) => [path, identityOf(path)]));
  const fixed = new Set(places.fixed);
  // Links that are there now are the person's own.
  const absent = new Set(places.absent.map(throughLinks));
  const absentInGit = places.absentInGit.map(throughLinks);
  const links = new Map(places.links.map((path) => [throughLinks(path), targetOf(path)]));
  const settings = new Map(places.mixed.map(({ folder }) => [folder, new Set(namesIn(folder))]));
  let taken = 0;

  function look(): void {
    const moved: string[] = [];
    for (const [path, before] of known) {
      const now = identityOf(path);
      if (now === before) continue;
      if (fixed.has(path)) {
        end(`${visibleText(path)} is no longer the folder that it was`);
        return;
      }
      known.set(path, now);
      if (now === "") {
        known.delete(path);
        absent.add(path);
      } else moved.push(path);
    }
    if (moved.length > 0) holdAnew(moved);
    for (const path of absentInGit) {
      if (!take(path)) continue;
      end(`${visibleText(path)} came to lie there, which git would obey`);
      return;
    }
    for (const path of absent) take(path);
    for (const { folder, isSettings } of places.mixed)
      for (const name of namesIn(folder))
        if (isSettings(name) && !settings.get(folder)?.has(name)) take(join(folder, name));
    for (const [path, target] of links) {
      if (targetOf(path) === target) continue;
      take(path);
      if (target !== null) linkAgain(path, target);
    }
    if (taken > MOST_TAKEN) end("again and again files came to lie where they would steer agents, git or a shell");
  }

  function holdAnew(paths: readonly string[]): void {
    if (paths.some((path) => targetOf(path) !== null) || !layAgain(paths))
      end(`${listed(paths)} was replaced and cannot be held any more`);
    else tell(heldAnewLine(paths));
  }

  /** Whether there was something to take. */
  function take(path: string): boolean {
    if (identityOf(path) === "") return false;
    taken += 1;
    const there = linkAbove(path) ?? path;
    const place = join(quarantine, `${taken}-${basename(there)}`);
    const held = [...known.keys()].filter((one) => identityOf(one) !== "");
    // What could not be taken yet is found again.
    if (!setAside(there, place)) return true;
    tell(takenLine(there, place));
    const lost = held.find((one) => identityOf(one) === "");
    if (lost !== undefined) end(`${visibleText(lost)} went with ${visibleText(there)}, which was taken away`);
    return true;
  }

  let isDue = false;
  const soon = () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      look();
    });
  };
  const folders = new Set([...known.keys(), ...absent, ...absentInGit, ...links.keys()].map((path) => dirname(path)));
  for (const { folder } of places.mixed) folders.add(folder);
  const watchers = [...folders].flatMap((folder) => watched(folder, soon));
  const timer = setInterval(look, LOOK_MS);
  return {
    look,
    sweep() {
      look();
      for (const path of places.come()) take(path);
    },
    stop() {
      clearInterval(timer);
      for (const one of watchers) one.close();
    },
  };
}

/** An agent may have chosen the name. */
export function takenLine(path: string, place: string): string {
  return `taken away, as it would steer agents, git or a shell: ${visibleText(path)}; it lies in ${visibleText(place)}`;
}

export function heldAnewLine(paths: readonly string[]): string {
  return `replaced while an agent is on the floor, and held as it is now: ${listed(paths)}`;
}

function listed(paths: readonly string[]): string {
  return paths.map(visibleText).join(", ");
}

/** The timer looks where the system has no watch left for us. */
function watched(folder: string, onChange: () => void): FSWatcher[] {
  return onSystemError("any", [], () => [watch(folder, { persistent: false }, onChange).on("error", () => undefined)]);
}

/** Empty where nothing is there. The number of a file that is gone is soon another's. */
function identityOf(path: string): string {
  return onSystemError("any", "", () => {
    const { dev, ino, birthtimeMs } = lstatSync(path);
    return `${dev}:${ino}:${birthtimeMs}`;
  });
}

/** The last name stays as it is. */
function throughLinks(path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  return join(realFolder(folder) ?? throughLinks(folder), basename(path));
}

/** The first link on the way to a path that had none. */
function linkAbove(path: string): string | null {
  const folder = dirname(path);
  if (folder === path) return null;
  return linkAbove(folder) ?? (targetOf(folder) === null ? null : folder);
}

function linkAgain(path: string, target: string): void {
  try {
    const folder = holdFolder(dirname(path));
    try {
      symlinkSync(target, folder.place(basename(path)));
    } finally {
      folder.close();
    }
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
  }
}

function targetOf(path: string): string | null {
  return onSystemError("any", null, () => readlinkSync(path));
}

function namesIn(folder: string): string[] {
  return onSystemError("any", [], () => readdirSync(folder));
}
