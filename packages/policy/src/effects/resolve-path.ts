/** From a path as spelled to an effect, whatever comes of it. */
import { posix } from "node:path";
import type { Effect, TouchedPath } from "@intentgate/engine";
import { shownOfProcess } from "@intentgate/shell";
import { canonicalPath } from "../paths/canonical-path.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import { isProcessFile } from "../paths/process-files.ts";

export interface Resolver {
  /** `made` where the path stands for one place; otherwise the effect that says why not. */
  effect(spelled: string, followLast: boolean, made: (at: TouchedPath) => Effect): Effect;
  touched(spelled: string, followLast: boolean): TouchedPath | null;
  exists(spelled: string): boolean;
  /** True for a name that would be a control file wherever it stood. */
  isControlName(spelled: string): boolean;
  /** What stands where the path leads in the end. */
  kind(spelled: string): ReturnType<FileFacts["kind"]>;
  /** Whether this process may go into the folder that the path leads to. */
  mayEnter(spelled: string): boolean;
  /** What stands at exactly this place. */
  isFolder(absolute: string): boolean;
  isFile(absolute: string): boolean;
  /** The path leads through no link: what it spells is where it lies. */
  isPlain(spelled: string): boolean;
  /** The names in the folder that the path leads to. */
  names(spelled: string): readonly string[];
  same(a: string, b: string): boolean;
}

/** Remembers what stands where for the length of one call: a payload may name thousands of paths. */
export function createResolver(
  files: FileFacts,
  cwd: string | null,
  isControlName: Resolver["isControlName"],
): Resolver {
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
      const at = { path: spelled, absolute: found.absolute };
      const effect = made(at);
      if (effect.kind !== "read" || !isProcessFile(at.absolute)) return effect;
      return { kind: "unknown", why: `${JSON.stringify(spelled.slice(0, 200))}: ${shownOfProcess}`, mentions: [at] };
    },
    isControlName,
    exists(spelled) {
      const at = touched(spelled, false);
      return at !== null && facts.kind(at.absolute) !== "absent";
    },
    kind(spelled) {
      const at = touched(spelled, true);
      return at === null ? "absent" : facts.kind(at.absolute);
    },
    mayEnter(spelled) {
      const at = touched(spelled, true);
      return at !== null && facts.mayEnter(at.absolute);
    },
    isFolder: (absolute) => facts.kind(absolute) === "folder",
    isFile: (absolute) => facts.kind(absolute) === "file",
    isPlain(spelled) {
      const at = touched(spelled, true);
      const here = spelled.startsWith("/") ? "" : `${cwd}/`;
      return at !== null && at.absolute === posix.normalize(`${here}${spelled}/.`).normalize("NFC");
    },
    names(spelled) {
      const at = touched(spelled, true);
      return at === null ? [] : facts.names(at.absolute);
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
    names: (folder) => facts.names(folder),
    mayEnter: (folder) => facts.mayEnter(folder),
    ignoresCase: (folder) => facts.ignoresCase(folder),
  };
}
