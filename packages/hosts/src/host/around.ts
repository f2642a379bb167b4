/** What keeps a host from running our hooks although they stand in its settings, as far as files tell. */
import type { Json } from "../settings/json-tree.ts";
import type { HostName } from "./event.ts";

/** The files around a host; null where there is none. */
export interface Around {
  root: string;
  /** Of the repository, with forward slashes. */
  inRoot(path: string): string | null;
  /** Of the folder that the host has in the user's home. */
  own(path: string): string | null;
  /** An absolute path that an administrator writes. */
  system(path: string): string | null;
}

export interface Silence {
  host: HostName;
  /** The file that says it. */
  where: string;
  why: string;
  remedy: string;
}

/** A place where somebody may have switched hooks off. */
export interface SwitchFile {
  at: "root" | "own" | "system";
  path: string;
  /** From the top of the file to the value. */
  key: readonly string[];
  when(value: Json): boolean;
  why: string;
}

export interface LoadedFile {
  /** Below the root, a folder above it, or the home folder. */
  path: string;
  /** Variables for the environment, settings of the host that hold some, or of a runtime that can name code to be run first. */
  kind: "variables" | "settings" | "bunfig";
}

export interface Silencing {
  /** Where else than in the files that `init` writes hooks may be switched off. */
  switches: readonly SwitchFile[];
  /** What else keeps them from running: folders and hooks that nobody has trusted. */
  distrust(around: Around): Silence[];
  /** What it takes out of a repository into its own process, and so into that of our hook. */
  loads: readonly LoadedFile[];
  /** Its own variables by which it leaves hooks or plugins out, looks for its settings elsewhere, or trusts what nobody trusted. */
  variables: RegExp | null;
}

/** Of a host whose files tell nothing of it. */
export const noSilencing: Silencing = { switches: [], distrust: () => [], loads: [], variables: null };
