import { createScope, type Intent } from "@intentgate/policy";

/** A folder is outside only where nothing below it is owned: what is inside must stay easy to find. */
export function isOutside(intent: Pick<Intent, "owned_scope" | "narrowed_to">, path: string): boolean {
  return [intent.owned_scope, ...(intent.narrowed_to === null ? [] : [intent.narrowed_to])].some((globs) => {
    const scope = createScope(globs, { ignoreCase: false });
    return !scope.covers(path) && !scope.mayCoverBelow(path);
  });
}

/** The globs of a line that a person typed: separated by commas, of which those inside braces belong to a glob. */
export function globsIn(text: string): string[] {
  const globs: string[] = [];
  let [glob, depth] = ["", 0];
  for (const letter of `${text},`) {
    if (letter === "{") depth += 1;
    if (letter === "}") depth = Math.max(0, depth - 1);
    if (letter === "," && depth === 0) {
      globs.push(glob.trim());
      glob = "";
    } else glob += letter;
  }
  // A brace that nobody closed: the rest is one glob, and the check says what is wrong with it.
  if (depth > 0) globs.push(glob.slice(0, -1).trim());
  return globs.filter((one) => one !== "");
}
