/** Which process the host is: the nearest one above us that is no shell started just to run this program. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { factsOf, factsOfProgram } from "@intentgate/shell";
import { codeOf } from "../errors/file-problem.ts";
import { ancestors } from "./process-identity.ts";

/** Null where everything above is a shell of that kind, or nothing is above. */
export function hostProcess(pid: number, commandOf: (pid: number) => readonly string[] = commandLine): number | null {
  for (const one of ancestors(pid)) if (!isWrapper(commandOf(one))) return one;
  return null;
}

/** Its words name this program; a shell that a person types in has no words at all. */
function isWrapper([program = "", ...words]: readonly string[]): boolean {
  const { opensScripts, startsPackage } = factsOfProgram(program);
  const file = basename(words.find((word) => !word.startsWith("-")) ?? "");
  // A package manager may be a script itself: `npx` is `node …/npx-cli.js`.
  const isScript = startsPackage?.by === "path";
  const launcher = isScript ? factsOf(file.replace(/-cli\.[cm]?js$/, "")).startsPackage : startsPackage;
  return (opensScripts || launcher?.by === "name") && words.some((word) => word.includes("intentgate"));
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
