/** A verb with several forms, as `intentgate intent new`: finds the form, and refuses what it does not take. */
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { refuseUsage } from "./refuse.ts";
import type { Args, Verb } from "./verb.ts";

export interface Subverb {
  /** The options that mean something to it. */
  options: readonly string[];
  words: Words;
  /** `words` are those after its name. */
  run(args: Args, io: Io, words: readonly string[]): Promise<number>;
}

/** How many words may stand after its name, and how to call them. */
interface Words {
  least: number;
  most: number;
  named: string;
}

export const noWords: Words = { least: 0, most: 0, named: "no further word" };
export const oneWord = (named: string): Words => ({ least: 1, most: 1, named: `${named}, and just one` });
/** For a form that has more to say of its words than how many they are. */
export const anyWords: Words = { least: 0, most: Number.POSITIVE_INFINITY, named: "any words" };

/** `otherwise` is the form that is meant where none is named. */
export async function runSubverb(
  verb: Verb,
  subverbs: Readonly<Record<string, Subverb>>,
  args: Args,
  io: Io,
  otherwise?: string,
): Promise<number> {
  const refuse = (message: string) => refuseUsage(io, verb.name, message);
  const known = `Known are: ${Object.keys(subverbs).join(", ")}`;
  const [first = otherwise, second] = args.words;
  if (first === undefined) return refuse(`say what shall be done. ${known}`);
  const name = Object.hasOwn(subverbs, `${first} ${second}`) ? `${first} ${second}` : first;
  const subverb = Object.hasOwn(subverbs, name) ? subverbs[name] : undefined;
  if (!subverb) return refuse(`"${verb.name} ${oneLine(name, 30)}" is not known. ${known}`);
  const words = args.words.slice(name.split(" ").length);
  const { least, most, named } = subverb.words;
  if (words.length < least || words.length > most) return refuse(`"${verb.name} ${name}" takes ${named}`);
  const isGiven = (option: string) => args.flag(option) || args.list(option).length > 0;
  const strange = Object.keys(verb.options ?? {}).find(
    (option) => isGiven(option) && !subverb.options.includes(option),
  );
  if (strange) return refuse(`"${verb.name} ${name}" has no --${strange}`);
  return subverb.run(args, io, words);
}
