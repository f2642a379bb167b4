/** What a shell command touches: the whole way from its text to a risk and the paths. */
import type { Risk } from "@intentgate/engine";
import { runTraps } from "../builtins/running.ts";
import { wordValue } from "../expand/words.ts";
import { findProgram } from "../programs/program-list.ts";
import type { PlacedEffect } from "../state/place-effect.ts";
import { startState } from "../state/shell-state.ts";
import { changesSomething, type Declared, type Part, type Stages, TooMuch, Walker } from "../state/walker.ts";
import { isCommonScript } from "../syntax/common-script.ts";
import { parseCommand } from "../syntax/parse-command.ts";
import type { Program } from "../uses/program.ts";
import { runWords } from "../walk/run-words.ts";
import { walkCommand, walkList, walkScript } from "../walk/walk.ts";
import { describeEffect, type Explained, explain } from "./explain.ts";
import { hasDoubtfulComment, type Keeping, noteWhatOutlives } from "./outlives.ts";
import { hasUnwalked } from "./unwalked.ts";

export interface ShellResult {
  risk: Risk;
  effects: PlacedEffect[];
  reads: string[];
  writes: string[];
  /** One sentence for each thing that is not understood. */
  why: string[];
  /** Folders that must exist for the paths to be right: a `cd` that fails leaves the rest elsewhere. */
  assumes: string[];
  /** Folders that the command makes and enters: nothing but a folder may stand there. */
  makes: string[];
  /** Patterns given to programs: a name that begins with a dash would be an option to them. */
  patterns: string[];
  /** Folders that must be no links for the paths to be right: `link/../x` lies beside what the link leads to. */
  leaves: string[];
  /** A part of it may run more than once. */
  mayRepeat: boolean;
  /** The words of everything that may run, joined by spaces; U+FFFC stands for what is not known. */
  ran: string[];
  tree: Explained;
}

export interface ShellOptions {
  /** Where the command starts; null: not known, so that a relative target is not known either. */
  cwd: string | null;
  find?: (name: string) => Program | undefined;
  declared?: Declared;
  /** What becomes of the shell afterwards; left out: nobody has said. */
  keeping?: Keeping;
  /** Which shell reads it; `any`: perhaps not one of the kind of `sh`. */
  read?: "bash" | "any";
}

const stages: Stages = {
  script: walkScript,
  list: walkList,
  words: runWords,
  body: (walker, body, state, streams) =>
    body.type === "CompoundList" ? walkList(walker, body, state, streams) : walkCommand(walker, body, state, streams),
  value: wordValue,
};

export function classifyShell(command: string, options: ShellOptions): ShellResult {
  const isKept = options.keeping === "kept";
  const walker = new Walker(command, options.find ?? findProgram, stages, options.declared ?? null, isKept);
  const parsed = parseCommand(command);
  if ("problem" in parsed) walker.unknown(parsed.problem);
  else {
    try {
      const state = startState(options.cwd === null ? null : "");
      walker.script(parsed.script, state, { stdin: { kind: "none" }, stdoutTaken: false, seen: true });
      runTraps(walker);
      walker.noteReopened(state);
      const isMissed = [parsed.script, ...walker.scripts].some((script) => hasUnwalked(script, walker.walked));
      if (isMissed) walker.unknown("a part of it was not looked at");
      noteWhatOutlives(walker, state, options.keeping ?? "unclear");
      if (isKept && hasDoubtfulComment(command)) {
        walker.unknown("the shell that stays may take a comment for words");
      }
      if (options.read === "any" && !isCommonScript(command)) walker.unknown("which shell reads it is not known");
    } catch (error) {
      if (!(error instanceof TooMuch) && !(error instanceof RangeError)) throw error;
      walker.effects.push({ does: "unknown", why: error.message, part: command.slice(0, 200) });
    }
  }
  return new Result(walker);
}

class Result implements ShellResult {
  readonly risk: Risk;
  readonly effects: PlacedEffect[];
  readonly reads: string[];
  readonly writes: string[];
  readonly why: string[];
  readonly assumes: string[];
  readonly makes: string[];
  readonly patterns: string[];
  readonly leaves: string[];
  readonly mayRepeat: boolean;
  readonly ran: string[];
  private readonly whole: Part;

  constructor({ effects, assumed, made, patterns, left, mayRepeat, ran, whole }: Walker) {
    this.effects = withoutRepeats(effects);
    const reads: string[] = [];
    const writes: string[] = [];
    const why: string[] = [];
    let changes = false;
    for (const effect of this.effects) {
      if (effect.does === "read") reads.push(effect.path);
      else if (effect.does === "unknown") why.push(`${effect.part}: ${effect.why}`);
      else if (changesSomething(effect)) {
        changes = true;
        if (effect.unlessFolder === undefined) writes.push(...writtenPaths(effect));
      }
    }
    this.risk = why.length > 0 ? "UNKNOWN" : changes ? "DESTRUCTIVE" : "SAFE";
    this.reads = unique(reads);
    this.writes = unique(writes);
    this.why = unique(why);
    this.assumes = unique(assumed);
    this.makes = unique(made);
    this.patterns = unique(patterns);
    this.leaves = unique(left);
    this.mayRepeat = mayRepeat;
    this.ran = unique(ran);
    this.whole = whole;
  }

  /** Made when it is asked for: few who classify explain. */
  get tree(): Explained {
    return explain(this.whole);
  }
}

/** A loop is walked more than once. */
function withoutRepeats(effects: readonly PlacedEffect[]): PlacedEffect[] {
  if (effects.length < 2) return [...effects];
  if (effects.length > 8) return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
  const kept: PlacedEffect[] = [];
  for (const effect of effects) if (!kept.some((other) => isSame(effect, other))) kept.push(effect);
  return kept;
}

/** Asks first for what nearly always differs and is quickly compared. */
function isSame(one: PlacedEffect, other: PlacedEffect): boolean {
  if (one.does !== other.does || one.part !== other.part) return false;
  return describeEffect(one) === describeEffect(other) && JSON.stringify(one) === JSON.stringify(other);
}

function unique(texts: string[]): string[] {
  if (texts.length < 2) return texts;
  return texts.length > 8 ? [...new Set(texts)] : texts.filter((text, at) => texts.indexOf(text) === at);
}

function writtenPaths(effect: PlacedEffect): string[] {
  switch (effect.does) {
    case "write":
      return [effect.metadata ? metadataOf(effect.path.slice(0, effect.path.lastIndexOf("/.git/"))) : effect.path];
    case "delete":
      return [effect.path];
    case "move":
      return [effect.from, effect.to];
    case "write_below":
      return [effect.folder === "/" ? "/**" : `${effect.folder}/**`];
    case "write_somewhere":
      return ["?"];
    case "git_metadata":
      return [metadataOf(effect.folder)];
    default:
      return [];
  }
}

/** Of a repository that the start folder may lie in, or of one elsewhere. */
function metadataOf(folder: string): string {
  return /^(\/|~|\.\.)/.test(folder) ? `${folder}/.git/**` : ".git/**";
}
