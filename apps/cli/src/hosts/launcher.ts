/**
 * The command that personal settings name: a small shell script in the state folder, where no tool call reaches. It
 * stays the same to hosts whatever version stands behind it, and it stays when this program is gone. Most hosts make
 * the call when a hook breaks: so before a tool, any end but the two that mean something becomes a no.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@intentgate/workspace";
import { programOnPath } from "./find-hosts.ts";

export function launcherPath(state: string): string {
  return join(state, "hook");
}

export function writeLauncher(state: string, program: string): void {
  const path = launcherPath(state);
  const text = launcherText(program);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(state, { recursive: true, mode: 0o700 });
  rmSync(path, { force: true }); // with it goes a mode that would not let it run
  replaceFile(path, text, { mode: 0o755 });
}

export function removeLauncher(state: string): void {
  rmSync(launcherPath(state), { force: true });
}

function launcherText(program: string): string {
  return `#!/bin/sh
# What agents start for every event: written by \`intentgate init\`.
${quoted(program)} hook "$@"
${guard}
`;
}

const install = "Intentgate gave no answer, so the call is refused. Install it: npm install -g intentgate";

/** For a shell, after the hook: in every case where it did not answer, the answer that the host understands. */
const guard = `code=$?
case "$code $*" in
  "0 "* | "2 "*) exit $code ;;
  *PreToolUse | *preToolUse | *BeforeTool | *.before) echo "${install}" >&2; exit 2 ;;
  *tool_call) echo "{\\"cancel\\":true,\\"errorMessage\\":\\"${install}\\"}" ;;
esac
exit 0`;

/** The same in one line that names no path: for settings that a whole team shares. One quoted word is the same to every shell. */
export function teamCommand(): string {
  const lines = ['"$0" hook "$@"', ...guard.split("\n").map((line) => line.trim())];
  const script = lines.join("; ").replace("in; ", "in ").replaceAll(";;; ", ";; ");
  return `sh -c '${script}' intentgate`;
}

/** What an installation puts on the path outlives the version behind it. */
export function stableName(program: string, path: string): string {
  const found = programOnPath("intentgate", path);
  return found !== null && realpathSync(found) === realpathSync(program) ? found : program;
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
