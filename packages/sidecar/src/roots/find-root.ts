/** From a folder to the root that governs it. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { findRepository } from "@intentgate/world";
import { createRecordedHosts, type RecordedHosts } from "../state/recorded-hosts.ts";
import { sessionFileName } from "../store/session-file-name.ts";
import { createRootRegistry, type RootRegistry } from "./registry.ts";

export interface FoundRoot {
  /** Paths are matched relative to this folder. */
  root: string;
  /** Where `.orchestration` lies: the main worktree's for a linked worktree. */
  sidecar: string;
  /** Where AGENT.md, .intentignore and the other authored files lie. */
  authoredAt: string;
  registered: boolean;
}

/**
 * A worktree of a registered main worktree shares its sidecar; else the outermost registered root wins, then a main
 * worktree with a sidecar, then the outermost folder with one, then the repository, then the folder itself.
 */
export function findRoot(folder: string, registry: RootRegistry): FoundRoot {
  const from = realpathSync(folder);
  const repository = findRepository(from);
  const registered = registry.list();
  const main = repository?.mainTop ?? null;
  const isWorktree = repository !== null && main !== repository.top;

  const mainIsRegistered = main !== null && ancestors(main).some((one) => registered.includes(one));
  if (isWorktree && main && mainIsRegistered) return worktreeOf(repository.top, main, true);
  const outermost = outermostFirst(ancestors(from).filter((one) => registered.includes(one)));
  if (outermost) return at(outermost, true);
  // Below a registered root a main worktree that nobody registered could be planted.
  if (isWorktree && main && existsSync(sidecarOf(main))) return worktreeOf(repository.top, main, false);
  const withSidecar = outermostFirst(ancestors(from).filter((one) => existsSync(sidecarOf(one))));
  if (withSidecar) return at(withSidecar, false);
  return at(repository?.top ?? from, false);
}

/** The hosts that are known in a folder, before anything is opened there. */
export function recordedHostsAt(folder: string, state: string): RecordedHosts {
  const sidecars = existsSync(folder) ? [findRoot(folder, createRootRegistry(state)).sidecar] : [];
  return createRecordedHosts(state, sidecars);
}

/** The registered roots that one of these sessions was seen in: it has a journal there. */
export function rootsThatSaw(sessions: readonly string[], registry: RootRegistry): string[] {
  const names = sessions.map((id) => `${sessionFileName(id)}.jsonl`);
  return registry.list().filter((root) => names.some((name) => existsSync(join(sidecarOf(root), "sessions", name))));
}

/** The root as given, without looking for an outer one. */
function at(root: string, registered: boolean): FoundRoot {
  return { root, sidecar: sidecarOf(root), authoredAt: root, registered };
}

function worktreeOf(top: string, main: string, registered: boolean): FoundRoot {
  return { root: top, sidecar: sidecarOf(main), authoredAt: main, registered };
}

function sidecarOf(root: string): string {
  return join(root, ".orchestration");
}

function ancestors(from: string): string[] {
  const all: string[] = [];
  for (let folder = from; ; folder = dirname(folder)) {
    all.push(folder);
    if (dirname(folder) === folder) return all;
  }
}

function outermostFirst(folders: readonly string[]): string | undefined {
  return [...folders].sort((a, b) => a.split(sep).length - b.split(sep).length)[0];
}

/** Whether a path lies in, or holds, a governed root other than the opened ones: such a place is nobody's scratch. */
export function isGovernedPlace(absolute: string, registry: RootRegistry): boolean {
  // Whoever removes a folder takes the roots in it along.
  if (registry.list().some((root) => isBelow(root, absolute) || isBelow(absolute, root))) return true;
  const found = findRoot(nearestFolder(absolute), registry);
  return found.registered || existsSync(found.sidecar);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function nearestFolder(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory() || dirname(at) === at) return at;
  }
}
