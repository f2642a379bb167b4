/**
 * Takes something out of a tree that other programs write to, by a name that was true a moment before. Its folder is
 * held: where a link lies on the way by now, or the folder stands elsewhere, nothing is touched.
 */
import { spawnSync } from "node:child_process";
import { constants, copyFileSync, mkdirSync, renameSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError, SYSTEM_PATH, systemProgram } from "@intentgate/world";
import { throughItself } from "./through-itself.ts";

/** `path`: canonical but for its last name. `to`: where nothing stands. False where it is there as before. */
export function setAside(path: string, to: string): boolean {
  try {
    const folder = holdFolder(dirname(path));
    try {
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      return onSystemError(["EXDEV"], false, () => rename(folder.place(basename(path)), to)) || moves(folder, path, to);
    } finally {
      folder.close();
    }
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
    return false;
  }
}

/** Copies a file and leaves it where it is. False where what stands there is none, or not the one that is meant. */
export function copyAside(path: string, to: string, isMeant: (now: Stats) => boolean = () => true): boolean {
  const folder = holdFolder(dirname(path));
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    return throughItself(folder.place(basename(path)), (self, now) => {
      if (!now.isFile() || !isMeant(now)) return false;
      copyFileSync(self, to, constants.COPYFILE_FICLONE);
      return true;
    });
  } finally {
    folder.close();
  }
}

function rename(from: string, to: string): true {
  renameSync(from, to);
  return true;
}

/** To another device. The system's program follows no link below the folder either, whoever exchanges what meanwhile. */
function moves(folder: ReturnType<typeof holdFolder>, path: string, to: string): boolean {
  const ran = spawnSync(systemProgram("mv"), ["-T", "--", `./${basename(path)}`, to], {
    ...{ cwd: folder.place("."), env: { PATH: SYSTEM_PATH }, stdio: "ignore" },
  });
  return ran.status === 0;
}
