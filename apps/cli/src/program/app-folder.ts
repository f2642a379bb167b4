/** Where this program and what is shipped with it lie: found from the sources and from the bundle alike. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = "bin/intentgate.cjs";

export function appFolder(here = import.meta.url): string {
  const folder = findAppFolder(here);
  if (folder === null) throw new Error(`${PROGRAM} is not where this program was installed`);
  return folder;
}

function findAppFolder(here: string): string | null {
  let folder = dirname(fileURLToPath(here));
  while (!existsSync(join(folder, PROGRAM))) {
    if (folder === dirname(folder)) return null;
    folder = dirname(folder);
  }
  return folder;
}

/** What scripts run that need this program again. */
export function programFile(): string {
  return join(appFolder(), PROGRAM);
}

/** Null where another program has taken the library into a bundle of its own. */
export function findProgram(): string | null {
  const folder = findAppFolder(import.meta.url);
  return folder && join(folder, PROGRAM);
}

/** Where another program of this package starts: beside this one when built, in its own app when run from its sources. */
export function programUrl(name: string): URL {
  const here = import.meta.url;
  return here.endsWith(".ts") ? new URL(`../../../${name}/src/main.ts`, here) : new URL(`../${name}.mjs`, here);
}
