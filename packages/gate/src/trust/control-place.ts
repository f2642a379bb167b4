/** One place where control files lie or would lie, and how folders are looked at in search of such places. */
import type { Dirent } from "node:fs";

/** A file, or a folder with all that `takes` lets in; `inside` is the path below it, "" for itself. */
export interface ControlPlace {
  path: string;
  takes(inside: string): boolean;
}

/** Nothing for a folder that is not there, or may not be listed. */
export type List = (folder: string) => Dirent[];

export function takesAll(): boolean {
  return true;
}
