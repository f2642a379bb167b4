/** The program of a host that a person here would start, and which version of it that is. */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { Host } from "@intentgate/hosts";
import { isProgram, programsOnPath } from "../program/program-on-path.ts";
import { lookAt } from "./around-host.ts";

export interface HostProgram {
  /** Null where nothing beside the program says so. */
  version: string | null;
  /** Another one, once the program is another one. */
  stamp: string;
}

/** On the path, or where installers put it; the first is what a person starts. */
export function hostPrograms({ install, live }: Host, home: string, env: NodeJS.ProcessEnv): string[] {
  const places = "untried" in live ? [] : live.places;
  return [
    ...install.programs.flatMap((name) => programsOnPath(name, env.PATH ?? "")),
    ...places.map((place) => place.replace(/^~/, () => home)).filter(isProgram),
  ];
}

export function hostProgram(path: string): HostProgram {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return { version: versionBeside(real), stamp: `${real} ${size} ${mtimeMs}` };
}

const FOLDERS_ABOVE = 4;

/** Nothing is started for it: the package that it lies in says so, or its own name where versions lie side by side. */
function versionBeside(real: string): string | null {
  const named = /^\d+\.\d+\.\d+$/.exec(basename(real))?.[0];
  if (named !== undefined) return named;
  let folder = dirname(real);
  for (let above = 0; above < FOLDERS_ABOVE; above += 1) {
    const version = versionIn(join(folder, "package.json"));
    if (version !== null) return version;
    folder = dirname(folder);
  }
  return null;
}

function versionIn(file: string): string | null {
  const found = lookAt(file);
  const version = found.kind === "text" ? jsonFields(found.text).version : undefined;
  return typeof version === "string" && /^\d+\.\d+\.\d+/.test(version) ? version : null;
}
