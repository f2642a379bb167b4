/** What the forms of `intentgate ability` have in common. */

import type { Args } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";

export interface AbilitySubverb {
  /** How many words follow its name. */
  words: 0 | 1;
  /** What that word is, for the message where it is missing. */
  takes: string;
  options: readonly string[];
  run(word: string, args: Args, io: Io): Promise<number>;
}
