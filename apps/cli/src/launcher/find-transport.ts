/** How a shell script on this machine can reach a unix socket: looked for once, when the launcher is written. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isProgram } from "../program/program-on-path.ts";

export type Transport = { kind: "perl" | "netcat"; path: string } | { kind: "none" };

/** Where the system keeps its programs. Not the path: a folder on it may be one that an agent writes to. */
const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"];
const LONGEST_MS = 5_000;

export function findTransport(folders: readonly string[] = FOLDERS): Transport {
  if (process.platform === "win32") return { kind: "none" };
  const perl = first(folders, ["perl"], isPerl);
  if (perl !== null) return { kind: "perl", path: perl };
  const netcat = process.platform === "linux" ? first(folders, ["nc.openbsd", "nc"], isNetcat) : null;
  return netcat === null ? { kind: "none" } : { kind: "netcat", path: netcat };
}

function first(folders: readonly string[], names: readonly string[], fits: (path: string) => boolean): string | null {
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => isProgram(path) && fits(path)) ?? null;
}

function isPerl(path: string): boolean {
  return outputOf(path, ["-e", "socket my $s, 1, 1, 0 and print 6 * 7"]) === "42";
}

/** Those of other makers have no \`-U\`, or do not tell the other side that the request is complete. */
function isNetcat(path: string): boolean {
  return outputOf(path, ["-h"]).includes("OpenBSD netcat");
}

function outputOf(path: string, words: readonly string[]): string {
  const { stdout, stderr } = spawnSync(path, words, { encoding: "utf8", timeout: LONGEST_MS, env: {}, input: "" });
  return `${stdout ?? ""}${stderr ?? ""}`;
}
