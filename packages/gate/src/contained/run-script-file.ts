/** The script that hosts run in the place of commands. It lies in the state folder, where no tool call reaches. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { plainLine, shellLine } from "@intentgate/documents";
import { makeFolder, readText, replaceFile } from "@intentgate/world";

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

/** The id in a line that is such a one, or begins like it; null in any other. */
export function ticketIn(command: string, script: string): string | null {
  const [line, beginning] = [command.trimStart(), `${shellLine([script])} `];
  if (!line.startsWith(beginning)) return null;
  return /^[0-9a-f]{32}(?=[; ]|$)/.exec(line.slice(beginning.length))?.[0] ?? "";
}
