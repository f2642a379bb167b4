/**
 * Whether the launchers are what `init` would write: whoever replaces one answers for the gate. By their bytes alone;
 * nothing is started for it.
 */
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { readText } from "@intentgate/world";
import { programFile } from "../program/app-folder.ts";
import { isProgram } from "../program/program-on-path.ts";
import { version } from "../program/version.ts";
import { launcherPath, launcherTexts, launcherVersion } from "./launcher.ts";
import { TEMP_FOLDERS } from "./launcher-surroundings.ts";
import { serverLauncherPath, serverLauncherText } from "./server-launcher.ts";

export interface LauncherPlace {
  state: string;
  root: string;
  env: NodeJS.ProcessEnv;
}

interface Written {
  program: string;
  node: string;
  env: NodeJS.ProcessEnv;
}

/** Null where nothing speaks against them. */
export function launcherDoubt(place: LauncherPlace): string | null {
  const { state } = place;
  return (
    doubtAt(launcherPath(state), place, ({ program, ...options }) => launcherTexts(state, program, options)) ??
    doubtAt(serverLauncherPath(state), place, ({ program, ...options }) => [
      serverLauncherText(state, program, options),
    ])
  );
}

function doubtAt(path: string, place: LauncherPlace, texts: (written: Written) => readonly string[]): string | null {
  if (!isProgram(path)) return `the command it names is missing or no program: ${path}`;
  if (lstatSync(path).isSymbolicLink()) return `the command it names is a link, which \`init\` never makes: ${path}`;
  const text = readText(path) ?? "";
  const [program, node] = [valueIn(text, "program"), valueIn(text, "node")];
  if (program === undefined || node === undefined) return other(path, place);
  for (const [started, own] of [
    [program, programFile()],
    [node, process.execPath],
  ] as const) {
    if (!existsSync(started)) return `what the command ${path} starts is gone: ${started}`;
    if (realpathSync(started) !== realpathSync(own)) return `the command ${path} starts ${started}, and this is ${own}`;
  }
  const temps = TEMP_FOLDERS.map((name) => [name, valueIn(text, name)] as const);
  const wide = temps.find(([, folder]) => folder !== undefined && holdsMore(folder, place));
  if (wide !== undefined) return `the command ${path} takes ${wide[1]} for a folder of temporary files`;
  // Shells of one person differ in these.
  const env = { ...place.env, ...Object.fromEntries(temps) };
  return texts({ program, node, env }).includes(text) ? null : other(path, place);
}

function other(path: string, { state }: LauncherPlace): string {
  const written = launcherVersion(state);
  const isOther = written !== null && written !== "unknown" && written !== version;
  const by = isOther ? `; it says that version ${written} wrote it, and this is ${version}` : "";
  return `the command it names is not as \`intentgate init\` writes it: ${path}${by}`;
}

/** What lies there may be written by anybody: so nothing that counts may. */
function holdsMore(folder: string, { state, root, env }: LauncherPlace): boolean {
  const around = join(folder, sep);
  return [state, root, env.HOME].some((one) => one !== undefined && `${one}${sep}`.startsWith(around));
}

/** Undefined where it is not set, as in an environment. */
function valueIn(text: string, name: string): string | undefined {
  const [, quoted] = new RegExp(`^${name}='(.*?)'(?:; export ${name})?$`, "m").exec(text) ?? [];
  return quoted?.replaceAll("'\\''", "'");
}
