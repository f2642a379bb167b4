/**
 * One glob of a scope, matched name by name in time bounded by the lengths of glob and path.
 * Globs compiled to regular expressions backtrack: a few `**` and a long path stop the process for seconds.
 */
import { matchesName } from "@intentgate/documents";
import { foldCase } from "./fold-name.ts";
import { textProblem } from "./path-problem.ts";

const MAX_GLOB_LENGTH = 1024;

/** Characters as code points, so that `?` stands for one whatever its encoding. */
type Name = string[];

export interface Glob {
  negative: boolean;
  patterns: Pattern[];
}

interface Pattern {
  names: (Name | "**")[];
  /** A folder named outright stands for everything below it. */
  coversBelow: boolean;
}

export type ParsedGlob = { ok: true; glob: Glob } | { ok: false; problem: string };

export function parseGlob(text: string, ignoreCase: boolean): ParsedGlob {
  if (typeof text !== "string" || text === "") return { ok: false, problem: "is empty" };
  if (text.length > MAX_GLOB_LENGTH) return { ok: false, problem: `is longer than ${MAX_GLOB_LENGTH} characters` };
  const bad = textProblem(text);
  if (bad) return { ok: false, problem: bad };
  if (text.includes("\\"))
    return { ok: false, problem: "contains a backslash; folders are separated by `/`, and `[ ] ( )` need no escape" };
  const negative = text.startsWith("!");
  const body = negative ? text.slice(1) : text;
  if (body.trim() === "") return { ok: false, problem: "is empty" };
  if (body.startsWith("!")) return { ok: false, problem: "starts with more than one !" };
  const expanded = expandBraces(body.normalize("NFC"));
  if (!expanded.ok) return expanded;
  const patterns: Pattern[] = [];
  for (const each of expanded.globs) {
    const problem = shapeProblem(each);
    if (problem) return { ok: false, problem };
    patterns.push(toPattern(each, ignoreCase));
  }
  return { ok: true, glob: { negative, patterns } };
}

function shapeProblem(glob: string): string | null {
  if (glob.startsWith("/") || /^[A-Za-z]:/.test(glob)) return "is absolute; write it relative to the root";
  if (glob.startsWith("~")) return "is absolute; write it relative to the root";
  const names = glob.split("/");
  if (names.includes("..")) return "contains `..`; write it relative to the root";
  if (names.every((name) => name === "" || name === ".")) return "names the whole root; write ** if that is meant";
  return null;
}

function toPattern(glob: string, ignoreCase: boolean): Pattern {
  const folded = ignoreCase ? foldCase(glob) : glob;
  const names = folded.split("/").filter((name) => name !== "" && name !== ".");
  const last = names.at(-1) ?? "";
  const namesFolder = glob.endsWith("/") || glob.endsWith("/.");
  return {
    names: belowAtLeastOne(names).map((name) => (name === "**" ? "**" : [...name])),
    coversBelow: namesFolder || !(last.includes("*") || last.includes("?")),
  };
}

/** `src/**` covers `src` too, but `src/*` + `/**` means what lies in its folders, not the files beside them. */
function belowAtLeastOne(names: string[]): string[] {
  const before = names.findLastIndex((name) => name !== "**");
  const isOpen = before >= 0 && before < names.length - 1 && names[before]?.endsWith("*");
  return isOpen ? names.toSpliced(before + 1, 0, "*") : names;
}

export function globCovers(glob: Glob, path: readonly Name[]): boolean {
  return glob.patterns.some((pattern) => patternCovers(pattern, path));
}

/** Whether one of its patterns covers everything below the folder, whatever it is called and however deep it lies. */
export function globCoversBelow(glob: Glob, folder: readonly Name[]): boolean {
  return glob.patterns.some((pattern) => {
    const { names, coversBelow } = pattern;
    const reached = reachedAfter(pattern, folder);
    if (reached[names.length] && (coversBelow || names.at(-1) === "**")) return true;
    // Behind a `**` one is still inside of it.
    return names.some((_, at) => reached[at] && coversAny(names.slice(names[at - 1] === "**" ? at - 1 : at)));
  });
}

/** Any path of at least one name: `**`, or `**` beside a single `*`. */
function coversAny(rest: readonly (Name | "**")[]): boolean {
  const plain = rest.filter((part) => part !== "**");
  const [only] = plain;
  return plain.length < rest.length && plain.length <= 1 && (only === undefined || only.join("") === "*");
}

/** Whether something below the folder could be covered. */
export function globMayCoverBelow(glob: Glob, folder: readonly Name[]): boolean {
  return glob.patterns.some((pattern) => {
    const { names, coversBelow } = pattern;
    const reached = reachedAfter(pattern, folder);
    if (names.some((_, at) => reached[at])) return true;
    return reached[names.length] === true && (coversBelow || names.at(-1) === "**");
  });
}

function patternCovers(pattern: Pattern, path: readonly Name[]): boolean {
  return reachedAfter(pattern, path)[pattern.names.length] === true;
}

/** `reached[i]`: the first i names of the pattern can stand for the names of the path seen so far. */
function reachedAfter({ names, coversBelow }: Pattern, path: readonly Name[]): boolean[] {
  let reached = names.map(() => false);
  reached.unshift(true);
  skipEmpty(names, reached);
  for (const name of path) {
    const next = reached.map(() => false);
    names.forEach((part, at) => {
      if (part === "**") {
        if (reached[at] || reached[at + 1]) next[at + 1] = true;
      } else if (reached[at] && matchesName(part, name)) next[at + 1] = true;
    });
    // Once reached, a folder stays reached for all that lies below.
    if (coversBelow && reached[names.length]) next[names.length] = true;
    skipEmpty(names, next);
    reached = next;
  }
  return reached;
}

/** `**` may stand for no name at all. */
function skipEmpty(names: readonly (Name | "**")[], reached: boolean[]): void {
  names.forEach((part, at) => {
    if (part === "**" && reached[at]) reached[at + 1] = true;
  });
}

/** `{a,b}` in globs, with a limit on what it may grow to. */

type Expanded = { ok: true; globs: string[] } | { ok: false; problem: string };

const MAX_GLOBS = 128;

/** As in a shell: a pair of braces without a comma of its own stands for itself. */
function expandBraces(glob: string): Expanded {
  if (!isBalanced(glob)) return { ok: false, problem: "has a brace without its partner" };
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === "range") return { ok: false, problem: "uses a {a..b} range, which scopes do not know" };
    if (group === null) done.push(next);
    else for (const choice of group.choices) open.push(group.before + choice + group.after);
    if (done.length + open.length > MAX_GLOBS) {
      return { ok: false, problem: `stands for more than ${MAX_GLOBS} globs through its braces` };
    }
  }
  return { ok: true, globs: done };
}

function isBalanced(glob: string): boolean {
  let depth = 0;
  for (const character of glob) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

interface Group {
  before: string;
  choices: string[];
  after: string;
}

function firstGroup(glob: string): Group | "range" | null {
  for (let start = glob.indexOf("{"); start >= 0; start = glob.indexOf("{", start + 1)) {
    const { choices, end } = choicesFrom(glob, start);
    if (choices.length > 1) return { before: glob.slice(0, start), choices, after: glob.slice(end + 1) };
    if (choices[0]?.includes("..")) return "range";
  }
  return null;
}

function choicesFrom(glob: string, start: number): { choices: string[]; end: number } {
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  let at = start;
  for (; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth === 0) break;
    if (character === "," && depth === 1) {
      choices.push(glob.slice(from, at));
      from = at + 1;
    }
  }
  choices.push(glob.slice(from, at));
  return { choices, end: at };
}
