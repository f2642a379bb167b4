/** Which hosts are there: their programs on the path, or their files in the repository or the home folder. */
import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { type Host, hostNamed, hostNames, hosts } from "@intentgate/hosts";

export interface Surroundings {
  root: string;
  home: string;
  /** `INTENTGATE_HOSTS` names them instead of looking, or says `none`. */
  env: NodeJS.ProcessEnv;
}

export function findHosts({ root, home, env }: Surroundings): Checked<Host[]> {
  const told = env.INTENTGATE_HOSTS;
  if (told !== undefined && told !== "") return told === "none" ? { ok: true, value: [] } : named(told.split(","));
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const isOnPath = (program: string) => folders.some((folder) => isProgram(join(folder, program)));
  const isHere = (trace: string) => [root, home].some((folder) => isThere(join(folder, trace)));
  const found = hosts.filter(({ install }) => install.programs.some(isOnPath) || install.traces.some(isHere));
  return { ok: true, value: found };
}

/** Hosts by their names, each once, in the order of our list. */
export function named(names: readonly string[]): Checked<Host[]> {
  const wrong = names.map((name) => name.trim()).find((name) => hostNamed(name) === undefined);
  if (wrong !== undefined) {
    const known = hostNames.filter((name) => hostNamed(name) !== undefined).join(", ");
    const message = `there is no host ${JSON.stringify(wrong.slice(0, 40))}`;
    return { ok: false, problems: [problem("BAD_INPUT", message, `Known are: ${known}.`)] };
  }
  const wanted = new Set(names.map((name) => name.trim()));
  return { ok: true, value: hosts.filter(({ name }) => wanted.has(name)) };
}

/** Where on the path a program of this name lies; null where nowhere. */
export function programOnPath(name: string, path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
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
