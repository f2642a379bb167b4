/** What stands below the folders that a held command may write to and is not to be written, and sockets and pipes in the root. */
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { holdFolders, MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError, realFolder } from "@intentgate/world";
import { isEnvironment } from "../changes/environments.ts";
import { idleRules } from "../changes/idle-rules.ts";
import type { Looked } from "../plan/as-looked.ts";
import type { HeldPlaces } from "../plan/box-plan.ts";
import { ignoredKind, steersGit } from "../verdict/named-paths.ts";
import type { HeldScope } from "./held-folders.ts";
import { startsOthers } from "./starts-others.ts";

interface Folders {
  scope: readonly string[];
  output: readonly string[];
}

export type Guarded =
  /** `isKept`: what of the folders that it may write to is not to be written, also what is not there yet. */
  { can: true; places: HeldPlaces; isKept(path: string): boolean } | { can: false; why: string };

const MOST_ENTRIES = 400_000;
const MOST_PLACES = 1_000;

export function guardPlaces(root: string, folders: Folders, isControl: HeldScope["isControl"]): Guarded {
  const [guarded, masked]: [string[], string[]] = [[], []];
  const shared = createSharedFiles();
  let [seen, link]: [number, string | null] = [0, null];
  const others = startsOthers(root);
  const isKept = keptFrom(folders, isControl);
  const inScope = (path: string) => isIn(path, folders.scope);
  const parts = new Set<string>();
  const walk = (folder: string, isGuarded: boolean): void => {
    const isFree = !isGuarded && isWritten(folder, folders);
    for (const entry of entriesOf(join(root, folder))) {
      seen += 1;
      if (seen > MOST_ENTRIES) return;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (inScope(path) && entry.isDirectory()) others.noteFolder(path);
      if (inScope(path) && entry.isSymbolicLink()) others.noteLink(path);
      const isOthers = entry.isDirectory() && isIn(path, folders.output) && isEnvironment(join(root, path));
      const isNew = !isGuarded && (isOthers || isKept(path));
      if (entry.isSocket() || entry.isFIFO()) masked.push(join(root, path));
      else if (isNew) guarded.push(join(root, path));
      else if (!isGuarded && !isIn(path, [...parts]) && inScope(path) && others.isIt(path))
        parts.add(others.partOf(path));
      else if (isFree && entry.isFile()) shared.look(join(root, path));
      if (isNew && entry.isSymbolicLink()) link = path;
      if (entry.isDirectory()) walk(path, isGuarded || isNew);
    }
  };
  walk("", false);
  if (seen > MOST_ENTRIES) return { can: false, why: "the repository holds too many files to look at" };
  // What is put over a link lies over what it leads to, and the link can be replaced.
  if (link !== null)
    return { can: false, why: `${link} is a link, and what it leads to steers the gate, an agent or git` };
  const writes = [...folders.scope, ...folders.output].map((path) => join(root, path));
  const moved = writes.find((path) => realFolder(path) !== path);
  if (moved !== undefined) return { can: false, why: `${moved} is no folder, or is reached through a link` };
  const all = [...guarded, ...[...parts].map((path) => join(root, path)), ...shared.withNamesElsewhere()];
  const fixed = between(writes, all);
  if (all.length + masked.length + fixed.length > MOST_PLACES)
    return { can: false, why: "too many files are to be kept from it" };
  const looked = identities([...new Set([...writes, ...fixed, ...all])]);
  if (looked === null) return { can: false, why: "a folder of it is exchanged by another command just now" };
  return {
    can: true,
    places: { writes, guarded: all, fixed, masked, looked },
    isKept: (path) => (isKept(path) && !isIdle(path)) || (inScope(path) && others.isIt(path)),
  };

  function isIdle(path: string): boolean {
    if (!steersGit(path) || isControl(path)) return false;
    return isIn(dirname(path), folders.output) ? basename(path) === ".gitignore" : idleRules(root, [path]).has(path);
  }
}

/** Each through its folder, so that it is what lies at its path and not where a link leads. Null where one does not. */
function identities(paths: readonly string[]): Looked[] | null {
  const folders = holdFolders();
  try {
    return paths.map((path) => {
      const { dev, ino } = lstatSync(folders.of(dirname(path)).place(basename(path)));
      return { path, identity: `${dev}:${ino}` };
    });
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
    return null;
  } finally {
    folders.close();
  }
}

/** A file that has another name outside the folders that may be written is written there too. */
function createSharedFiles() {
  const found = new Map<string, { names: number; paths: string[] }>();
  return {
    look(path: string): void {
      const stat = onSystemError("any", undefined, () => lstatSync(path, { throwIfNoEntry: false }));
      if (stat === undefined || stat.nlink < 2) return;
      const key = `${stat.dev}:${stat.ino}`;
      const known = found.get(key) ?? { names: stat.nlink, paths: [] };
      known.paths.push(path);
      found.set(key, known);
    },
    withNamesElsewhere: () => [...found.values()].flatMap(({ names, paths }) => (paths.length < names ? paths : [])),
  };
}

/** From below the folder that may be written down to the one around what is guarded. */
function between(writes: readonly string[], guarded: readonly string[]): string[] {
  const free = new Set(writes);
  const found = new Set<string>();
  for (const path of guarded) {
    const above: string[] = [];
    let at = dirname(path);
    for (; at !== "/" && !free.has(at); at = dirname(at)) above.push(at);
    // One that lies beside all of them is read-only with the rest.
    if (at !== "/") for (const folder of above) found.add(folder);
  }
  return [...found];
}

function isIn(path: string, some: readonly string[]): boolean {
  return some.some((one) => `${path}/`.startsWith(`${one}/`));
}

function isWritten(folder: string, { scope, output }: Folders): boolean {
  return isIn(folder, scope) || isIn(folder, output);
}

function keptFrom(folders: Folders, isControl: HeldScope["isControl"]): (path: string) => boolean {
  return (path) =>
    (isWritten(path, folders) && (steersGit(path) || isControl(path))) ||
    (isIn(path, folders.output) && ignoredKind(path) !== "output");
}

/** Names that are no text are left out: no rule speaks of them. */
function entriesOf(folder: string): Dirent[] {
  const entries = onSystemError("any", [], () => readdirSync(folder, { withFileTypes: true }));
  return entries.filter(({ name }) => !name.includes("\ufffd"));
}
