/** The user's own folder for what must lie outside any workspace: registered roots, accepted files, pauses. */
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export function stateDir(env: NodeJS.ProcessEnv = process.env): string {
  const xdg = env.XDG_STATE_HOME;
  if (xdg && isAbsolute(xdg)) return join(xdg, "intentgate");
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "intentgate");
  return join(env.HOME || homedir(), ".local", "state", "intentgate");
}

/** The part of the state that belongs to one root. */
export function rootStateDir(state: string, root: string): string {
  return join(rootStates(state), createHash("sha256").update(root).digest("hex").slice(0, 24));
}

/** Where the parts of all roots lie, a folder each: also of worktrees, which nobody registered. */
export function rootStates(state: string): string {
  return join(state, "roots");
}
