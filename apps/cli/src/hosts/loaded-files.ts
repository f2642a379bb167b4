/** The files around a repository that a host takes into the process of our hook, and what in them would steer it. */
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type Host, type LoadedFile, type Silence, steersBy } from "@intentgate/hosts";

export interface Loaded extends Pick<LoadedFile, "kind"> {
  path: string;
  /** Null where it is there and cannot be looked into. */
  text: string | null;
}

/** Those that are there, from the root upwards and then in the home folder. */
export function loadedFiles({ silencing }: Host, root: string, env: NodeJS.ProcessEnv): Loaded[] {
  const folders = new Set([...upwards(root), env.HOME || homedir()]);
  return [...folders].flatMap((folder) =>
    silencing.loads.flatMap(({ path, kind }) => {
      const text = textOf(join(folder, path));
      return text === undefined ? [] : [{ path: join(folder, path), kind, text }];
    }),
  );
}

/** What steers our hook (it would answer out of another state, or with somebody else's code in it) or keeps it from being asked. */
export function steeredBy(host: Host, root: string, env: NodeJS.ProcessEnv): Silence[] {
  return loadedFiles(host, root, env).flatMap(({ path, kind, text }) => {
    const names = text === null ? [] : steersBy(host, kind, text);
    if (text !== null && names.length === 0) return [];
    const what = text === null ? "what cannot be looked into" : names.join(", ");
    const why = `${host.title} loads this file, also for the hook, and it sets ${what}`;
    return [{ host: host.name, where: path, why, remedy: `Take it out of ${path}, then look at who wrote it.` }];
  });
}

function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}

const MOST_BYTES = 5_000_000;

/** Undefined where no such file is. */
function textOf(path: string): string | null | undefined {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return undefined;
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(path, "utf8") : null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return error.code === "ENOENT" || error.code === "ENOTDIR" ? undefined : null;
  }
}
