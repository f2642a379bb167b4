/** What keeps a host from running our hooks although they stand in its settings, as far as files tell. */
import type { HostName } from "./event.ts";
import type { Switch } from "./install.ts";

/** The files around a host. */
export interface Around {
  /** Where the hooks stand that this is about: in the repository, or in the person's own settings. */
  hooksIn: "root" | "user";
  root: string;
  /** The root, or a folder below it. */
  startedIn: string;
  /** Of the person. */
  home: string;
  /** The folder that the host has in the home folder. */
  ownFolder: string;
  look(path: string): FileLook;
  /** The last line of a file with this text in it; null where there is none, or nobody can look. */
  lastLine(path: string, having: string): string | null;
  /** The names of what lies in a folder; none where there is no such folder. */
  list(folder: string): readonly string[];
}

/** `closed`: something is there, and nobody could look into it. */
export type FileLook = { kind: "absent" } | { kind: "closed" } | { kind: "text"; text: string };

export interface Silence {
  host: HostName;
  /** The file that says it. */
  where: string;
  why: string;
  remedy: string;
  /** What a person may have on their list, by these words, as nobody knows whether it harms; null: it does. */
  doubt: string | null;
  /** A call that was refused does not disprove it: it leads our hook astray, or was not part of the run. */
  outlivesProof: boolean;
}

/** A file that the host reads, and what in it would silence or steer our hooks. */
export interface WatchedFile {
  /** In the folder where it is started, every one above it and the home folder; in its own folder; or from the top. */
  at: "above" | "own" | "top";
  /** In a name, `*` stands for any part of it. */
  path: string;
  /** `variables`: for the environment; `bunfig`: of a runtime, which can name code to be run first. */
  kind: "json" | "toml" | "variables" | "bunfig";
  /** In a key, `*` stands for every name. */
  switches: readonly Switch[];
  /** Where it sets variables for the host, and so for our hook; null: nowhere. */
  env: readonly string[] | null;
}

export interface Silencing {
  watched: readonly WatchedFile[];
  /** What else keeps them from running: folders and hooks that nobody has trusted. */
  distrust(around: Around): Silence[];
  /** Its own variables by which it leaves hooks or plugins out, looks for its settings elsewhere, or trusts what nobody trusted. */
  variables: RegExp | null;
  /** Those among them by which it leaves hooks out when a person's own shell sets them. */
  leavesOut: RegExp | null;
  /** Its own variables that its settings may set without harm. */
  harmless: RegExp | null;
}

/** Of a host whose files tell nothing of it. */
export const noSilencing: Silencing = {
  ...{ watched: [], distrust: () => [], variables: null, leavesOut: null, harmless: null },
};

/** The text of a file of the repository, of the host's own folder, or from the top; null where none can be read. */
export const rootText = (around: Around, path: string): string | null => textOf(around, `${around.root}/${path}`);
export const ownText = (around: Around, path: string): string | null => textOf(around, `${around.ownFolder}/${path}`);

export function textOf(around: Around, path: string): string | null {
  const found = around.look(path);
  return found.kind === "text" ? found.text : null;
}
