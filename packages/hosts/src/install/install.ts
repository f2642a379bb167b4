/** What `init` writes for a host, as data: which files, and what in them is ours. */
import type { HostName } from "../host.ts";
import type { Around, OwnFolder, Silence, SwitchFile } from "../silence/silence.ts";
import type { LoadedFile } from "../silence/steering.ts";

/** `personal`: kept out of the repository's history; `team`: committed, and free of anybody's paths. */
export type InstallMode = "personal" | "team";

export interface Install {
  /** The first one holds the hooks. */
  files(mode: InstallMode): readonly InstallFile[];
  /** What a person must still do before the hooks run, in the order of doing. */
  trustSteps(mode: InstallMode): readonly string[];
  /** Hosts that read these files too, so that nothing is installed for them a second time. */
  alsoReadBy: readonly HostName[];
  /** Names of programs that show that the host is there. */
  programs: readonly string[];
  ownFolder: OwnFolder;
  /** Where else than in these files hooks may be switched off. */
  switches: readonly SwitchFile[];
  /** What else keeps them from running: folders and hooks that nobody has trusted. */
  silences(around: Around): Silence[];
  /** What it takes out of a repository into the process of our hook. */
  loads: readonly LoadedFile[];
  /** Folders or files, in the root or the home folder, that show that it is used. */
  traces: readonly string[];
}

export interface InstallFile {
  /** With forward slashes, relative to the root of the repository. */
  path: string;
  /** To be listed in `.git/info/exclude`. */
  keepOut: boolean;
  content: FileContent;
}

export type FileContent =
  /** JSON, with comments and trailing commas where people wrote some. */
  | {
      kind: "json";
      /** What a file that was not there begins with; null: with nothing. */
      skeleton: string | null;
      claims(settings: InstallSettings): readonly Claim[];
      marks: readonly Mark[];
      /** What people may have set so that hooks do not run. */
      off: readonly Switch[];
    }
  /** A block of lines in a TOML file; `taken` are the spellings under which somebody else may have said the same. */
  | { kind: "toml"; lines(settings: InstallSettings): readonly string[]; taken: readonly string[] }
  /** A file that is ours as a whole. */
  | { kind: "own"; text(settings: InstallSettings): string /** How it begins. */; sign: string; executable: boolean };

/** One thing to stand in a settings file: a member of an object, or an element of a list. */
export type Claim = { at: readonly string[]; key: string; value: Json } | { at: readonly string[]; element: Json };

/** How to find such a thing again, whatever version wrote it. */
export type Mark =
  | { at: readonly string[]; key: string }
  | { at: readonly string[]; isOurs(element: Json): boolean }
  /** Elements of the list `inner` in each element at `at`; an element is taken away whole when nothing else is in it. */
  | { at: readonly string[]; inner: string; isOurs(element: Json): boolean };

export interface Switch {
  at: readonly string[];
  when(value: Json): boolean;
  why: string;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [key: string]: Json;
}

export interface InstallSettings {
  /** What the host runs, for a POSIX shell; the names of host and event are appended. The same across versions. */
  command: string;
  /** The same for Windows; null where it is not known. */
  windows: string | null;
  /** How the MCP server is started. */
  mcp: { command: string; args: readonly string[] /** Set for it, whatever the host's own says. */; env: JsonMap };
}

/** Must be recognised again by `isOurCommand`, or it could never be removed. */
export function hookCommand(command: string, host: HostName, event: string): string {
  return `${command} ${host} ${event}`;
}

/** For hosts that make the call where the command cannot be started: their shell says no in its place. */
export const OR_REFUSE = " || exit 2";

export function isOurCommand(command: Json | undefined, host: HostName, event: string): boolean {
  if (typeof command !== "string" || !command.includes("intentgate")) return false;
  const own = command.endsWith(OR_REFUSE) ? command.slice(0, -OR_REFUSE.length) : command;
  return own.endsWith(` ${host} ${event}`);
}

/** Of hosts that read settings from the folder they are started in, and from none above it. */
export function startHere(program: string): string {
  return `Always start \`${program}\` in the top folder of the repository: started in a folder below it, it reads none of these settings, and nothing is gated.`;
}
