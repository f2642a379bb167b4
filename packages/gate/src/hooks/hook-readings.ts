/** What is declared in the hook files of all roots. Nothing runs here: rules may ask it before there is anything that runs. */
import { createHookReading, createPathGlobs, declaresNothing, type HookReading } from "@intentgate/event-hooks";
import type { FileFacts, Policy } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { DeclaredHooksParts } from "./declared-hooks.ts";

export interface HookReadingsParts extends Pick<DeclaredHooksParts, "now" | "notify"> {
  roots: readonly GovernedRoot[];
  facts: FileFacts;
  /** Beside what the policy says; null where nothing is added. */
  environment: string | null;
  policyOf(root: GovernedRoot): Policy;
}

export interface HookReadings {
  of(root: GovernedRoot): HookReading;
  /** As of the last look: whether nothing is declared in a root, and nothing needs to be put together for it. */
  isBare(root: GovernedRoot): boolean;
  /** Before a call is decided: what stands in the hook files now. */
  look(): void;
  scriptsOf(root: GovernedRoot): readonly string[];
  /** The same list as before where nothing changed. */
  scripts(): readonly string[];
}

const NO_SCRIPTS: readonly string[] = [];

export function createHookReadings(parts: HookReadingsParts): HookReadings {
  const readings = new Map<GovernedRoot, HookReading>();
  const bare = new Map<GovernedRoot, boolean>();
  const added = isName(parts.environment) ? [parts.environment] : [];
  let scripts: { of: readonly (readonly string[])[]; all: readonly string[] } = { of: [], all: [] };

  function of(root: GovernedRoot): HookReading {
    const known = readings.get(root) ?? open(root);
    readings.set(root, known);
    return known;
  }

  function open(root: GovernedRoot): HookReading {
    return createHookReading({
      root,
      state: root.authoredState,
      globs: createPathGlobs(parts.facts.ignoresCase(root.root)),
      environments() {
        const { environment, trust } = parts.policyOf(root);
        return { named: environment === null ? [] : [environment], added, always: trust === "always" };
      },
      now: parts.now,
      warn: (message) => parts.notify({ kind: "warning", message, paths: [] }),
    });
  }

  /** The after-phase of a call may be the first thing that a process sees: then it looks. */
  function isBare(root: GovernedRoot): boolean {
    if (readings.has(root)) return false;
    const known =
      bare.get(root) ??
      (parts.policyOf(root).trust !== "always" && declaresNothing(root.authoredAt, root.authoredState));
    bare.set(root, known);
    return known;
  }

  const scriptsOf = (root: GovernedRoot) => (isBare(root) ? NO_SCRIPTS : of(root).scripts());

  return {
    of,
    isBare,
    look() {
      for (const root of parts.roots) {
        bare.delete(root);
        if (!isBare(root)) of(root).look();
      }
    },
    scriptsOf,
    scripts() {
      const now = parts.roots.map(scriptsOf);
      const isSame = now.length === scripts.of.length && now.every((list, at) => list === scripts.of[at]);
      if (!isSame) scripts = { of: now, all: now.flat() };
      return scripts.all;
    },
  };
}

/** What comes from the environment is a plain name, or it is nothing. */
function isName(name: string | null): name is string {
  return name !== null && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}
