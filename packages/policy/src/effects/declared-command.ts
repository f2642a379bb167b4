/** Commands that a person declared in the policy: which words they vouched for. */
import { type DeclaredUse, factsOfProgram, splitLine } from "@intentgate/shell";
import { textProblem } from "../paths/path-problem.ts";
import type { CommandWrites, DeclaredCommand } from "../policy-file/policy.ts";

/** Only a command of plain words can be declared: everything else would never match its own declaration. */
export function isDeclarable(command: string): boolean {
  return plainWords(command) !== null;
}

/** Whether the whole line is one command that a person declared as one that is not contained. */
export function isExempt(commands: readonly DeclaredCommand[], line: string): boolean {
  const words = plainWords(line);
  const exempt = commands.filter(({ contain }) => !contain);
  return words !== null && exempt.length > 0 && declaredUse(exempt, words) !== null;
}

export function declaredUse(commands: readonly CommandWrites[], words: readonly string[]): DeclaredUse | null {
  for (const declared of commands) {
    const run = plainWords(declared.run);
    if (!run?.every((word, at) => words[at] === word)) continue;
    const rest = words.slice(run.length);
    // A program that hands its words to another shell lets that one see the sign that quotes hide from this one.
    if (mayFollow(declared, rest) && !rest.some(hasSigns)) {
      return { writes: declared.writes, freeWords: declared.args === "any" ? rest : [] };
    }
  }
  return null;
}

function mayFollow({ run, args }: CommandWrites, rest: readonly string[]): boolean {
  if (args === "any") {
    const name = run.trim().split(/\s/, 1)[0] ?? "";
    const behind = rest.indexOf("--");
    const own = behind < 0 ? rest : rest.slice(0, behind);
    // Options of its own say which project is meant and what runs it; those of the script stand behind `--`.
    return !factsOfProgram(name).ownOptions || own.every((word) => !word.startsWith("-") && !word.includes("="));
  }
  if (args === "none") return rest.length === 0;
  return rest.every((word) => args.includes(word));
}

/** What is longer is read no further. */
export const MAX_COMMAND = 10_000;

const signs = new Set(";&|<>$`(){}*?[]~#!\\^\n");
const unusualSpace = /[^\S \t\n]/u;
const isSign = (sign: string): boolean => signs.has(sign);

/** Null where a shell would act on one of its signs, unless single quotes hide it. */
export function plainWords(command: string): readonly string[] | null {
  const isOdd = textProblem(command.replaceAll("\t", " ")) !== null || unusualSpace.test(command);
  if (command.length > MAX_COMMAND || isOdd) return null;
  const split = splitLine(command, { isSign, isSignInQuotes: isSign, escapes: false });
  return split.ends === "all" && split.words.length > 0 ? split.words : null;
}

/** True for a word with a sign that a shell would act on if it saw it without its quotes. */
function hasSigns(word: string): boolean {
  return [...word].some(isSign);
}
