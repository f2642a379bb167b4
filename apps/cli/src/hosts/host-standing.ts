/** How hosts stand to the gate in one root, as far as files tell: nothing is started for it. */
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import {
  type Around,
  changedEntries,
  type Host,
  hosts,
  type InstallMode,
  removeFrom,
  type Silence,
  silencesOf,
} from "@intentgate/hosts";
import { rootStateDir } from "@intentgate/sidecar";
import { launcherPath } from "../launcher/launcher.ts";
import { serverLauncherPath } from "../launcher/server-launcher.ts";
import { isProgram, programOnPath } from "../program/program-on-path.ts";
import { findHosts } from "./find-hosts.ts";
import { hookSettings } from "./hook-settings.ts";
import { steeredBy } from "./loaded-files.ts";
import { openReceipt } from "./receipt.ts";
import { readSettings } from "./settings-file.ts";

export interface Standing {
  host: Host;
  /** Our hooks are there, or `init` once put them there. */
  isSetUp: boolean;
  /** How, by the entries that stand there; null where none do. */
  mode: InstallMode | null;
  /** Empty: nothing in the files speaks against the hooks being run. */
  silences: readonly Silence[];
  /** Files that would steer our hook where it is run. */
  steered: readonly Silence[];
}

export interface StandingPlace {
  root: string;
  state: string;
  env: NodeJS.ProcessEnv;
}

/** Every host that can be set up, in the order of our list. */
export function hostStandings(place: StandingPlace): Standing[] {
  const written = openReceipt(rootStateDir(place.state, place.root)).list();
  const present = findHosts({ root: place.root, home: place.env.HOME || homedir(), env: place.env });
  const isPresent = (host: Host) => present.ok && present.value.includes(host);
  return hosts
    .filter(({ install }) => install.files("personal").length > 0)
    .map((host) => {
      const found = entriesFor(host, place, isPresent(host));
      const steered = steeredBy(host, place.root, place.env);
      if (found !== null)
        return { host, isSetUp: true, mode: found.mode, silences: silencesFor(host, found, place), steered };
      const wasWritten = hookFiles(host).some(({ file }) => written.some(({ path }) => path === file.path));
      return { host, isSetUp: wasWritten, mode: null, silences: [gone(host)], steered };
    });
}

/** Where a host keeps its own files, as this environment says. */
function ownFolderOf({ install }: Host, env: NodeJS.ProcessEnv): string {
  const { path, variable } = install.ownFolder;
  const named = variable === null ? undefined : env[variable];
  return named && isAbsolute(named) ? named : join(env.HOME || homedir(), path);
}

export function aroundHost(host: Host, { root, env }: StandingPlace): Around {
  const own = ownFolderOf(host, env);
  return {
    root,
    inRoot: (path) => textAt(join(root, path)),
    own: (path) => textAt(join(own, path)),
    system: textAt,
  };
}

interface Entries {
  path: string;
  mode: InstallMode;
  /** Which of them are not as `init` writes them. */
  changed: readonly string[];
}

/**
 * Our entries that are nearest to what they should be; null where there are none. A host that reads another's settings
 * along has those too, where anybody uses it.
 */
function entriesFor(host: Host, place: StandingPlace, isPresent: boolean): Entries | null {
  const others = hosts.filter(({ install }) => isPresent && install.alsoReadBy.includes(host.name));
  const read = [host, ...others];
  const found = read.flatMap((one) => entriesIn(one, place));
  return found.sort((a, b) => a.changed.length - b.changed.length)[0] ?? null;
}

function entriesIn(host: Host, { root, state }: StandingPlace): Entries[] {
  return hookFiles(host).flatMap(({ mode, file }) => {
    const text = readSettings(root, file.path);
    if (!text.ok || !text.value?.includes("intentgate")) return [];
    const left = removeFrom(file, text.value);
    if (left.ok && left.value === text.value) return []; // the word is there, and nothing of ours
    const changed = changedEntries(file, text.value, hookSettings(mode, { root, state }));
    return [{ path: file.path, mode, changed: changed.ok ? changed.value : ["all of it"] }];
  });
}

/** The first of a host's files holds its hooks. */
function hookFiles({ install }: Host) {
  return (["personal", "team"] as const).flatMap((mode) =>
    install
      .files(mode)
      .slice(0, 1)
      .map((file) => ({ mode, file })),
  );
}

function silencesFor(host: Host, { path, mode, changed }: Entries, place: StandingPlace): Silence[] {
  const again = `Run \`intentgate init --host ${host.name}\`.`;
  const otherwise = {
    host: host.name,
    where: path,
    why: `not as \`intentgate init\` writes it: ${changed.join(", ")}`,
  };
  const missing = mode === "team" ? missingProgram(place) : missingLauncher(place);
  return [
    ...(changed.length === 0 ? [] : [{ ...otherwise, remedy: again }]),
    ...(missing === null ? [] : [{ host: host.name, where: path, why: missing, remedy: again }]),
    ...silencesOf(host, aroundHost(host, place)),
  ];
}

function missingLauncher({ state }: StandingPlace): string | null {
  const path = [launcherPath(state), serverLauncherPath(state)].find((one) => !isProgram(one));
  return path === undefined ? null : `the command it names is missing or no program: ${path}`;
}

function missingProgram({ env }: StandingPlace): string | null {
  const found = programOnPath("intentgate", env.PATH ?? "");
  return found === null ? "the command it names, `intentgate`, is not on the path" : null;
}

function gone(host: Host): Silence {
  const [file] = hookFiles(host);
  return {
    host: host.name,
    where: file?.file.path ?? "its settings",
    why: "the hooks of Intentgate are not there",
    remedy: `Run \`intentgate init --host ${host.name}\`.`,
  };
}

const MOST_BYTES = 5_000_000;

/** What cannot be read tells nothing: whether hooks run is then for the canary to show. */
function textAt(path: string): string | null {
  try {
    return statSync(path).size > MOST_BYTES ? null : readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
