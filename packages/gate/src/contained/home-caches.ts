/** The folders in the home folder that an install fills for real: its own caches and those that the policy names. */
import { join } from "node:path";
import type { InstallRun } from "@intentgate/engine";
import type { Governed } from "@intentgate/policy";
import { isBelow } from "@intentgate/world";

export interface HomeCachesParts {
  governed: Pick<Governed, "controlReason" | "removalReason">;
  /** Canonical. */
  home: string;
  /** Keys, what the gate keeps, settings of agents, and every governed root. */
  closed: readonly string[];
}

/** Relative to the home folder. Never one that is, holds or lies in what steers something or is nobody's business. */
export function homeCaches(install: InstallRun, named: readonly string[], parts: HomeCachesParts): string[] {
  const { governed, home, closed } = parts;
  const all = [...install.caches.map((path) => join(home, path)), ...named.map((path) => path.replace(/\/+$/, ""))];
  const isOpen = (path: string) =>
    path.startsWith(`${home}/`) &&
    governed.controlReason(path) === null &&
    governed.removalReason(path) === null &&
    !isBelow(path, closed) &&
    !closed.some((other) => isBelow(other, [path]));
  return [...new Set(all)].filter(isOpen).map((path) => path.slice(home.length + 1));
}
