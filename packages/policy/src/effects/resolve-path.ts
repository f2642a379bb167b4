/** From a path as spelled to an effect, whatever comes of it. */
import type { Effect, TouchedPath } from "@intentgate/engine";
import { canonicalPath } from "../paths/canonical-path.ts";
import type { FileFacts } from "../paths/file-facts.ts";

export interface Resolver {
  /** `made` where the path stands for one place; otherwise the effect that says why not. */
  effect(spelled: string, followLast: boolean, made: (at: TouchedPath) => Effect): Effect;
  touched(spelled: string, followLast: boolean): TouchedPath | null;
  exists(spelled: string): boolean;
  same(a: string, b: string): boolean;
}

/** Remembers what stands where for the length of one call: a payload may name thousands of paths. */
export function createResolver(files: FileFacts, cwd: string | null): Resolver {
  const facts = remembering(files);
  function canonical(spelled: string, followLast: boolean) {
    return canonicalPath(spelled, cwd ?? "/", facts, { followLast });
  }
  function touched(spelled: string, followLast: boolean): TouchedPath | null {
    if (cwd === null && !spelled.startsWith("/")) return null;
    const found = canonical(spelled, followLast);
    return found.ok ? { path: spelled, absolute: found.absolute } : null;
  }
  return {
    touched,
    effect(spelled, followLast, made) {
      const found = canonical(spelled, followLast);
      if (!found.ok) return { kind: "bad_path", path: spelled, problem: found.problem };
      if (cwd === null && !spelled.startsWith("/")) {
        const why = `${JSON.stringify(spelled)} is relative and the working folder is not known`;
        return { kind: "unknown", why, mentions: [] };
      }
      return made({ path: spelled, absolute: found.absolute });
    },
    exists(spelled) {
      const at = touched(spelled, false);
      return at !== null && facts.kind(at.absolute) !== "absent";
    },
    same(a, b) {
      const first = touched(a, false);
      return first !== null && first.absolute === touched(b, false)?.absolute;
    },
  };
}

function remembering(facts: FileFacts): FileFacts {
  const kinds = new Map<string, ReturnType<FileFacts["kind"]>>();
  return {
    kind(path) {
      const known = kinds.get(path);
      if (known) return known;
      const kind = facts.kind(path);
      kinds.set(path, kind);
      return kind;
    },
    linkTarget: (path) => facts.linkTarget(path),
    ignoresCase: (folder) => facts.ignoresCase(folder),
  };
}
