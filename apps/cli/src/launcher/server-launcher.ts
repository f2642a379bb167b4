/**
 * The command of the MCP server in personal settings: a shell script beside the hook's, as a host that loaded the `.env`
 * of a repository hands it on to servers too. To hosts it stays the same whatever version stands behind it.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { quotedWord } from "@intentgate/documents";
import { readText } from "@intentgate/world";
import { surroundings } from "./launcher-surroundings.ts";
import { writeScript } from "./write-script.ts";

export function serverLauncherPath(state: string): string {
  return join(state, "mcp");
}

interface ServerLauncherOptions {
  node?: string;
  /** The person's own, which counts from then on; by default that of this process. */
  env?: NodeJS.ProcessEnv;
}

export function writeServerLauncher(state: string, program: string, options: ServerLauncherOptions = {}): void {
  writeScript(serverLauncherPath(state), serverLauncherText(state, program, options));
}

/** Whether it stands there as this program writes it. */
export function isServerLauncherCurrent(state: string, program: string, options: ServerLauncherOptions = {}): boolean {
  return readText(serverLauncherPath(state)) === serverLauncherText(state, program, options);
}

export function serverLauncherText(state: string, program: string, options: ServerLauncherOptions): string {
  const { node = process.execPath, env = process.env } = options;
  return `#!/bin/sh
# What agents start as the MCP server of the gate: written by \`intentgate init\`.
${surroundings(state, env)}
node=${quotedWord(node)}
program=${quotedWord(program)}
[ ! -x "$node" ] || exec "$node" "$program" mcp "$@"
exec "$program" mcp "$@"
`;
}

export function removeServerLauncher(state: string): void {
  rmSync(serverLauncherPath(state), { force: true });
}
