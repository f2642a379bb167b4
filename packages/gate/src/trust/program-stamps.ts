/**
 * Whether the gate's own program changed while programs ran. It is not put back: a package manager that brings it up to
 * date does the same as somebody who replaces it, and half of the old version beside half of the new one is no program.
 */

import { createHash } from "node:crypto";
import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { ProgramStamps } from "@intentgate/sidecar";
import { codeOf } from "@intentgate/world";
import { entriesOf } from "./control-places.ts";

const MOST_FILES = 5_000;
const LONGEST = 64 * 1024;
const INSTALLED = ["bin", "dist", "package.json"].map((name) => `node_modules/intentgate/${name}`);

/** Of the program that runs, and of the one that a root has, or could be given, for itself. */
export function programStamps(root: string, running: readonly string[]): ProgramStamps {
  const installed = [...INSTALLED, "node_modules/.bin/intentgate"].map((path) => join(root, path));
  return stampsOf([...new Set([...running, ...installed])]);
}

export function changedPrograms(before: ProgramStamps): string[] {
  const now = stampsOf(Object.keys(before));
  return Object.keys(before).filter((place) => before[place] !== now[place]);
}

/** Everything that the program is made of, folders among it. */
export function programFiles(places: readonly string[]): string[] {
  const found: string[] = [];
  const open = places.toReversed();
  for (let path = open.pop(); path !== undefined && found.length < MOST_FILES; path = open.pop()) {
    found.push(path);
    lineOf(path, open);
  }
  return found;
}

function stampsOf(places: readonly string[]): ProgramStamps {
  return Object.fromEntries(places.map((place) => [place, stampOf(place)]));
}

function stampOf(place: string): string {
  const lines: string[] = [];
  const open = [place];
  for (let path = open.pop(); path !== undefined && lines.length < MOST_FILES; path = open.pop())
    lines.push(`${path.slice(place.length)}\0${lineOf(path, open)}`);
  const text = lines.join("\0");
  return text.length <= LONGEST ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** The time of the last change of state cannot be set: bytes that were swapped for as many others show all the same. */
function lineOf(path: string, open: string[]): string {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
    if (!stat.isDirectory()) return `${stat.ino} ${stat.size} ${stat.mode} ${stat.ctimeMs}`;
    const entries = entriesOf(path);
    if (entries === "closed") return "closed";
    open.push(...entries.map(({ name }) => join(path, name)).sort());
    return "folder";
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code;
  }
}
