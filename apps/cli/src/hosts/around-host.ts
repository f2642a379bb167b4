/** The files around a host, as one environment shows them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import type { Around, FileLook, Host } from "@intentgate/hosts";
import { linesFromEnd } from "@intentgate/world";

export interface HostPlace {
  root: string;
  /** The root or a folder below it. */
  startedIn: string;
  env: Readonly<Record<string, string | undefined>>;
}

export function aroundHost(host: Host, { root, startedIn, env }: HostPlace, hooksIn: Around["hooksIn"]): Around {
  const home = env.HOME || homedir();
  return { hooksIn, root, startedIn, home, ownFolder: ownFolderOf(host, env, home), look: lookAt, lastLine, list };
}

/** Where a host keeps its own files, as this environment says. */
export function ownFolderOf(
  { install }: Host,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const { path, variable } = install.ownFolder;
  const named = variable === null ? undefined : env[variable];
  return named && isAbsolute(named) ? named : join(home, path);
}

const MOST_BYTES = 5_000_000;

export function lookAt(path: string): FileLook {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return { kind: "absent" };
    return found.isFile() && found.size <= MOST_BYTES
      ? { kind: "text", text: readFileSync(path, "utf8") }
      : { kind: "closed" };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return error.code === "ENOENT" || error.code === "ENOTDIR" ? { kind: "absent" } : { kind: "closed" };
  }
}

function lastLine(path: string, having: string): string | null {
  try {
    for (const line of linesFromEnd(path)) if (line.includes(having)) return line;
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return [];
  }
}
