/** Which program the command of a script handler starts, or why it cannot be started. */
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, normalize, sep } from "node:path";
import { pastedWord, plainLine } from "@intentgate/documents";
import { codeOf } from "@intentgate/world";
import type { HandlerFailure } from "./handler.ts";
import { splitCommand } from "./split-command.ts";

export interface Program {
  /** A path, or a name to be looked up. */
  file: string;
  args: readonly string[];
  /** As the hook file has it. */
  name: string;
  kind: "path" | "looked_up" | "shell";
}

export interface Unusable {
  ok: false;
  why: HandlerFailure;
  message: string;
}

type FoundFile = { ok: true; path: string } | Unusable;

/** Whether it is there and executable is left to the system, which is asked anyway: `whyNotStarted` explains its answer. */
export function findProgram(root: string, command: string): { ok: true; program: Program } | Unusable {
  const split = splitCommand(command);
  if (split.kind === "unsound") {
    return unusable("broken", `the command ${named(command)} cannot be read: ${split.why}`, "Correct handler.command.");
  }
  if (split.kind === "shell") {
    // A shell would tell it by an exit code like any other.
    const found = split.first?.includes("/") ? executable(root, split.first) : null;
    if (found && !found.ok) return found;
    return { ok: true, program: { file: "/bin/sh", args: ["-c", command], name: command, kind: "shell" } };
  }
  const [name = "", ...args] = split.words;
  if (!name.includes("/")) return { ok: true, program: { file: name, args, name, kind: "looked_up" } };
  const found = placed(root, name);
  return found.ok ? { ok: true, program: { file: found.path, args, name, kind: "path" } } : found;
}

/** `code`: what the system said when it was to start the program. */
export function whyNotStarted(root: string, { name, kind }: Program, code: string): Unusable {
  if (code === "E2BIG") {
    return unusable("broken", `the command of ${named(name)} is too long`, "Shorten handler.command.");
  }
  const found = kind === "path" ? executable(root, name) : null;
  if (found && !found.ok) return found;
  if (code === "ENOENT" && !existsSync(root)) return unusable("missing", `the root ${named(root)} does not exist`, "");
  if (code === "ENOENT" && kind === "path") {
    const what = `${named(name)} names an interpreter that does not exist`;
    return unusable("missing", what, "Correct its first line.");
  }
  if (code === "ENOENT") {
    const what = `there is no program ${named(name)}`;
    return unusable("missing", what, "Install it, or write ./ before a file of the root.");
  }
  if (code === "EACCES") return notExecutable(name);
  return unusable("broken", `${named(name)} could not be started (${code})`, "");
}

export function regularFile(root: string, name: string): FoundFile {
  const found = placed(root, name);
  if (!found.ok) return found;
  try {
    if (statSync(found.path).isFile()) return found;
  } catch (error) {
    return unreachable(error, name);
  }
  return unusable("broken", `${named(name)} is not a regular file`, "Name a file.");
}

function executable(root: string, name: string): FoundFile {
  const found = regularFile(root, name);
  if (!found.ok) return found;
  try {
    accessSync(found.path, constants.X_OK);
    return found;
  } catch (error) {
    return codeOf(error) === "EACCES" ? notExecutable(name) : unreachable(error, name);
  }
}

/** A relative path stays in the root, wherever links lead. */
function placed(root: string, name: string): FoundFile {
  if (isAbsolute(name)) return { ok: true, path: name };
  const path = join(root, name);
  try {
    const real = realpathSync.native(path);
    // Without any link on the way the root is none either.
    const top = real === path ? root : realpathSync.native(root);
    if (real.startsWith(top.endsWith(sep) ? top : top + sep)) return { ok: true, path };
  } catch (error) {
    return unreachable(error, name);
  }
  return unusable("broken", `${named(name)} leads out of the root`, "Name a file in the root.");
}

function unreachable(error: unknown, name: string): Unusable {
  const code = codeOf(error);
  if (code === null) throw error;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return unusable("missing", `${named(name)} does not exist`, "Restore it, or correct the hook file.");
  }
  return unusable("broken", `${named(name)} cannot be reached (${code})`, "Check the file and its folders.");
}

function notExecutable(name: string): Unusable {
  return unusable(
    "not_executable",
    `${named(name)} is not executable`,
    `Run \`chmod +x ${pastedWord(isAbsolute(name) ? name : normalize(name))}\`.`,
  );
}

export function unusable(why: HandlerFailure, what: string, remedy: string): Unusable {
  return { ok: false, why, message: `${what}. ${remedy}`.trim() };
}

export function named(text: string): string {
  return plainLine(text, 120);
}
