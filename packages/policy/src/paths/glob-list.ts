/** Globs that a model wants a person to agree to: no more of them than a person reads, each as it looks. */
import { mostGlobsAsked } from "@intentgate/engine";
import { globProblem } from "./scope.ts";

const MOST_CHARACTERS = 4_000;

/** Why they are not put to a person, as the end of a sentence; null where they are sound. */
export function globListProblem(globs: unknown): string | null {
  if (!Array.isArray(globs) || !globs.every((glob) => typeof glob === "string")) return "is not a list of texts";
  if (globs.length > mostGlobsAsked) return `has more than ${mostGlobsAsked} entries, too many for a person to judge`;
  if (globs.reduce((sum, glob) => sum + glob.length, 0) > MOST_CHARACTERS)
    return `has more than ${MOST_CHARACTERS} characters in all, too many for a person to judge`;
  for (const glob of globs) {
    const bad = globProblem(glob);
    if (bad) return `cannot hold ${JSON.stringify(glob.slice(0, 100))}: it ${bad}`;
  }
  return null;
}
