/** Programs that can be run: by their path, or by their name on the path of whoever asks. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where on the path a program of this name lies; null where nowhere. */
export function programOnPath(name: string, path: string): string | null {
  return programsOnPath(name, path)[0] ?? null;
}

export function programsOnPath(name: string, path: string): string[] {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).filter(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if (error instanceof Error && "code" in error) return false; // not there, or not for us
    throw error;
  }
}
