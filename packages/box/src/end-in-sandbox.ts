/**
 * What a command left that a host ran in a sandbox of its own. It lies where other programs may write, so it is the word
 * of anybody who could reach it: it is taken into the state folder and laid over the root there. Nothing counts but
 * bytes, and these are judged like those of any command. They are copied: what is still at work in that sandbox may hold
 * the folder that it wrote to, and would change what was judged.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError, SYSTEM_PATH, systemProgram } from "@intentgate/world";
import { layerName } from "./plan/box-plan.ts";
import { type BegunRun, endOf, type RunEnd } from "./prepare-run.ts";
import { WHOLE } from "./run/sandbox-set-up.ts";
import { ticketFiles } from "./ticket/ticket-files.ts";

/** Null where it did not run in a sandbox, or not at all. */
export type EndInSandbox = { ok: true; run: RunEnd } | { ok: false; why: string } | null;

/** `words`: what lays the layers of this run out here, lists what is on them and does nothing else. */
export function endInSandbox(place: string, begun: BegunRun, words: readonly string[]): EndInSandbox {
  const isThere = (name: string) => existsSync(join(place, name));
  if (!isThere(ticketFiles.redeemed) || isThere(ticketFiles.failed)) return null;
  if (!isThere(ticketFiles.ended) || !isThere(WHOLE)) return { ok: false, why: "its end was not told" };
  const upper = join(begun.folder, layerName("root", "upper"));
  rmdirSync(upper);
  const isCopied = copied(place, upper);
  const stat = onSystemError("any", null, () => lstatSync(upper));
  if (!isCopied || stat?.isDirectory() !== true) return { ok: false, why: "what it wrote could not be taken" };
  const [program = "", ...rest] = words;
  const looked = spawnSync(program, rest, { env: { PATH: SYSTEM_PATH }, stdio: "ignore" });
  return looked.status === 0
    ? { ok: true, run: endOf(begun) }
    : { ok: false, why: "what it wrote could not be listed" };
}

/** Not from where a link leads that has the place of the folder by now. */
function copied(place: string, upper: string): boolean {
  try {
    const folder = holdFolder(place);
    try {
      const words = ["-a", "-T", "--", "./upper", upper];
      return spawnSync(systemProgram("cp"), words, { cwd: folder.place("."), env: {}, stdio: "ignore" }).status === 0;
    } finally {
      folder.close();
    }
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
    return false;
  }
}
