/**
 * Where the gate that stays is reached: a folder of the user's alone inside the state folder, where no tool call
 * reaches. Its names are short and used from inside the folder, because a socket's path may have hardly 100 characters.
 */
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ProblemError, problem } from "@intentgate/documents";
import { cannotWrite, isGone, readHolder, readText, tryFileLock } from "@intentgate/world";

export const SOCKET = "socket";

export interface GatePlace {
  folder: string;
  /** Makes the folder; throws where it cannot be the user's alone. */
  prepare(): void;
  /** The right to answer here, and how to give it back; null where a living process has it. */
  take(): (() => void) | null;
  /** The process that has it; null where none has. */
  running(): number | null;
}

export function gatePlace(state: string): GatePlace {
  const folder = join(state, "gate");
  const holder = join(folder, "running");
  return {
    folder,
    prepare() {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        throw cannotWrite(error, folder);
      }
      const found = lstatSync(folder);
      const isOurs = process.getuid === undefined || found.uid === process.getuid();
      if (!found.isDirectory() || !isOurs) {
        const remedy = `Move ${folder} away; the gate makes it anew.`;
        throw new ProblemError([problem("BAD_PATH", `${folder} is no folder of this user`, remedy, { file: folder })]);
      }
      if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
    },
    take() {
      const release = tryFileLock(holder);
      // Whoever left it is gone: nobody else may answer here.
      if (release !== null) rmSync(join(folder, SOCKET), { force: true });
      return release;
    },
    running() {
      const found = readHolder(readText(holder) ?? "");
      return found === null || isGone(found) ? null : found.pid;
    },
  };
}
