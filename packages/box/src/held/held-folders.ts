/** Which folders a held command may write to: those that the scope covers whole, and what git ignores as output. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findRepository, onSystemError, runGit } from "@intentgate/world";
import { isEnvironment } from "../changes/environments.ts";
import { ignoredKind, isUsualOutput } from "../verdict/named-paths.ts";

/** Paths are relative to the root; "" is the root. */
export interface HeldScope {
  coversBelow(folder: string): boolean;
  mayCoverBelow(folder: string): boolean;
  /** Steers the gate, a host or git, or is the folder of what does. */
  isControl(path: string): boolean;
}

export type HeldFolders =
  | { can: true; scope: string[]; output: string[] }
  /** The scope names files, or folders that are not there: there is nothing that could be bound for writing. */
  | { can: false; why: string };

const MOST_FOLDERS = 20_000;

/** The root itself is never one of them: whoever may make files there may make one that steers the gate. */
export function heldFolders(root: string, scope: HeldScope): HeldFolders {
  const found: string[] = [];
  let looked = 0;
  const walk = (folder: string): void => {
    looked += 1;
    if (looked > MOST_FOLDERS || scope.isControl(folder)) return;
    if (folder !== "" && scope.coversBelow(folder)) found.push(folder);
    else if (scope.mayCoverBelow(folder)) for (const name of foldersIn(join(root, folder))) walk(below(folder, name));
  };
  for (const name of scope.mayCoverBelow("") ? foldersIn(root) : []) walk(name);
  if (looked > MOST_FOLDERS) return { can: false, why: "the scope lies among too many folders" };
  if (found.length === 0) return { can: false, why: "no folder that is there lies in the scope as a whole" };
  const isFree = (path: string) => !scope.isControl(path) && !found.some((one) => `${path}/`.startsWith(`${one}/`));
  return { can: true, scope: found, output: outputFolders(root).filter(isFree) };
}

function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A link is none: it leads to a folder that may lie anywhere. */
function foldersIn(folder: string): string[] {
  const entries = onSystemError("any", [], () => readdirSync(folder, { withFileTypes: true }));
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

const MOST_BYTES = 16_000_000;
const caches = /^(?:\.cache|\.vite.*)$/;

export function outputFolders(root: string): string[] {
  const repository = findRepository(root);
  const ignored = repository?.top === root ? ignoredFolders(root) : foldersIn(root).filter(isUsualOutput);
  const modules = foldersIn(join(root, "node_modules")).filter((name) => caches.test(name));
  const all = [
    ...ignored.filter((path) => ignoredKind(path) === "output" && !isEnvironment(join(root, path))),
    ...modules.map((name) => `node_modules/${name}`),
  ];
  return [...new Set(all)].filter((path) => existsSync(join(root, path)));
}

function ignoredFolders(root: string): string[] {
  const repository = findRepository(root);
  if (repository === null) return [];
  const asked = runGit(repository, {
    words: ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"],
    input: "",
    mostBytes: MOST_BYTES,
  });
  if (!asked.ok) return [];
  const names = asked.output.toString("utf8").split("\0");
  return names.flatMap((name) => (name.endsWith("/") && !name.includes("\ufffd") ? [name.slice(0, -1)] : []));
}
