/** The locks that lie in a folder, and whether anybody holds them. */
import { readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { onSystemError, reading } from "../errors/file-problem.ts";
import { describeHolder, isGone, readHolder } from "./lock-holder.ts";
import { readText } from "./read-regular.ts";

export interface FoundLock {
  file: string;
  /** As in `process 4711 on host`. */
  holder: string;
  /** gone: the next who needs it takes it. foreign: only a person can know. */
  state: "held" | "gone" | "foreign" | "unreadable";
}

export function locksIn(folder: string): FoundLock[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".lock"))
    .flatMap((name): FoundLock[] => {
      const file = join(folder, name);
      const text = readText(file);
      if (text === null) return []; // released meanwhile
      const holder = readHolder(text);
      if (holder === null) return [{ file, holder: describeHolder(null), state: "unreadable" }];
      const state = isGone(holder) ? "gone" : holder.host === hostname() ? "held" : "foreign";
      return [{ file, holder: describeHolder(holder), state }];
    });
}

/** None where there is no such folder. */
export function namesIn(folder: string): string[] {
  return reading(folder, () => onSystemError(["ENOENT"], [], () => readdirSync(folder)));
}
