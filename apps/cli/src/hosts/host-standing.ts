/** How hosts stand to the gate in one root, as far as files tell: nothing is started for it. */
import { homedir } from "node:os";
import {
  changedEntries,
  type Host,
  hosts,
  type InstallFile,
  type InstallMode,
  type InstallSettings,
  type Level,
  removeFrom,
  type Silence,
  silencesOf,
  silencesOfShell,
} from "@intentgate/hosts";
import { rootStateDir } from "@intentgate/sidecar";
import { launcherDoubt } from "../launcher/launcher-doubt.ts";
import { programOnPath } from "../program/program-on-path.ts";
import { openAccepted } from "./accepted.ts";
import { aroundHost, type HostPlace } from "./around-host.ts";
import { findHosts } from "./find-hosts.ts";
import { hookSettings, userHookSettings } from "./hook-settings.ts";
import { openReceipt } from "./receipt.ts";
import { readSettings } from "./settings-file.ts";
import { homeOf, userFiles } from "./user-files.ts";

export interface Standing {
  host: Host;
  /** Its program is on the path, or somebody named it. */
  isPresent: boolean;
  /** Our hooks are there, or `init` once put them there. */
  isSetUp: boolean;
  /** How, by the entries that stand in the root; null where none do. */
  mode: InstallMode | null;
  /** Everywhere that our hooks stand. */
  levels: readonly Level[];
}

export interface StandingPlace extends HostPlace {
  state: string;
  /** The main worktree's folder, where the root is a linked one; else the root. */
  mainRoot: string;
}

/** Every host that can be set up, in the order of our list. */
export function hostStandings(place: StandingPlace): Standing[] {
  const { root, mainRoot, state, env } = place;
  const roots = [...new Set([root, mainRoot])];
  const written = roots.flatMap((one) => openReceipt(rootStateDir(state, one)).list());
  const present = findHosts({ root, home: env.HOME || homedir(), env });
  const isUsed = (host: Host) => present.ok && present.value.includes(host);
  return hosts
    .filter(({ install }) => install.files("personal").length > 0)
    .map((host) => {
      const found = roots.flatMap((one) => {
        const entries = entriesFor(host, { ...place, root: one }, isUsed(host));
        return entries === null ? [] : [{ entries, from: one }];
      });
      const [own] = ownEntries(host, place);
      const wasWritten = hookFiles(host).some(({ file }) => written.some(({ path }) => path === file.path));
      return {
        host,
        isPresent:
          isNamed(host, env) ?? host.install.programs.some((one) => programOnPath(one, env.PATH ?? "") !== null),
        isSetUp: wasWritten || found.length > 0 || own !== undefined,
        mode: found.find(({ from }) => from === root)?.entries.mode ?? null,
        levels: [
          ...found.map(({ entries, from }) =>
            levelOf(from === root ? "root" : "main", host, entries, { ...place, root: from }),
          ),
          ...(own === undefined ? [] : [levelOf("user", host, own, place)]),
        ],
      };
    });
}

/** Null where nobody says. */
function isNamed({ name }: Host, { INTENTGATE_HOSTS: listed }: NodeJS.ProcessEnv): boolean | null {
  return listed === undefined || listed === "" ? null : listed.split(",").includes(name);
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
  return hookFiles(host).flatMap(({ mode, file }) => entriesAt(root, file, mode, hookSettings(mode, { root, state })));
}

/** In the person's own settings. */
function ownEntries(host: Host, { state, env }: StandingPlace): Entries[] {
  const home = homeOf(env);
  const [file] = userFiles(host, home, env);
  return file === undefined ? [] : entriesAt(home, file, "personal", userHookSettings(state));
}

function entriesAt(base: string, file: InstallFile, mode: InstallMode, settings: InstallSettings): Entries[] {
  const text = readSettings(base, file.path);
  if (!text.ok || !text.value?.includes("intentgate")) return [];
  const left = removeFrom(file, text.value);
  if (left.ok && left.value === text.value) return []; // the word is there, and nothing of ours
  const changed = changedEntries(file, text.value, settings);
  return [{ path: file.path, mode, changed: changed.ok ? changed.value : ["all of it"] }];
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

function levelOf(level: Level["level"], host: Host, { path, mode, changed }: Entries, place: StandingPlace): Level {
  const isOwn = level === "user";
  const where = isOwn ? `~/${path}` : path;
  const again = `Run \`intentgate init ${isOwn ? "--user" : `--host ${host.name}`}\`.`;
  const found = (why: string): Silence => ({
    // A trial writes the hooks of the person's own settings anew.
    ...{ host: host.name, where, why, remedy: again, doubt: null, outlivesProof: isOwn },
  });
  const accepted = openAccepted(place.state);
  const doubt = mode === "team" ? missingProgram(place) : launcherDoubt(place);
  const silences = [
    ...(changed.length === 0 ? [] : [found(`not as \`intentgate init\` writes it: ${changed.join(", ")}`)]),
    ...(doubt === null ? [] : [{ ...found(doubt), outlivesProof: true }]),
    ...silencesOfShell(host, place.env),
    ...silencesOf(host, aroundHost(host, place, isOwn ? "user" : "root")).filter((one) => !accepted.has(one)),
  ];
  return { level, where, silences };
}

function missingProgram({ env }: StandingPlace): string | null {
  const found = programOnPath("intentgate", env.PATH ?? "");
  return found === null ? "the command it names, `intentgate`, is not on the path" : null;
}
