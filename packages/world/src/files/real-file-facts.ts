/** The real file system as path rules see it. */
import { accessSync, constants, lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileFacts } from "@intentgate/policy";

export function createFileFacts(): FileFacts {
  const caseByFolder = new Map<string, boolean>();
  return {
    kind(path) {
      const stat = lstat(path);
      if (!stat) return "absent";
      if (stat.isSymbolicLink()) return "link";
      if (stat.isDirectory()) return "folder";
      return stat.isFile() ? "file" : "other";
    },
    linkTarget: (path) => readlinkSync(path),
    names(folder) {
      try {
        return readdirSync(folder);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? "";
        if (["ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP"].includes(code)) return [];
        throw error;
      }
    },
    mayEnter(folder) {
      try {
        accessSync(folder, constants.X_OK);
        return true;
      } catch (error) {
        if (typeof (error as NodeJS.ErrnoException).code === "string") return false;
        throw error;
      }
    },
    ignoresCase(folder) {
      const known = caseByFolder.get(folder);
      if (known !== undefined) return known;
      const answer = probeCase(folder);
      caseByFolder.set(folder, answer);
      return answer;
    },
  };
}

/** A folder that is found under its swapped-case name, and is the same one, lies where case is ignored. */
function probeCase(folder: string): boolean {
  const name = basename(folder);
  const swapped = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (swapped === name) return process.platform === "darwin" || process.platform === "win32";
  const here = statSync(folder, { throwIfNoEntry: false });
  const there = statSync(join(dirname(folder), swapped), { throwIfNoEntry: false });
  return here !== undefined && there !== undefined && here.ino === there.ino && here.dev === there.dev;
}

function lstat(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOTDIR" || code === "ENAMETOOLONG") return undefined;
    throw error;
  }
}
