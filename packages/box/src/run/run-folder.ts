/** The folder of one run in the state folder: its layers, and what the shell around it told. */
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { commandLine, isAlive, onSystemError, replaceFile, SYSTEM_PATH, startedAt } from "@intentgate/world";
import { BEGUN, INSIDE, layerName, layers } from "../plan/box-plan.ts";

export interface RunFolder {
  path: string;
  /** When the run began, by the clock that file systems go by. */
  beganMs: number;
}

export const OWNER = "owner";
const SESSION = "session";

/** Below `runs`, which nobody but this user may look into. `session`: whose it is; null where it ends with nobody's. */
export function makeRunFolder(state: string, owner: number, session: string | null): RunFolder {
  const runs = runsIn(state);
  mkdirSync(runs, { recursive: true, mode: 0o700 });
  // Among the runs only once it says whose it is: one that nobody owns is cleared away.
  const made = mkdtempSync(join(state, "making-"));
  writeFileSync(join(made, OWNER), `${owner} ${startedAt(owner) ?? ""}`);
  if (session !== null) writeFileSync(join(made, SESSION), session);
  for (const layer of layers)
    for (const part of ["upper", "work", "merged"] as const) mkdirSync(join(made, layerName(layer, part)));
  mkdirSync(join(made, INSIDE));
  const path = join(runs, `run-${made.slice(-6)}`);
  renameSync(made, path);
  return { path, beganMs: statSync(path).ctimeMs };
}

/** It ends with this process from now on. */
export function takeRun(path: string): void {
  onSystemError(["ENOENT"], undefined, () =>
    replaceFile(join(path, OWNER), `${process.pid} ${startedAt(process.pid) ?? ""}`, { mode: 0o600 }),
  );
}

function runsIn(state: string): string {
  return join(state, "runs");
}

function allRuns(state: string): string[] {
  return existsSync(runsIn(state)) ? readdirSync(runsIn(state)).map((name) => join(runsIn(state), name)) : [];
}

/**
 * Ends what runs for these sessions, at once and with everything below it; says how many. Nobody lists then what they
 * changed, so nothing of it can be applied.
 */
export function endRuns(state: string, sessions: ReadonlySet<string>): number {
  const sessionOf = (path: string) => onSystemError(["ENOENT"], null, () => readFileSync(join(path, SESSION), "utf8"));
  return allRuns(state).filter((path) => sessions.has(sessionOf(path) ?? "") && endRun(path)).length;
}

/** The shell around the box leads a group where whoever started it made one; the box dies with the shell either way. */
function endRun(folder: string): boolean {
  const pid = Number(readNote(folder, "shell")?.toString("utf8").trim() ?? 0);
  // The number alone may be another process's by now; the name of the folder is no other's.
  if (!(pid > 1) || !commandLine(pid).includes(folder)) return false;
  const kill = (target: number) => onSystemError(["ESRCH"], false, () => process.kill(target, "SIGKILL"));
  const [ofGroup, ofShell] = [kill(-pid), kill(pid)];
  return ofGroup || ofShell;
}

/** Folders of runs whose process is gone. */
export function deadRuns(state: string): string[] {
  return allRuns(state).filter((path) => {
    const owner = join(path, OWNER);
    const [pid = "0", started = ""] = existsSync(owner) ? readFileSync(owner, "utf8").split(" ") : [];
    return !isAlive(Number(pid), started === "" ? null : started);
  });
}

/** A command may leave folders that not even their owner may enter. Those of others that came to no end go as well. */
const CLEARING = 'rm -rf -- "$1"/* 2> /dev/null || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"/*; }';

/**
 * It is gone at once for whoever looks; its bytes go beside everything else, as the system takes its time to forget
 * folders that were mounted on.
 */
export function clearRun(path: string): void {
  const over = join(dirname(dirname(path)), "over");
  const isThere = onSystemError(["ENOENT"], false, () => {
    mkdirSync(over, { recursive: true, mode: 0o700 });
    renameSync(path, join(over, `${basename(path)}-${process.pid}`));
    return true;
  });
  if (!isThere) return;
  const child = spawn("sh", ["-c", CLEARING, "sh", over], {
    detached: true,
    stdio: "ignore",
    cwd: "/",
    env: { PATH: SYSTEM_PATH },
  });
  // What stays there is cleared by the next.
  child.on("error", () => undefined);
  child.unref();
}

/** Layers that lie beside the tree. */
export type Beside = "home" | "tmp";

/** A folder below one of them that has a layer of its own, as its whole cannot have one; relative to it. */
export interface Part {
  layer: Beside;
  path: string;
  /** Something else is mounted there: it may be empty for the command. */
  isMount: boolean;
}

const PARTS = "parts";

/** As the shell around the box reads them. */
export function writeParts(folder: string, parts: readonly Part[]): void {
  writeFileSync(
    join(folder, PARTS),
    parts.map(({ layer, path, isMount }) => `${layer}\0${path}\0${isMount ? "may" : "must"}\0`).join(""),
  );
  for (const at of parts.keys())
    for (const part of ["upper", "work"] as const) mkdirSync(join(folder, `part-${at}-${part}`));
}

export function readParts(folder: string): Part[] {
  const words = onSystemError(["ENOENT"], "", () => readFileSync(join(folder, PARTS), "utf8")).split("\0");
  return words.flatMap((layer, at): Part[] =>
    at % 3 === 0 && (layer === "home" || layer === "tmp")
      ? [{ layer, path: words[at + 1] ?? "", isMount: words[at + 2] === "may" }]
      : [],
  );
}

/** Before this, whatever ended was no command. */
export function hasBegun(folder: string): boolean {
  return existsSync(join(folder, INSIDE, BEGUN));
}

/** What the shell around the box wrote; null where it did not come to that. */
export function readNote(
  folder: string,
  name:
    | ("shell" | "code" | "listed" | Beside | `part-${number}` | `${"root" | "git"}-${"upper" | "merged"}`)
    | `${"root" | Beside}-${"before" | "after"}`,
): Buffer | null {
  const file = join(folder, `told-${name}`);
  return existsSync(file) ? readFileSync(file) : null;
}
