import { statSync } from "node:fs";
import { cannotRead } from "../errors/file-problem.ts";

/** 0 where there is no file. */
export function fileSize(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    throw cannotRead(error, path);
  }
}
