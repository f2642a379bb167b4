/** What keeps a host from running our hooks although they stand in its settings, as far as files tell. */
import type { HostName } from "../host.ts";
import { member } from "../install/hook-groups.ts";
import type { Json } from "../install/install.ts";
import { plainValue, readJsonTree } from "../install/json-tree.ts";

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

/** The host's folder in the user's home, and the variable by which people move it. */
export interface OwnFolder {
  path: string;
  variable: string | null;
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

export function switchedOffAround(
  { name, switches }: { name: HostName; switches: readonly SwitchFile[] },
  around: Around,
): Silence[] {
  return switches.flatMap(({ at, path, key, when, why }) => {
    const text = at === "root" ? around.inRoot(path) : at === "own" ? around.own(path) : around.system(path);
    const value = text === null ? undefined : valueIn(text, key);
    if (value === undefined || !when(value)) return [];
    const remedy = at === "system" ? "An administrator set it: ask them." : `Take \`${key.join(".")}\` out of ${path}.`;
    return [{ host: name, where: path, why: `${key.join(".")}: ${why}`, remedy }];
  });
}

export const isTrue = (value: Json): boolean => value === true;
export const isFalse = (value: Json): boolean => value === false;
export const namesUs = (value: Json): boolean => Array.isArray(value) && value.some((one) => one === "intentgate");

/** The switch that several hosts have under this name. */
export const allHooksOff = { key: ["disableAllHooks"], when: isTrue, why: "it switches all hooks off" };

/** Undefined where it does not stand there, or the file is not JSON. */
export function valueIn(text: string, key: readonly string[]): Json | undefined {
  const tree = readJsonTree(text);
  if (!tree.ok || tree.root === null) return undefined;
  let value: Json | undefined = plainValue(tree.root);
  for (const name of key) {
    value = value === undefined ? undefined : member(value, name);
  }
  return value;
}

/** Whether a path is a folder or lies below it; both absolute, as the host writes them. */
export function isBelow(path: string, folder: string): boolean {
  const base = folder.endsWith("/") ? folder : `${folder}/`;
  return `${path}/`.startsWith(base);
}
