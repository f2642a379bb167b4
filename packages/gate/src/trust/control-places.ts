/**
 * Where control files lie, or would lie, around one root: derived from the lists that decide about tool calls.
 * `.orchestration` is not among them: what people author there is held, and a foreign write to what the gate itself
 * writes there all the time (sessions, approvals, heads) cannot be told from its own.
 */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { agentSettings } from "@intentgate/policy";
import { codeOf, isNeverWalked, realFolder } from "@intentgate/world";
import { type ControlPlace, type List, takesAll } from "./control-place.ts";
import { controlRules, hostControls } from "./control-rules.ts";
import {
  type GitPlaces,
  isBareRepository,
  placesAtDotGit,
  placesInGit,
  placesOfRepository,
  steeringNames,
} from "./git-places.ts";

export interface FoundPlaces {
  places: ControlPlace[];
  /** False: the root has more folders than are looked into; those at its top are always among the places. */
  whole: boolean;
  /** Folders that could not be listed: what is in them is not known, which is not the same as not there. */
  closed: string[];
  /** Folders with more in them than is looked through. */
  cut: string[];
  /** Folders that git takes for a repository though they are not called so. */
  bare: string[];
}

const MOST_ENTRIES = 100_000;
const LONGEST_MS = 1_000;
/** Authored by people and held, not put back, where it counts: at the top. */
const HELD_AT_TOP = ".intentignore";
/** Written there by the gate, trusted handlers and abilities. */
const SYSTEM_OUTPUT = /^(logs|cache|implement)(\/|$)/;
/** Read as files; a folder of that name is somebody's Python. */
const ENVIRONMENT_FILE = /^\.env(\.|$)/;

const { inRoot: namesInRoot, inHome: namesInHome } = controlRules.names;
const rules = namesInRoot.map(({ path }) => path.split("/")).filter(([first = ""]) => !isNeverWalked(first));
const lastNames = new Set(rules.map((names) => names.at(-1)));
const prefixes = new Set(rules.flatMap((names) => names.slice(0, -1).map((_, at) => names.slice(0, at + 1).join("/"))));

/** `home` null: no home folder is looked at. */
export function controlPlaces(root: string, home: string | null): FoundPlaces {
  const closed: string[] = [];
  const listed = new Map<string, Dirent[]>();
  const list = (folder: string): Dirent[] => {
    const known = listed.get(folder);
    if (known) return known;
    const entries = entriesOf(folder);
    if (entries === "closed") closed.push(folder);
    const found = entries === "closed" ? [] : entries;
    listed.set(folder, found);
    return found;
  };
  const inRoot = placesInRoot(root, list);
  const inGit = placesOfRepository(root, list);
  const inHome = home === null ? [] : placesInHome(home, list);
  const places = [...inRoot.places, ...inGit.places, ...inHome];
  return { ...inRoot, places, closed, cut: [...inRoot.cut, ...inGit.cut] };
}

/**
 * What was looked at by others, in an earlier version, says nothing about the places it did not know. All of them, as
 * they are: to hash them takes longer than to write them down.
 */
export const listedNames = sortedLines([
  ...namesInRoot.map(({ path }) => path),
  ...namesInHome.map(({ path }) => path),
  ...steeringNames,
]);

/** Whether the places were the same, in whatever order they were written down. */
export function listsTheSame(names: string): boolean {
  return names === listedNames || sortedLines(names.split("\n")) === listedNames;
}

function sortedLines(names: readonly string[]): string {
  return names.toSorted().join("\n");
}

/** True for a path that `whole: false` says nothing about: those at the top are always looked at. */
export function isAtTop(relative: string): boolean {
  const [first = ""] = relative.toLowerCase().split("/");
  return first === ".git" || rules.some((names) => names[0] === first);
}

function placesInRoot(root: string, list: List): Pick<FoundPlaces, "places" | "whole" | "cut" | "bare"> {
  const places: ControlPlace[] = [];
  const cut: string[] = [];
  const bare: string[] = [];
  const take = (git: GitPlaces) => {
    places.push(...git.places);
    cut.push(...git.cut);
  };
  const folders: string[][] = [[]];
  const until = performance.now() + LONGEST_MS;
  let left = MOST_ENTRIES;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const atTop = folder.length === 0 || prefixes.has(folder.join("/").toLowerCase());
    if (!atTop && (left <= 0 || performance.now() > until)) return { places, whole: false, cut, bare };
    const soon: string[][] = [];
    const entries = list(join(root, ...folder));
    if (folder.length > 0 && isBareRepository(entries)) {
      bare.push(join(root, ...folder));
      take(placesInGit(join(root, ...folder), list));
    }
    for (const entry of entries) {
      left -= 1;
      const names = [...folder, entry.name];
      // The root's own folder is looked at wherever it lies; a file or a link in its place decides where that is.
      if (entry.name.toLowerCase() === ".git" && (folder.length > 0 || !entry.isDirectory()))
        take(placesAtDotGit(join(root, ...names), entry, list));
      const found = placeAt(root, names, entry);
      if (found) places.push(found);
      else if (entry.isDirectory() && !isNeverWalked(entry.name))
        (prefixes.has(entry.name.toLowerCase()) ? soon : folders).push(names);
    }
    folders.push(...soon); // looked into next: no budget may be used up before the places at the top are known
  }
  return { places, whole: true, cut, bare };
}

function placeAt(root: string, names: readonly string[], entry: Dirent): ControlPlace | null {
  const folded = entry.name.toLowerCase();
  const path = join(root, ...names);
  // A link in the place of `.vscode` would lead its settings elsewhere.
  if (entry.isSymbolicLink() && prefixes.has(folded)) return { path, takes: takesAll };
  if (!lastNames.has(folded)) return null;
  const rule = rules.find((each) => each.every((name, at) => names.at(at - each.length)?.toLowerCase() === name));
  if (!rule || (names.length === 1 && folded === HELD_AT_TOP)) return null;
  if (ENVIRONMENT_FILE.test(folded)) return { path, takes: takesItself };
  return { path, takes: folded === ".system" ? (inside) => !SYSTEM_OUTPUT.test(inside) : takesAll };
}

function takesItself(inside: string): boolean {
  return inside === "";
}

/** Hosts keep sessions, logs and caches beside their settings; only what decides or runs counts. */
const settingsBeginWith = ["settings", "config", "hooks", "mcp", "tasks", "keybindings"].concat(
  hostControls.flatMap((host) => host.settingsBeginWith),
);
const HOST_FILES = new RegExp(`^(\\.env|(${settingsBeginWith.join("|")})[\\w.-]{0,40}\\.(jsonc?|toml|ya?ml))$`, "i");
const HOST_FOLDERS = /^(hooks|plugin|plugins|rules)$/i;
const hostPlaces = new Set(namesInHome.filter(({ why }) => why === agentSettings).map(({ path }) => path));
/** Shells write these for themselves. */
const SHELL_OUTPUT = /history|compdump|^fish_variables/i;
/** What hosts rewrite by themselves: putting it back would take their work away. */
const HOSTS_OWN: ReadonlySet<string> = new Set(hostControls.flatMap((host) => host.rewrittenInHome));

function placesInHome(home: string, list: List): ControlPlace[] {
  return namesInHome.flatMap(({ path }) => {
    if (HOSTS_OWN.has(path)) return [];
    return inAnyCase(home, path.split("/"), list).map((found) => ({ path: found, takes: takesOf(path) }));
  });
}

function takesOf(place: string): (inside: string) => boolean {
  if (place.endsWith("/plugins")) return takesAll;
  if (ENVIRONMENT_FILE.test(place)) return takesItself;
  if (!hostPlaces.has(place)) return (inside) => !SHELL_OUTPUT.test(inside.slice(inside.lastIndexOf("/") + 1));
  return (inside) => {
    if (inside === "") return true;
    const [first = "", second] = inside.split("/");
    if (HOSTS_OWN.has(`${place}/${first}`)) return false;
    return HOST_FOLDERS.test(first) || (second === undefined && HOST_FILES.test(first));
  };
}

/** The lists are written in lower case, folders such as `.config/Code/User` are not. */
function inAnyCase(folder: string, names: readonly string[], list: List): string[] {
  const [first, ...rest] = names;
  if (first === undefined) return [folder];
  const found = list(folder).filter((entry) => entry.name.toLowerCase() === first);
  return found.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (rest.length === 0) return [path];
    const real = realFolder(path);
    return real === null ? [] : inAnyCase(real, rest, list);
  });
}

/** Nothing only where there certainly is nothing. */
export function entriesOf(folder: string): Dirent[] | "closed" {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? [] : "closed";
  }
}
