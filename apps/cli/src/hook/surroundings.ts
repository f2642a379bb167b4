/**
 * What a process started for one event would know by itself, and the gate that stays must be told: the environment of
 * whoever asks. Most of it comes with the request; what the gate can only have once (the folders of the user, the git it
 * runs) must be the same as its own.
 */
import { delimiter } from "node:path";
import { programsOnPath } from "../program/program-on-path.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Change from call to call, and decide nothing. */
const PASSING = new Set(["_", "PWD", "OLDPWD", "SHLVL", "COLUMNS", "LINES"]);
/** Read from the process itself wherever they are needed. */
const ONCE = ["HOME", "TMPDIR", "TMP", "TEMP", "XDG_STATE_HOME"];
/** What a gate that nobody waits for is started with: no token, nothing that steers node, nothing that names a root. */
const STARTED_WITH = new Set([...ONCE, "PATH", "USER", "LOGNAME", "SHELL", "LANG", "TZ"]);

export function environmentFrom(entries: readonly string[]): Record<string, string> {
  const known: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const entry of entries) {
    const at = entry.indexOf("=");
    if (at > 0 && !PASSING.has(entry.slice(0, at))) known[entry.slice(0, at)] = entry.slice(at + 1);
  }
  return known;
}

/** The same text for environments that decide the same. */
export function environmentKey(env: Environment): string {
  return JSON.stringify(Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function decidesAsHere(theirs: Environment, own: Environment): boolean {
  return ONCE.every((name) => (theirs[name] ?? "") === (own[name] ?? "")) && isSameGit(theirs.PATH, own.PATH);
}

export function startEnvironment(env: Environment): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => STARTED_WITH.has(name) || /^(XDG|LC)_/.test(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** All of them: which is the first may depend on the root, as one inside it is never run. */
function isSameGit(theirs: string | undefined, own: string | undefined): boolean {
  return theirs === own || gitsOn(theirs) === gitsOn(own);
}

function gitsOn(path: string | undefined): string {
  return programsOnPath("git", path ?? "").join(delimiter);
}
