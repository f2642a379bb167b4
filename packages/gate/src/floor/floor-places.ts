/** What the floor below an agent holds: everything that steers the gate, an agent, git or a shell, as it lies here. */
import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hosts } from "@intentgate/hosts";
import { findRepository, hooksFolders, isRealFolder, onSystemError } from "@intentgate/world";
import { controlPlaces } from "../trust/control-places.ts";
import { controlRules, hostControls } from "../trust/control-rules.ts";

export interface FloorPlaces {
  /** There, and read-only with all below. */
  held: string[];
  /** Below those, and written by programs all the time. */
  free: string[];
  /** Folders that stay where they are. */
  fixed: string[];
  /** Folders that are not there: an empty one stands in for the time. */
  vacant: string[];
  /** Files that are not there, and may not come. */
  absent: string[];
  /** Files that are not there in git's own folder, and may not come: there they run code at once. */
  absentInGit: string[];
  /** Folders of agents' own in which settings lie beside other things, and which of their entries are settings. */
  mixed: Mixed[];
  /** A link is no place to lay anything on: only what it leads to is held. */
  links: string[];
  /** Deeper in the root, and not there when this was asked: nobody can watch every folder. */
  come(): string[];
}

export interface Mixed {
  folder: string;
  isSettings(name: string): boolean;
}

export interface FloorAsked {
  /** Canonical. */
  root: string;
  home: string;
  /** Of the root, and of the one that it shares its rules with. */
  sidecars: readonly string[];
  /** The gate's own program. */
  programs: readonly string[];
  /** The name of the host that is started; null for any other program. */
  host: string | null;
}

/** A folder of that name is no settings file. */
const FILE = /\.(jsonc?|toml|ya?ml|local)$/;
const SYSTEM_OUTPUT = ["logs", "cache", "implement"];
/** Git's, and what the gate writes by itself. */
const WRITTEN_HERE = /^(\.git|git~1|agent\.md)$/;
/** In the folder of any repository below the root. */
const FOR_GIT_ALONE = /\/\.git\/(commondir|config\.worktree)$/;
/** Code that runs in an agent, wherever it keeps it. */
const MODS = /^(plugins?|extensions|mods|dev-mods|hooks|rules)$/i;

export function floorPlaces({ root, home, sidecars, programs, host }: FloorAsked): FloorPlaces {
  const found: FloorPlaces = {
    ...{ held: [], free: [], fixed: [root], vacant: [], absent: [], absentInGit: [], mixed: [], links: [], come },
  };
  const hold = (path: string) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) found.links.push(path);
    if (stat && existsSync(path)) found.held.push(realpathSync(path));
  };
  const own = hosts.find(({ name }) => name === host)?.control.inHome ?? [];
  const before = new Set(deepIn(root));
  function come(): string[] {
    const known = [...before, ...found.held, ...found.vacant, ...found.absent, ...found.fixed];
    return deepIn(root).filter((path) => !known.includes(path));
  }
  for (const place of controlPlaces(root, home).places) {
    const { path, takes } = place;
    if (!isThere(path)) {
      if (FOR_GIT_ALONE.test(path)) found.absentInGit.push(path);
      // Git runs what comes to lie there.
      if (basename(path) === "hooks" && isRealFolder(dirname(path))) found.vacant.push(path);
    } else if (!isRealFolder(path) || takes("any") || basename(path) === "info") hold(path);
    else if (path.startsWith(`${home}/`) && takes("settings.json"))
      found.mixed.push({ folder: path, isSettings: (name) => takes(name) || MODS.test(name) });
    else found.fixed.push(path);
  }
  for (const { folder, isSettings } of found.mixed) {
    found.fixed.push(folder);
    for (const name of readdirSync(folder)) if (isSettings(name)) hold(join(folder, name));
  }
  for (const path of [...sidecars, ...programs, ...controlRules.names.atTop.map(({ path }) => `/${path}`)])
    if (existsSync(path)) hold(path);
  for (const path of hooksFolders(root, home)) if (existsSync(path)) hold(path);
  found.free.push(...SYSTEM_OUTPUT.map((name) => join(root, ".system", name)).filter(isRealFolder));
  missing(found, { root, home, own });
  const { gitDir, commonDir } = onSystemError("any", null, () => findRepository(root)) ?? {};
  const ofGit = [...new Set([gitDir, commonDir])].flatMap((folder) => (folder ? [realpathSync(folder)] : []));
  found.fixed.push(...ofGit);
  found.absentInGit.push(
    ...ofGit
      .flatMap((folder) =>
        ["commondir", "config", "config.worktree", "hooks", "info"].map((name) => join(folder, name)),
      )
      .filter((path) => !existsSync(path) && !found.vacant.includes(path) && !found.absentInGit.includes(path)),
  );
  return found;
}

/** What steers agents and editors below the top folder. Git's own is another matter: whoever clones makes such files. */
function deepIn(root: string): string[] {
  const { places } = controlPlaces(root, null);
  return places.flatMap(({ path }) =>
    dirname(path) !== root &&
    !/\/\.git(\/|$)/.test(path) &&
    !WRITTEN_HERE.test(basename(path).toLowerCase()) &&
    isThere(path)
      ? [path]
      : [],
  );
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function missing(
  found: FloorPlaces,
  { root, home, own }: { root: string; home: string; own: readonly string[] },
): void {
  const ofHosts = [...new Set(hostControls.flatMap(({ inRoot }) => inRoot))];
  const isFolder = (path: string, known: readonly string[]) => known.includes(path) && !FILE.test(path);
  for (const { path } of controlRules.names.inRoot)
    if (!WRITTEN_HERE.test(path)) lack(join(root, path), isFolder(path, ofHosts));
  // Agents that are started in the root look for settings above it too.
  for (const folder of foldersBetween(home, root)) {
    for (const path of ofHosts) {
      if (existsSync(join(folder, path))) found.held.push(realpathSync(join(folder, path)));
      else lack(join(folder, path), false);
    }
  }
  const rewritten = hostControls.flatMap(({ rewrittenInHome }) => rewrittenInHome);
  const folders = hostControls.flatMap(({ inHome }) => inHome);
  for (const { path } of controlRules.names.inHome)
    if (!own.includes(path) && !rewritten.includes(path)) lack(join(home, path), isFolder(path, folders));

  function lack(path: string, asFolder: boolean): void {
    if (isThere(path)) return;
    (asFolder && isRealFolder(dirname(path)) ? found.vacant : found.absent).push(path);
  }
}

function foldersBetween(home: string, root: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(root); at.startsWith(`${home}/`); at = dirname(at)) folders.push(at);
  return folders;
}
