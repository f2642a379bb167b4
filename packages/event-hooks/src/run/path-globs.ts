/** Globs of hooks mean what globs of a scope mean. */
import { createScope, globProblem, type Scope } from "@intentgate/policy";
import type { PathGlobs } from "../declared/match-hook.ts";

export function createPathGlobs(ignoreCase: boolean): PathGlobs {
  /** Made when a path is first held against it: of most hooks nobody ever needs it. */
  const scopes = new WeakMap<readonly string[], Scope>();
  return {
    problem: globProblem,
    covers(globs, path) {
      const scope = scopes.get(globs) ?? createScope(globs, { ignoreCase });
      scopes.set(globs, scope);
      if (!path.endsWith("/")) return scope.covers(path);
      return scope.mayCoverBelow(path === "./" ? "" : path.slice(0, -1));
    },
  };
}
