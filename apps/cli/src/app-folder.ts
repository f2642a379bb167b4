/** Where this program and what is shipped with it lie: found from the sources and from the bundle alike. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = "bin/intentgate.mjs";

export function appFolder(here = import.meta.url): string {
  let folder = dirname(fileURLToPath(here));
  while (!existsSync(join(folder, PROGRAM))) {
    if (folder === dirname(folder)) throw new Error(`${PROGRAM} is not where this program was installed`);
    folder = dirname(folder);
  }
  return folder;
}

/** What scripts run that need this program again. */
export function programFile(): string {
  return join(appFolder(), PROGRAM);
}
