/** Commands that a person declared in the policy: which words they vouched for. */

import type { DeclaredUse } from "@intentgate/shell";
import type { DeclaredCommand } from "../policy-file/policy.ts";
import { hasSigns, plainWords } from "./shell-words.ts";

/** Only a command of plain words can be declared: everything else would never match its own declaration. */
export function isDeclarable(command: string): boolean {
  return plainWords(command).ok;
}

export function declaredUse(commands: readonly DeclaredCommand[], words: readonly string[]): DeclaredUse | null {
  for (const declared of commands) {
    const run = plainWords(declared.run);
    const isStart = run.ok && run.words.every((word, at) => words[at] === word);
    if (!isStart) continue;
    const rest = words.slice(run.words.length);
    // A program that hands its words to another shell lets that one see the sign that quotes hide from this one.
    if (mayFollow(declared, rest) && !rest.some(hasSigns)) {
      return { writes: declared.writes, freeWords: declared.args === "any" ? rest : [] };
    }
  }
  return null;
}

/** These take options of their own, that say which project is meant and what runs it; those of the script stand behind `--`. */
const runners = new Set([
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "npx",
  "make",
  "gmake",
  "just",
  "task",
  "cargo",
  "go",
  "mvn",
  "gradle",
]);

function mayFollow({ run, args }: DeclaredCommand, rest: readonly string[]): boolean {
  if (args === "any") {
    const name = run.trim().split(/\s/, 1)[0] ?? "";
    const behind = rest.indexOf("--");
    const own = behind < 0 ? rest : rest.slice(0, behind);
    return !runners.has(name) || own.every((word) => !word.startsWith("-") && !word.includes("="));
  }
  if (args === "none") return rest.length === 0;
  return rest.every((word) => args.includes(word));
}
