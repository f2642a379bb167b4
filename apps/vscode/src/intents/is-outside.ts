import { createScope, type Intent } from "@intentgate/policy";

/** A folder is outside only where nothing below it is owned: what is inside must stay easy to find. */
export function isOutside(intent: Pick<Intent, "owned_scope" | "narrowed_to">, path: string): boolean {
  return [intent.owned_scope, ...(intent.narrowed_to === null ? [] : [intent.narrowed_to])].some((globs) => {
    const scope = createScope(globs, { ignoreCase: false });
    return !scope.covers(path) && !scope.mayCoverBelow(path);
  });
}
