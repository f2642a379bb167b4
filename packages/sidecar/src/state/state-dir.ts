/** The user's own folder for what must lie outside any workspace: registered roots, accepted files, pauses. */
import { createHash } from "node:crypto";
import { existsSync, statfsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { type Problem, problem } from "@intentgate/documents";
import { onSystemError } from "@intentgate/world";

export function stateDir(env: NodeJS.ProcessEnv = process.env): string {
  const xdg = env.XDG_STATE_HOME;
  if (xdg && isAbsolute(xdg)) return join(xdg, "intentgate");
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "intentgate");
  return join(env.HOME || homedir(), ".local", "state", "intentgate");
}

const PROCESSES = 0x9fa0;

/**
 * Among the files of processes nobody can make a folder, and node tries it without end. Null where the state folder does
 * not lie there; whatever else is wrong with it is told when it is written to.
 */
export function unusableState(stateDir: string): Problem | null {
  if (process.platform !== "linux" || existsSync(stateDir)) return null;
  let above = dirname(stateDir);
  while (!existsSync(above)) above = dirname(above);
  if (onSystemError("any", null, () => statfsSync(above).type) !== PROCESSES) return null;
  const what = `the state folder would be ${stateDir}, and no folder can be made there`;
  return problem("BAD_PATH", what, "Let XDG_STATE_HOME (or HOME) name a folder on a disk.", { file: stateDir });
}

/** The part of the state that belongs to one root. */
export function rootStateDir(state: string, root: string): string {
  return join(rootStates(state), createHash("sha256").update(root).digest("hex").slice(0, 24));
}

/** Where the parts of all roots lie, a folder each: also of worktrees, which nobody registered. */
export function rootStates(state: string): string {
  return join(state, "roots");
}
