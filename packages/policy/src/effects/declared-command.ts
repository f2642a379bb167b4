/** Commands that a person declared in the policy: which words they vouched for. */
import {
  type Canonical,
  canonicalCommand,
  checkingStart,
  type DeclaredUse,
  factsOfProgram,
  isSameCommand,
  saysOnlyHow,
  splitLine,
} from "@intentgate/shell";
import { textProblem } from "../paths/path-problem.ts";
import type { CommandWrites, DeclaredCommand } from "../policy-file/policy.ts";
import { settingsBefore } from "./settings-before.ts";

/** Only a command of plain words can be declared: everything else would never match its own declaration. */
export function isDeclarable(command: string): boolean {
  return plainWords(command) !== null;
}

/** Whether the whole line is one command that a person declared as one that is not contained. */
export function isExempt(commands: readonly DeclaredCommand[], line: string): boolean {
  const { set, command } = settingsBefore(line);
  const words = plainWords(command);
  const exempt = commands.filter(({ contain }) => !contain);
  return words !== null && exempt.length > 0 && declaredUse(exempt, words, "root", set) !== null;
}

/** Where a command runs, as its declaration sees it. `inside`: deeper, with no package of its own between; `below`: with one. */
export type Standing = "root" | "inside" | "below" | "elsewhere";

/** `set`: the variables that it is started with, which its declaration must name. */
export function declaredUse(
  commands: readonly DeclaredCommand[],
  words: readonly string[],
  standing: Standing = "root",
  set: readonly string[] = [],
): DeclaredUse | null {
  if (standing === "elsewhere") return null;
  const meant = canonicalCommand(words);
  // Scripts run at the top of their package, wherever they are called; everything else goes by the folder.
  const isAlike = standing === "root" || (standing === "inside" && meant?.does === "script");
  const checks = isAlike ? null : checkingStart(words);
  if (!isAlike && (checks === null || standing === "below")) return null;
  for (const declared of commands) {
    if (!set.every((name) => declared.variables.includes(name))) continue;
    const run = plainWords(declared.run);
    // Whoever may give it any words may give it any folder of the project.
    if (run === null || (!isAlike && (declared.args !== "any" || declared.run !== checks))) continue;
    const isSpelledOut = run.every((word, at) => words[at] === word);
    const use =
      (isSpelledOut ? useOfDeclared(declared, words.slice(run.length)) : null) ?? sameCommand(declared, run, meant);
    if (use !== null) return use;
  }
  return null;
}

/** The same command in other words. */
function sameCommand(declared: CommandWrites, run: readonly string[], meant: Canonical | null): DeclaredUse | null {
  const wanted = meant && canonicalCommand(run);
  if (!wanted || !isSameCommand(wanted, meant)) return null;
  if (!wanted.rest.every((word, at) => meant.rest[at] === word)) return null;
  const rest = meant.rest.slice(wanted.rest.length);
  const { args } = declared;
  const follows = args === "any" || (args === "none" ? rest.length === 0 : rest.every((word) => args.includes(word)));
  return follows && !rest.some(hasSigns) ? useFor(declared, rest) : null;
}

function useOfDeclared(declared: CommandWrites, rest: readonly string[]): DeclaredUse | null {
  return mayFollow(declared, rest) ? useFor(declared, rest) : null;
}

function useFor({ writes, args }: CommandWrites, rest: readonly string[]): DeclaredUse {
  return { writes, freeWords: args === "any" ? rest : [] };
}

function mayFollow({ run, args }: CommandWrites, rest: readonly string[]): boolean {
  const start = plainWords(run) ?? [];
  const { ownOptions } = factsOfProgram(start[0] ?? "");
  const keepsWords = canonicalCommand(start) === null && checkingStart(start) !== null;
  // A program that hands its words to another shell lets that one see the sign that quotes hide from this one.
  if (!keepsWords && rest.some(hasSigns)) return false;
  if (args === "any") {
    const behind = rest.indexOf("--");
    // Options of its own say which project is meant and what runs it; those of the script stand behind `--`.
    return !ownOptions || saysOnlyHow(start, behind < 0 ? rest : rest.slice(0, behind));
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
