/** What `init` writes for a host, as data: which files, and what in them is ours. */
import type { Json, JsonMap } from "../settings/json-tree.ts";
import type { HostName } from "./event.ts";

/** `personal`: kept out of the repository's history; `team`: committed, and free of anybody's paths. */
export type InstallMode = "personal" | "team";

export interface Install {
  /** The first one holds the hooks. */
  files(mode: InstallMode): readonly InstallFile[];
  /**
   * The files for the person's own settings, which hold wherever it is started: relative to the home folder, `own`
   * being the host's folder in it. Empty: it has none.
   */
  user(own: string): readonly InstallFile[];
  /** The files of a plugin of the host, its manifest first, relative to the plugin's folder. Empty: it has none. */
  plugin(): readonly InstallFile[];
  /** The events that they hook. */
  events: readonly string[];
  /** What a person must still do before the hooks run, in the order of doing. */
  trustSteps(mode: InstallMode | "user"): readonly string[];
  /** Hosts that read these files too, so that nothing is installed for them a second time. */
  alsoReadBy: readonly HostName[];
  /** Names of programs that show that the host is there. */
  programs: readonly string[];
  /** The host's folder in the user's home, and the variable by which people move it. */
  ownFolder: { path: string; variable: string | null };
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

export interface InstallSettings {
  /** What the host runs, for a POSIX shell; the names of host and event are appended. The same across versions. */
  command: string;
  /** What the host runs on Windows; null where it is not known. */
  windows: string | null;
  /** How the MCP server is started. */
  mcp: { command: string; args: readonly string[] /** Set for it, whatever the host's own says. */; env: JsonMap };
  /** The script that stands in the place of commands; null where the settings name no folder. */
  runScript: string | null;
}
