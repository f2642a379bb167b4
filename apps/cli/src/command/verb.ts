/** What a verb is: one definition gives parsing, help, completion and the reference page. */
import type { Io } from "../terminal/io.ts";

export interface Option {
  type: "string" | "boolean";
  multiple?: boolean;
  short?: string;
  /** What stands for the value in the help, e.g. `GLOB`. */
  value?: string;
  help: string;
}

/** An option with a value. `value` stands for it in the help. */
export function text(value: string, help: string, more: Pick<Option, "multiple" | "short"> = {}): Option {
  return { type: "string", value, help, ...more };
}

export function flag(help: string, more: Pick<Option, "short"> = {}): Option {
  return { type: "boolean", help, ...more };
}

export interface Verb {
  name: string;
  /** Arguments as shown after the verb's name, one line a form. */
  usage: string[];
  /** Words that may stand first after the verb. */
  subverbs?: readonly string[];
  options?: Record<string, Option>;
  /** From the first word on, everything belongs to another program. */
  passesOn?: true;
  /** What to type, and what it does. */
  examples: Readonly<Record<string, string>>;
  /** Further paragraphs for the help. */
  notes?: string[];
  run(args: Args, io: Io): Promise<number>;
}

/** A verb before it is loaded: what the overview says of it. */
export interface ListedVerb {
  name: string;
  /** One line; starts with a verb, no full stop. */
  summary: string;
  load(): Promise<{ verb: Verb }>;
}

export interface Args {
  words: string[];
  /** `--` stands before the first word. */
  isAfterDashes: boolean;
  /** Set by `--name value`; the last one where it was given several times. */
  text(name: string): string | undefined;
  list(name: string): string[];
  flag(name: string): boolean;
}

export const exitCodes = {
  done: 0,
  failed: 1,
  denied: 2,
  wouldAsk: 3,
  badInput: 64,
} as const;

/** An answer as this run prints everything: the value for a program, or the text for a person, a line each. */
export function tell(io: Io, value: unknown, text: string | readonly string[]): number {
  if (io.json) io.printJson(value);
  else for (const line of [text].flat()) io.print(line);
  return exitCodes.done;
}
