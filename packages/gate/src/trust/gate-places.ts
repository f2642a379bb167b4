/** Where the gate itself lies: its state folders and the program that runs, with the links that lead there. */
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { hosts } from "@intentgate/hosts";
import { stateDir } from "@intentgate/sidecar";
import { onSystemError, realFolder } from "@intentgate/world";

export interface GatePlaces {
  stateDirs: string[];
  programs: string[];
}

/** What of the program's folder runs; the rest of it is sources where the gate is worked on under its own eyes. */
const RUNNING = ["bin", "dist"];
const MOST_LINKS = 40;

/** `program`: null where nobody named it, and it is what this process was started with, if that is ours. */
export function gatePlaces(chosen: string, program: string | null, env: NodeJS.ProcessEnv): GatePlaces {
  const dirs = possibleStateDirs(chosen, env);
  const real = dirs.flatMap((dir) => realFolder(dir) ?? []);
  return { stateDirs: [...new Set([...dirs, ...real])], programs: programPlaces(program, env.PATH ?? "") };
}

/** Settings and credentials of agents: a command has no business with either. */
export function agentPlaces(userHome: string): string[] {
  return hosts.flatMap(({ control }) => control.inHome).map((path) => join(userHome, path));
}

/**
 * Every folder that some start of the gate by this user may take for its own: a variable that a project's files set
 * leads one process elsewhere, and the folder of all the others stays what it is.
 */
function possibleStateDirs(chosen: string, env: NodeJS.ProcessEnv): string[] {
  const homes = [...new Set([env.HOME ?? "", homedir(), accountHome() ?? ""])].filter(isAbsolute);
  const byDefault = homes.map((HOME) => stateDir({ LOCALAPPDATA: env.LOCALAPPDATA, HOME }));
  return [...new Set([chosen, stateDir(env), ...byDefault])];
}

/** Null for a user that the system has no entry of, as in some containers. */
function accountHome(): string | null {
  return onSystemError("any", null, () => userInfo().homedir);
}

function programPlaces(named: string | null, path: string): string[] {
  const started = process.argv[1] ?? "";
  const program = realFolder(named ?? started);
  if (program === null || (named === null && !isOurs(program))) return [process.execPath];
  const onPath = path.split(delimiter).filter(isAbsolute);
  const names = new Set([named ?? "", started, ...onPath.map((folder) => join(folder, "intentgate"))]);
  names.delete(program); // what lies where its name says is reached through no link
  const links = [...names]
    // Most folders of a search path hold nothing of ours, and an error for each takes time.
    .filter((name) => isAbsolute(name) && existsSync(name) && realFolder(name) === program)
    .flatMap(linksTo);
  const folder = dirname(dirname(program));
  return [...new Set([process.execPath, program, ...RUNNING.map((name) => join(folder, name)), ...links])];
}

function isOurs(program: string): boolean {
  return (
    basename(program, program.slice(program.lastIndexOf("."))) === "intentgate" && basename(dirname(program)) === "bin"
  );
}

/** Each link on the way, spelled as its folder really lies. */
function linksTo(path: string): string[] {
  const links: string[] = [];
  let open = path.split("/").filter((name) => name !== "");
  let at = "/";
  for (let name = open.shift(); name !== undefined && links.length < MOST_LINKS; name = open.shift()) {
    const next = resolve(at, name);
    if (!statOf(next)?.isSymbolicLink()) at = next;
    else {
      links.push(next);
      open = [
        ...resolve(at, readlinkSync(next))
          .split("/")
          .filter((one) => one !== ""),
        ...open,
      ];
      at = "/";
    }
  }
  return links;
}

function statOf(path: string) {
  return onSystemError("any", null, () => lstatSync(path, { throwIfNoEntry: false }) ?? null);
}
