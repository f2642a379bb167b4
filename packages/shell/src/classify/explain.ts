/** The parts of a command and what each does, for a person. */

import type { Part } from "../state/walker.ts";
import { describeEffect } from "./describe-effect.ts";

export interface Explained {
  part: string;
  does: string[];
  children: Explained[];
}

export function explain({ text, effects, inside }: Part): Explained {
  return { part: text, does: [...new Set(effects.map(describeEffect))], children: inside.map(explain) };
}
