/** Which process the host is: the nearest one above us that is no shell started just to run this program. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { codeOf } from "../errors/file-problem.ts";
import { ancestors } from "./ancestors.ts";

/** Null where everything above is a shell of that kind, or nothing is above. */
export function hostProcess(pid: number, commandOf: (pid: number) => readonly string[] = commandLine): number | null {
  for (const one of ancestors(pid)) if (!isWrapper(commandOf(one))) return one;
  return null;
}

export const shells: readonly string[] = ["sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "busybox", "env"];
const launchers = ["npx", "npx-cli.js", "npm", "npm-cli.js"];

/** Its words name this program; a shell that a person types in has no words at all. */
function isWrapper([program = "", ...words]: readonly string[]): boolean {
  const name = basename(program);
  const script = words.find((word) => !word.startsWith("-")) ?? "";
  const isLauncher = [name, ...(name === "node" ? [basename(script)] : [])].some((one) => launchers.includes(one));
  return (shells.includes(name) || isLauncher) && words.some((word) => word.includes("intentgate"));
}

export function commandLine(pid: number): readonly string[] {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (process.platform === "win32") return [];
    return execFileSync("/bin/ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .split(" ");
  } catch (error) {
    if (codeOf(error) === null && !(error instanceof Error && "status" in error)) throw error;
    return []; // ended meanwhile, or not ours to look at
  }
}
