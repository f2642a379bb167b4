/** What all stages of one classification share: where effects go, how much may be done, how stages call each other. */
import type { Function as FunctionNode, ParsedScript } from "unbash";
import type { Program, UseEffect } from "../programs/program.ts";
import { describeEffect } from "./describe-effect.ts";
import { parseCommand } from "./parse-command.ts";
import { placeEffect } from "./place-effect.ts";
import { forkState, mergeStates, type ShellState, type Trap } from "./shell-state.ts";
import type { Field } from "./value.ts";

/** An effect whose path is placed, and the part of the command that causes it. */
export type PlacedEffect = UseEffect & { part: string };

/** A part of the command and what it does, for a person. */
export interface Explained {
  part: string;
  does: string[];
  children: Explained[];
}

export type Stdin = { kind: "text"; text: string; dynamic: boolean } | { kind: "none" } | { kind: "unknown" };

/** Where a command reads from and whether its output goes to the next one or to a file. */
export interface Streams {
  stdin: Stdin;
  stdoutTaken: boolean;
}

export interface Outcome {
  /** Exactly what it prints, where that is known. */
  output: string | null;
  /** `ends`: nothing after it runs in this list. */
  status: "succeeds" | "either" | "ends";
}

export const quiet: Outcome = { output: "", status: "either" };
export const succeeds: Outcome = { output: "", status: "succeeds" };
export const prints: Outcome = { output: null, status: "either" };

/** Over budget: caught in one place, which makes UNKNOWN of it. */
export class TooMuch extends Error {}

const MOST_STEPS = 20_000;
const DEEPEST = 60;

export interface Stages {
  script(walker: Walker, script: ParsedScript, state: ShellState, streams: Streams): Outcome;
  words(walker: Walker, words: readonly Field[], state: ShellState, streams: Streams, by: RunBy): Outcome;
  body(walker: Walker, body: FunctionNode["body"], state: ShellState, streams: Streams): Outcome;
}

/** Who looks up the name: `command` skips functions, `builtin` everything else, a program knows only programs. */
export type RunBy = "shell" | "command" | "builtin" | "program";

export class Walker {
  effects: PlacedEffect[] = [];
  /** Folders that a `cd` needs for the paths to be right. */
  readonly assumed = new Set<string>();
  /** Links made by this command: a write through one reaches its target. */
  readonly links = new Map<string, string>();
  /** Walked when everything else is: they run late. */
  readonly traps: Trap[] = [];
  readonly tree: Explained;
  source: string;
  private node: Explained;
  private steps = 0;
  private depth = 0;
  private readonly leaving: ShellState[][] = [];

  constructor(
    source: string,
    readonly find: (name: string) => Program | undefined,
    private readonly stages: Stages,
  ) {
    this.source = source;
    this.tree = { part: source, does: [], children: [] };
    this.node = this.tree;
  }

  step(): void {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new TooMuch("more steps than one command may need");
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

  words(words: readonly Field[], state: ShellState, streams: Streams, by: RunBy): Outcome {
    return this.deeper(() => this.stages.words(this, words, state, streams, by));
  }

  body(body: FunctionNode["body"], state: ShellState, streams: Streams): Outcome {
    return this.deeper(() => this.stages.body(this, body, state, streams));
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

  /** Everything that `work` records is shown below this part. */
  within<T>(part: string, work: () => T): T {
    const outer = this.node;
    this.node = { part: part.length > 200 ? `${part.slice(0, 199)}…` : part, does: [], children: [] };
    outer.children.push(this.node);
    try {
      return work();
    } finally {
      this.node = outer;
    }
  }

  /** What `work` records, and nothing of it is kept unless the caller does. */
  aside<T>(work: () => T): { result: T; effects: PlacedEffect[]; keep(): void } {
    const outer = this.effects;
    const { node } = this;
    const shown = { does: node.does, children: node.children };
    node.does = [];
    node.children = [];
    this.effects = [];
    try {
      const result = work();
      const mine = { effects: this.effects, does: node.does, children: node.children };
      return {
        result,
        effects: mine.effects,
        keep: () => {
          this.effects.push(...mine.effects);
          node.does.push(...mine.does);
          node.children.push(...mine.children);
        },
      };
    } finally {
      this.effects = outer;
      Object.assign(node, shown);
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
    this.keep({ does: "unknown", why });
  }

  record(effect: UseEffect, { folder }: ShellState): void {
    for (const placed of placeEffect(effect, folder, this.links)) this.keep(placed);
  }

  private keep(effect: UseEffect): void {
    this.effects.push({ ...effect, part: this.node.part });
    const line = describeEffect(effect);
    if (!this.node.does.includes(line)) this.node.does.push(line);
  }
}

export function changesSomething(effect: UseEffect): boolean {
  return effect.does !== "read" && effect.does !== "network";
}
