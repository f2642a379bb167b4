/** Creates a file with all its content at once, for exactly one of all who try. */
import { existsSync, linkSync, unlinkSync } from "node:fs";
import { cannotWrite, codeOf } from "../errors/file-problem.ts";
import { writeNew } from "./atomic-write.ts";
import { temporaryBeside } from "./leftovers.ts";

const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** False when somebody was first. */
export function createExclusive(path: string, content: string, mode: number): boolean {
  const temporary = temporaryBeside(path);
  try {
    writeNew(temporary, content, mode, null);
    return linkOrCreate(temporary, path, content, mode);
  } catch (error) {
    throw cannotWrite(error, path);
  } finally {
    removeIfThere(temporary);
  }
}

function linkOrCreate(temporary: string, path: string, content: string, mode: number): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!NO_LINKS.includes(codeOf(error) ?? "")) throw error;
  }
  try {
    writeNew(path, content, mode, null);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Without `rmSync`, for which node loads what removes whole folders. Looks first, as it does: a full disk is told once. */
function removeIfThere(path: string): void {
  if (existsSync(path)) unlinkSync(path);
}
