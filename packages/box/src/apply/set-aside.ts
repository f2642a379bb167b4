/**
 * Takes something out of a tree that other programs write to, by a name that was true a moment before. Its folder is
 * held: where a link lies on the way by now, or the folder stands elsewhere, nothing is touched.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError, SYSTEM_PATH, systemProgram } from "@intentgate/world";

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
