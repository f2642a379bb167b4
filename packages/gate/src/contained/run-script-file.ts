/** The script that hosts run in the place of commands. It lies in the state folder, where no tool call reaches. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { plainLine, quotedWord, shellLine } from "@intentgate/documents";
import { makeFolder, readText, replaceFile, systemProgram } from "@intentgate/world";

const NAME = "ig-run";

export function runScriptPath(stateDir: string): string {
  return join(stateDir, NAME);
}

/** Brings it to the bytes that it should have, before every line that names it. */
export async function ensureRunScript(stateDir: string, program: string): Promise<string> {
  const { runScript } = await import("@intentgate/box");
  const path = runScriptPath(stateDir);
  const text = runScript({ stateDir, hook: join(stateDir, "hook"), node: process.execPath, program });
  if (readText(path) === text && (statSync(path).mode & 0o111) !== 0) return path;
  makeFolder(stateDir);
  replaceFile(path, text, { mode: 0o755 });
  return path;
}

/**
 * What the host is to run: the command itself stands behind it as a remark, on one line, for whoever looks at it. Signs
 * that mean something to a shell are left out of it: some shells take a remark for words where a person types.
 */
export function runLine(script: string, id: string, after: string, command: string): string {
  const remark = plainLine(command, LONGEST_REMARK).replace(/[^\p{L}\p{N} ._/:@,+%=-]+/gu, "·");
  return `${shellLine([script])} ${id}${after}  # ${remark}`;
}

const LONGEST_REMARK = 200;

/**
 * What follows a line in a shell that stays: it goes to the folder that one of these files names. The host's own shell
 * reads this, outside of the box: what its path may lead to is a file of the repository.
 */
export function followFolder(told: readonly string[]): string {
  const files = told.map(quotedWord).join(" ");
  return `; __r=$?; cd -- "$(${systemProgram("cat")} ${files} 2>/dev/null)" 2>/dev/null; (exit $__r)`;
}

/** Where none of these stands in a command, its shell ends in the folder where it began. */
export function changesFolder(command: string): boolean {
  return /\b(?:cd|pushd|popd)\b/.test(command);
}

/** What a line for this command would look like, before there is one: all but its id and the names of its folders. */
export function lineLike(stateDir: string, command: string, keepsFolder: boolean): string {
  const [script, id] = [runScriptPath(stateDir), "0".repeat(32)];
  const told = [join(stateDir, "tickets", id, "folder-after"), "/tmp/intentgate-000000/folder-after"];
  return runLine(script, id, keepsFolder && changesFolder(command) ? followFolder(told) : "", command);
}

/** The id in a line that is such a one, or begins like it; null in any other. */
export function ticketIn(command: string, script: string): string | null {
  const [line, beginning] = [command.trimStart(), `${shellLine([script])} `];
  if (!line.startsWith(beginning)) return null;
  return /^[0-9a-f]{32}(?=[; ]|$)/.exec(line.slice(beginning.length))?.[0] ?? "";
}
