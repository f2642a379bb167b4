/**
 * What a command left that a host ran in a sandbox of its own. It lies where other programs may write, so it is the word
 * of anybody who could reach it: it is taken into the state folder and laid over the root there. Nothing counts but
 * bytes, and these are judged like those of any command. They are copied: what is still at work in that sandbox may hold
 * the folder that it wrote to, and would change what was judged.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError, SYSTEM_PATH, systemProgram } from "@intentgate/world";
import { layerName } from "./plan/box-plan.ts";
import { type BegunRun, endOf, type RunEnd } from "./prepare-run.ts";
import { WHOLE } from "./run/sandbox-set-up.ts";
import { ticketFiles } from "./ticket/ticket-files.ts";

/** Null where it did not run in a sandbox, or not at all. */
export type EndInSandbox = { ok: true; run: RunEnd } | { ok: false; why: string } | null;

/** All other calls wait for it. */
const LONGEST_MS = 20_000;

/** `words`: what lays the layers of this run out here, lists what is on them and does nothing else. */
export function endInSandbox(place: string, begun: BegunRun, words: readonly string[]): EndInSandbox {
  const isThere = (name: string) => existsSync(join(place, name));
  if (!isThere(ticketFiles.redeemed) || isThere(ticketFiles.failed)) return null;
  if (!isThere(ticketFiles.ended) || !isThere(WHOLE)) return { ok: false, why: "its end was not told" };
  // Whoever judged it before and was ended: the run went with them, and what was begun to be applied came to its end.
  if (!existsSync(begun.folder)) return { ok: false, why: "its run is gone, with all that was not applied before" };
  if (!isTaken(place, begun.folder)) return { ok: false, why: "what it wrote could not be taken" };
  const [program = "", ...rest] = words;
  const looked = spawnSync(program, rest, { env: { PATH: SYSTEM_PATH }, stdio: "ignore", timeout: LONGEST_MS });
  return looked.status === 0
    ? { ok: true, run: endOf(begun) }
    : { ok: false, why: "what it wrote could not be listed" };
}

/**
 * Somebody may have been ended in the middle of the same, so it gets its name when it is whole. What has that name until
 * then goes with the run: it may hold what cannot be removed before it is opened.
 */
function isTaken(place: string, run: string): boolean {
  const upper = join(run, layerName("root", "upper"));
  const [taken, before] = ["taken", "before"].map((what) => `${upper}-${what}-${randomUUID()}`) as [string, string];
  if (!copied(place, taken)) return false;
  return onSystemError("any", false, () => {
    if (!lstatSync(taken).isDirectory()) return false;
    if (existsSync(upper)) renameSync(upper, before);
    renameSync(taken, upper);
    return true;
  });
}

/** Not from where a link leads that has the place of the folder by now. */
function copied(place: string, upper: string): boolean {
  try {
    const folder = holdFolder(place);
    try {
      const words = ["-a", "-T", "--", "./upper", upper];
      const how = { cwd: folder.place("."), env: {}, stdio: "ignore", timeout: LONGEST_MS } as const;
      return spawnSync(systemProgram("cp"), words, how).status === 0;
    } finally {
      folder.close();
    }
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
    return false;
  }
}
