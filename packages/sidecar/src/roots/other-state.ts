/**
 * Hosts load files of the repository into the environment that hooks get, so a state folder that the environment names
 * may be one that an agent made: with a root that is not registered, a gate that is paused. The one in the user's own
 * home, as the system knows it, cannot be made to disappear that way.
 */
import { existsSync, realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Problem, problem } from "@intentgate/documents";
import { onSystemError } from "@intentgate/world";
import { findRoot } from "./find-root.ts";
import { createRootRegistry } from "./registry.ts";

export interface StateClaim {
  /** The folder that an event or a client belongs to. */
  folder: string;
  stateDir: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Of the user, whatever the environment says; null where the system knows none. */
  userHome(): string | null;
}

/** Null where the state folder is to be believed. */
export function otherState({ folder, stateDir, env, userHome }: StateClaim): Problem | null {
  if (!env.XDG_STATE_HOME) return null;
  const home = userHome();
  const usual = join(home ?? "/", ".local", "state", "intentgate");
  if (home === null || !existsSync(usual) || !existsSync(folder)) return null;
  if (existsSync(stateDir) && realpathSync(stateDir) === realpathSync(usual)) return null;
  const { root, registered } = findRoot(folder, createRootRegistry(usual));
  if (!registered) return null;
  const what = `XDG_STATE_HOME leads to ${stateDir}, but ${root} was put under the gate in ${usual}`;
  const remedy = `Look for XDG_STATE_HOME in a .env of the repository and remove it. If a person moved the state folder, take the root out of ${join(usual, "roots.json")}.`;
  return problem("BAD_PATH", what, remedy, { file: stateDir });
}

export function homeOfUser(): string | null {
  // There are users without an entry, as in some containers.
  return onSystemError("any", null, () => userInfo().homedir || null);
}
