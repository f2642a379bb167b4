/** What all stages of one classification share: where effects go, how much may be done, how stages call each other. */
import type { CompoundList, Function as FunctionNode, ParsedScript, SyntaxNode, Word } from "unbash";
import { parseCommand } from "../syntax/parse-command.ts";
import type { Program, UseEffect } from "../uses/program.ts";
import { SUBSTITUTED, streamOf } from "../uses/sinks.ts";
import { SharedMap } from "../values/shared-map.ts";
import type { Field, Value } from "../values/value.ts";
import { type PlacedEffect, placeEffect } from "./place-effect.ts";
import { forkState, mergeStates, type ShellState, type Trap } from "./shell-state.ts";

/** A part of the command, its own effects and those of the parts inside it. */
export interface Part {
  text: string;
  effects: PlacedEffect[];
  inside: Part[];
}

export type Stdin = { kind: "text"; text: string; dynamic: boolean } | { kind: "none" } | { kind: "unknown" };

/** Where a command reads from and whether its output goes to the next one or to a file. */
export interface Streams {
  stdin: Stdin;
  stdoutTaken: boolean;
  /** It surely runs, and what it prints surely reaches the caller. */
  seen: boolean;
}

export function readingFrom(stdin: Stdin, { stdoutTaken, seen }: Streams): Streams {
  return { stdin, stdoutTaken, seen };
}

/** It may not run, or be stopped before it has printed everything. */
export function perhaps(streams: Streams): Streams {
  return streams.seen ? { ...streams, seen: false } : streams;
}

export interface Outcome {
  /** Exactly what it prints, where that is known. */
  output: string | null;
  /** `ends`: nothing after it runs in this list. */
  status: "succeeds" | "either" | "ends";
  /** All that it prints is one number, or nothing. */
  isNumber?: true;
}

export const quiet: Outcome = { output: "", status: "either" };
export const succeeds: Outcome = { output: "", status: "succeeds" };
export const prints: Outcome = { output: null, status: "either" };

/** Over budget: caught in one place, which makes UNKNOWN of it. */
export class TooMuch extends Error {}

const MOST_STEPS = 20_000;
const DEEPEST = 60;
const MOST_NOTED = 4_000_000;

export interface Stages {
  script(walker: Walker, script: ParsedScript, state: ShellState, streams: Streams): Outcome;
  list(walker: Walker, list: CompoundList, state: ShellState, streams: Streams): Outcome;
  words(walker: Walker, words: readonly Field[], state: ShellState, streams: Streams, by: RunBy): Outcome;
  body(walker: Walker, body: FunctionNode["body"], state: ShellState, streams: Streams): Outcome;
  value(walker: Walker, word: Word, state: ShellState): Value;
}

/** Who looks up the name: `command` skips functions, `builtin` everything else, a program knows only programs. */
export type RunBy = "shell" | "command" | "builtin" | "program";

/** What a person declared about these words in this folder (as placed), with these variables set; null = nothing. */
/** `tells`: it is known to change nothing. */
export type Declared = (
  words: readonly string[],
  folder: string,
  set: readonly string[],
) => DeclaredUse | "tells" | null;

export interface DeclaredUse {
  writes: readonly string[];
  freeWords: readonly string[];
}

export class Walker {
  effects: PlacedEffect[] = [];
  /** Folders that a `cd` needs for the paths to be right. */
  readonly assumed: string[] = [];
  /** Folders that a `cd` enters and the command itself makes, unless a file is in the way. */
  readonly made: string[] = [];
  /** Effects from this one on are of commands that have worked, as `&&` goes on only then. */
  chainStart = Number.POSITIVE_INFINITY;
  /** Patterns among the words of programs that may stand for a name with a dash in front. */
  readonly patterns: string[] = [];
  /** Folders that a path leaves again by `..`: the path is right only where they are no links. */
  readonly left: string[] = [];
  /** The words of everything that may run, as it gets them. */
  readonly ran: string[] = [];
  /** A part of it may run more than once, and do more each time than the first time. */
  mayRepeat = false;
  /** Something has ended the shell, moved its output or may stop it: what prints later may reach nobody. */
  isCutShort = false;
  /** `exec` has moved the streams of the shell itself. */
  movesStreams = false;
  /** A stream of the shell may be closed, so that leading another one there fails. */
  closesStreams = false;
  /** Streams that something led to what it did not empty itself, and those that were opened by their name. */
  readonly moved = new Set<number>();
  private readonly opened = new Set<number>();
  /** One stream leads where another does. */
  linksStreams = false;
  /** The states in which an error may have dropped the rest of the line; null: there are none. */
  private dropped: ShellState | null = null;
  /** Links made by this command: a write through one reaches its target. */
  readonly links = new SharedMap<string>();
  /** The scripts that were opened, and every part of them that was looked at. */
  readonly scripts: ParsedScript[] = [];
  readonly walked = new Set<SyntaxNode>();
  /** Walked when everything else is: they run late. */
  readonly traps: Trap[] = [];
  readonly whole: Part;
  source: string;
  private part: Part;
  private steps = 0;
  private depth = 0;
  private noted = 0;
  private readonly leaving: ShellState[][] = [];

  constructor(
    source: string,
    readonly find: (name: string) => Program | undefined,
    private readonly stages: Stages,
    readonly declared: Declared | null,
    /** What earlier commands have left in the shell is there. */
    readonly isKept = false,
  ) {
    this.source = source;
    this.whole = { text: source, effects: [], inside: [] };
    this.part = this.whole;
  }

  step(): void {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new TooMuch("more steps than one command may need");
  }

  note(lines: readonly string[]): void {
    for (const line of lines) this.noted += line.length;
    if (this.noted > MOST_NOTED) throw new TooMuch("more words than one command may need");
    this.ran.push(...lines);
  }

  deeper<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new TooMuch("nested too deeply");
    try {
      return work();
    } finally {
      this.depth -= 1;
    }
  }

  script(script: ParsedScript, state: ShellState, streams: Streams): Outcome {
    const outer = this.source;
    this.source = script.source ?? outer;
    try {
      return this.deeper(() => this.stages.script(this, script, state, streams));
    } finally {
      this.source = outer;
    }
  }

  list(list: CompoundList, state: ShellState, streams: Streams): Outcome {
    return this.stages.list(this, list, state, streams);
  }

  words(words: readonly Field[], state: ShellState, streams: Streams, by: RunBy): Outcome {
    return this.deeper(() => this.stages.words(this, words, state, streams, by));
  }

  body(body: FunctionNode["body"], state: ShellState, streams: Streams): Outcome {
    return this.deeper(() => this.stages.body(this, body, state, streams));
  }

  /** A word as one text, whatever runs on the way to it. */
  value(word: Word, state: ShellState): Value {
    return this.stages.value(this, word, state);
  }

  /** A script that exists only as text: `eval`, `bash -c`, a here-document into `sh`. */
  text(text: string, state: ShellState, streams: Streams): Outcome {
    const parsed = parseCommand(text);
    if ("problem" in parsed) {
      this.unknown(parsed.problem);
      return prints;
    }
    const outer = this.source;
    this.source = text;
    try {
      this.scripts.push(parsed.script);
      return this.within(text, () => this.script(parsed.script, state, streams));
    } finally {
      this.source = outer;
    }
  }

  /** `break`, `return` …: the state there is one of those after the loop or the function. */
  leave(state: ShellState): void {
    for (const states of this.leaving) states.push(forkState(state));
  }

  /** Runs a loop or a function body; afterwards any of the states in which it was left may hold. */
  leavable<T>(state: ShellState, work: () => T): T {
    const states: ShellState[] = [];
    this.leaving.push(states);
    try {
      return work();
    } finally {
      this.leaving.pop();
      for (const left of states) mergeStates(state, left);
    }
  }

  /** An error may end the line here: bash drops what is left of it and goes on with the next one. */
  mayDrop(state: ShellState): void {
    this.isCutShort = true;
    if (this.dropped === null) this.dropped = forkState(state);
    else mergeStates(this.dropped, state);
  }

  /** The state in which errors have left the line; null: nothing in it can fail. */
  takeDropped(): ShellState | null {
    const { dropped } = this;
    this.dropped = null;
    return dropped;
  }

  /** An error in `work` reaches no further; it gives back where one may have happened. */
  holding<T>(work: () => T): { result: T; dropped: ShellState | null } {
    const outer = this.dropped;
    this.dropped = null;
    try {
      const result = work();
      return { result, dropped: this.dropped };
    } finally {
      this.dropped = outer;
    }
  }

  /** In a shell of its own: an error ends only that. */
  apart<T>(work: () => T): T {
    return this.holding(work).result;
  }

  /** Everything that `work` records is shown below this part. */
  within<T>(text: string, work: () => T): T {
    const outer = this.part;
    this.part = { text: text.length > 200 ? `${text.slice(0, 199)}…` : text, effects: [], inside: [] };
    outer.inside.push(this.part);
    try {
      return work();
    } finally {
      this.part = outer;
    }
  }

  /** What `work` records, and nothing of it is kept unless the caller does. */
  aside<T>(work: () => T): { result: T; effects: PlacedEffect[]; keep(): void } {
    const outer = this.effects;
    const { part } = this;
    const shown = { effects: part.effects, inside: part.inside };
    part.effects = [];
    part.inside = [];
    this.effects = [];
    try {
      const result = work();
      const mine = { all: this.effects, effects: part.effects, inside: part.inside };
      return {
        result,
        effects: mine.all,
        keep: () => {
          this.effects.push(...mine.all);
          part.effects.push(...mine.effects);
          part.inside.push(...mine.inside);
        },
      };
    } finally {
      this.effects = outer;
      Object.assign(part, shown);
    }
  }

  /** Believes what `work` finds only when it accuses: finding nothing is no proof of harmlessness. */
  suspect<T>(why: string, work: () => T): T {
    const tried = this.aside(work);
    tried.keep();
    if (!tried.effects.some(changesSomething)) this.unknown(why);
    return tried.result;
  }

  unknown(why: string): void {
    this.keep({ does: "unknown", why, part: this.part.text });
  }

  record(effect: UseEffect, { folder }: ShellState): void {
    for (const placed of placeEffect(effect, this.part.text, folder, this.links, this.left)) {
      const stream = writtenStream(placed);
      if (stream !== undefined) {
        this.opened.add(stream);
        continue;
      }
      this.keep(placed);
      if (placed.does === "write" && placed.linkTarget !== undefined) this.rememberLink(placed, placed.linkTarget);
    }
  }

  /** A stream that may be opened by its name leads to a file. */
  hasMoved(): boolean {
    return [1, 2, SUBSTITUTED].some((stream) => this.moved.has(stream));
  }

  /** Which of both came first is not asked: in a loop, a function or a trap it may be either. */
  noteReopened(state: ShellState): void {
    if (this.linksStreams && [1, 2].some((stream) => this.moved.has(stream)))
      for (const stream of [1, 2]) this.moved.add(stream);
    if (![...this.opened].some((stream) => this.moved.has(stream))) return;
    this.record({ does: "write_somewhere", why: "what a stream leads to is opened once more" }, state);
  }

  private rememberLink({ path, inFolder, linkTargetInFolder }: PlacedEffect & { does: "write" }, target: string): void {
    if (path !== target) this.links.set(path, target);
    if (inFolder !== undefined && linkTargetInFolder !== undefined && inFolder !== linkTargetInFolder) {
      this.links.set(inFolder, linkTargetInFolder);
    }
  }

  private keep(effect: PlacedEffect): void {
    this.effects.push(effect);
    this.part.effects.push(effect);
  }
}

export function changesSomething(effect: UseEffect): boolean {
  const { does } = effect;
  return does !== "read" && does !== "network" && does !== "use_repository" && does !== "load_settings";
}

/** `/dev/stderr` and its kind, unless it is taken away or becomes something else. */
export function writtenStream(effect: UseEffect): number | undefined {
  return effect.does === "write" && effect.linkTarget === undefined ? streamOf(effect.path) : undefined;
}
