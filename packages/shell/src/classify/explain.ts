/** The parts of a command and what each does, for a person. */

import type { Part } from "../state/walker.ts";
import type { UseEffect } from "../uses/program.ts";

export interface Explained {
  part: string;
  does: string[];
  children: Explained[];
}

export function explain({ text, effects, inside }: Part): Explained {
  return { part: text, does: [...new Set(effects.map(describeEffect))], children: inside.map(explain) };
}

export function describeEffect(effect: UseEffect): string {
  switch (effect.does) {
    case "read":
      return `reads ${effect.path}`;
    case "write":
      return `writes ${effect.path}`;
    case "delete":
      return `deletes ${effect.path}`;
    case "move":
      return `moves ${effect.from} to ${effect.to}`;
    case "write_below":
      return `writes below ${effect.folder}`;
    case "write_somewhere":
      return `writes somewhere: ${effect.why}`;
    case "git_metadata":
      return "changes the repository's own data";
    case "use_repository":
      return `goes by the settings of the repository of ${effect.metadata ?? effect.folder}`;
    case "lose_history":
      return `loses ${effect.what}`;
    case "override":
      return effect.what;
    case "move_branch":
      return `lets the branch name ${effect.revision}`;
    case "run_declared":
      return `runs ${effect.command}, as a person declared it`;
    case "load_settings":
      return `${effect.program} loads what the project holds for it, which may be code`;
    case "network":
      return `talks to ${effect.target}`;
    case "unknown":
      return `not known: ${effect.why}`;
  }
}
