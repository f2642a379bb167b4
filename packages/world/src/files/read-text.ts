import { cannotRead, codeOf } from "../errors/file-problem.ts";
import { readRegular } from "./read-regular.ts";

/** Null only when the file is not there; every other failure is a problem, never an empty text. */
export function readText(path: string): string | null {
  try {
    return readRegular(path).toString("utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw cannotRead(error, path);
  }
}
