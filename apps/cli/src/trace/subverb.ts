/** What the forms of `intentgate trace` have in common. */

import type { Args } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";

export interface TraceSubverb {
  /** The options that mean something to it. */
  options: readonly string[];
  /** How many words stand after its name: an id, or a file. */
  words: 0 | 1;
  run(args: Args, io: Io): Promise<number>;
}
