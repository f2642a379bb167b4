/**
 * What in git's own folders steers git or makes it run something: of the root's repository with its modules and
 * worktrees, and of every repository that lies below the root. Objects and refs are not among it: they are named by what
 * they hold, or run nothing.
 */
import type { Dirent } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { machineLines } from "@intentgate/sidecar";
import { codeOf, executingLines, findRepository, isRealFolder, realFolder } from "@intentgate/world";
import { type ControlPlace, type List, takesAll } from "./control-place.ts";

export const steeringNames = ["hooks", "config", "config.worktree", "commondir", "info/attributes", "info/exclude"];
/** Git runs no hook of this name, and puts these into every new repository. */
const SAMPLE = ".sample";
const MOST_FOLDERS = 2_000;

export interface GitPlaces {
  places: ControlPlace[];
  /** Folders with more in them than is looked through. */
  cut: string[];
}

/** Of the repository that the root belongs to, wherever its folders lie. */
export function placesOfRepository(root: string, list: List): GitPlaces {
  const { gitDir, commonDir } = repositoryOf(root) ?? {};
  const folders = [gitDir, commonDir].flatMap((folder) => (folder ? [realFolder(folder) ?? folder] : []));
  const found = [...new Set(folders)].map((folder) => placesInGit(folder, list));
  return { places: found.flatMap(({ places }) => places), cut: found.flatMap(({ cut }) => cut) };
}

/**
 * Of a `.git` that was met below the root. A file or a link in its place is itself what steers git; what it leads to is
 * not looked into: a planted one would have us take a person's files elsewhere for something new.
 */
export function placesAtDotGit(path: string, entry: Dirent, list: List): GitPlaces {
  return entry.isDirectory() ? placesInGit(path, list) : { places: [{ path, takes: takesAll }], cut: [] };
}

/** Git takes a folder with these for a repository, whatever its name. */
export function isBareRepository(entries: readonly Dirent[]): boolean {
  return ["HEAD", "objects", "refs"].every((name) => entries.some((entry) => entry.name === name));
}

/** Links in git's folder are places themselves, and never followed. */
export function placesInGit(folder: string, list: List): GitPlaces {
  const isOwn = (name: string) => isRealFolder(join(folder, name));
  const modules = isOwn("modules") ? foldersOfModules(join(folder, "modules"), list) : { folders: [], whole: true };
  const worktrees = (isOwn("worktrees") ? list(join(folder, "worktrees")) : [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, "worktrees", name));
  const places = [folder, ...modules.folders, ...worktrees].flatMap(placesIn);
  return { places, cut: modules.whole ? [] : [join(folder, "modules")] };
}

function placesIn(folder: string): ControlPlace[] {
  const inside = steeringNames.filter((name) => !name.includes("/") || isRealFolder(dirname(join(folder, name))));
  return [
    ...inside.map((name) => ({ path: join(folder, name), takes: (path: string) => !path.endsWith(SAMPLE) })),
    ...["info", "modules", "worktrees"].map((name) => ({ path: join(folder, name), takes: takesItself })),
  ];
}

function takesItself(inside: string): boolean {
  return inside === "";
}

/** A module's name may hold slashes, and a module may have modules. */
function foldersOfModules(top: string, list: List): { folders: string[]; whole: boolean } {
  const folders: string[] = [];
  const left = [top];
  for (let seen = 0; seen < MOST_FOLDERS; seen += 1) {
    const folder = left.pop();
    if (folder === undefined) return { folders, whole: true };
    const entries = list(folder);
    const isRepository = folder !== top && entries.some(({ name }) => name === "HEAD");
    if (isRepository) folders.push(folder);
    const further = entries.filter((entry) => entry.isDirectory() && (!isRepository || entry.name === "modules"));
    left.push(...further.map(({ name }) => join(folder, name)));
  }
  return { folders, whole: false };
}

/**
 * What of a git file steers git; "" where nothing does, as for a file that is not there. Null: no file of git's, every
 * byte of it counts. Git writes these files itself all the time, and only this much of them is held against a program.
 */
export function steeringText(root: string, path: string, text: string, isGits: boolean): string | null {
  const names = path.split("/");
  const name = names.at(-1) ?? "";
  if (name === ".gitconfig") return executingLines(text).join("\n");
  if (path === ".git") return null;
  if (name === ".git") return isOwnPointer(root, resolve(root, path), text) ? "" : text;
  const above = names.slice(0, -1);
  if (!isGits && !above.some((one) => one === "git" || one.endsWith(".git"))) return null;
  if (/^config(\.worktree)?$/.test(name)) {
    const isModules = above.includes("modules");
    const lines = executingLines(text).filter((line) => !isModules || !leadsIntoRoot(root, resolve(root, path), line));
    return lines.join("\n");
  }
  // Git puts one with comments alone into every new repository, and `init` and `upgrade` add what the machine writes.
  if (name === "exclude" && above.at(-1) === "info") {
    const ours = machineLines(root, repositoryOf(root));
    return text
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("#") && !ours.includes(line))
      .join("\n");
  }
  const isWorktrees = name === "commondir" && above.at(-2) === "worktrees";
  return isWorktrees && text.trim() === "../.." ? "" : null;
}

/** A module's configuration says where its files are; git writes it when the module is added. */
function leadsIntoRoot(root: string, config: string, line: string): boolean {
  const value = /^core\.worktree=worktree\s*=\s*([^"\\#;]+)$/i.exec(line)?.[1]?.trim();
  if (value === undefined) return false;
  const at = resolve(dirname(config), value);
  return at.startsWith(`${root}/`);
}

/** It names a module or a worktree of a repository in the root, or of the root's own: those are looked at themselves. */
function isOwnPointer(root: string, file: string, text: string): boolean {
  const pointer = /^gitdir: (.+)$/m.exec(text)?.[1]?.trim();
  const target = pointer ? realFolder(resolve(dirname(file), pointer)) : null;
  const inGit = target?.split(/(?<=\/\.git)\/(?:modules|worktrees)\//)[0];
  if (!target || !inGit || inGit === target) return false;
  const { top, gitDir } = repositoryOf(root) ?? {};
  // Not where another pointer says it is: that one may be new too.
  const ofRoot = top && gitDir === join(top, ".git") ? gitDir : null;
  return inGit === ofRoot || inGit.startsWith(`${root}/`);
}

/** One whose files are closed to us is looked at no further: its folder is told as closed. */
function repositoryOf(root: string): ReturnType<typeof findRepository> {
  try {
    return findRepository(root);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    const dotGit = join(root, ".git");
    return isRealFolder(dotGit) ? { top: root, gitDir: dotGit, commonDir: dotGit, mainTop: root } : null;
  }
}
