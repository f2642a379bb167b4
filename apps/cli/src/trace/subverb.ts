/** What the forms of `intentgate trace` have in common. */
import type { Io } from "../io.ts";
import type { Args } from "../verb.ts";

export interface TraceSubverb {
  /** The options that mean something to it. */
  options: readonly string[];
  /** How many words stand after its name: an id, or a file. */
  words: 0 | 1;
  run(args: Args, io: Io): Promise<number>;
}
