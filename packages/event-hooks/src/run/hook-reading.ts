/** The event hooks of one root as far as nothing runs: what is declared, what of it a person trusts, what it says of an event. */
import type { GovernedRoot } from "@intentgate/sidecar";
import type { EventContext } from "../declared/event-context.ts";
import type { EventType } from "../declared/event-hook.ts";
import type { PathGlobs } from "../declared/match-hook.ts";
import { type Environments, registrationOf } from "../declared/register-hooks.ts";
import { createWordsOf, type WordsOf } from "./command-words.ts";
import { fileOf, idOf } from "./compile-hooks.ts";
import { foreseeCall, isClosedTo, matchingHooks } from "./emit-event.ts";
import type { DeclaredHook, EventHooks, HookRefusal } from "./event-hooks.ts";
import { explainHook } from "./explain-hook.ts";
import { grantTrust } from "./grant-trust.ts";
import { createHookRegistry } from "./hook-registry.ts";
import { createHookLoader, type LoadedHooks } from "./load-hooks.ts";
import { reviewHooks } from "./review-hooks.ts";
import { createTrustFile, type TrustFile, trustOf } from "./trust-file.ts";

export interface HookReadingParts {
  root: GovernedRoot;
  /** Of the root where the authored files lie; outside any workspace. */
  state: string;
  globs: PathGlobs;
  environments(): Environments & { always: boolean };
  now(): Date;
  warn(message: string): void;
}

export interface HookReading
  extends Pick<EventHooks, "declared" | "registration" | "explain" | "review" | "trust">,
    Pick<HookReadingParts, "root" | "state" | "globs"> {
  trusted: TrustFile;
  wordsOf: WordsOf;
  /** Looks at the files. */
  look(): LoadedHooks;
  /** As of the last look, as all that follows. */
  last(): LoadedHooks;
  /** Whether a hook waits for such events, or nobody can tell. */
  waitsFor(type: EventType): boolean;
  /** The handlers' files: no tool call may change them. The same list where nothing changed. */
  scripts(): readonly string[];
  /** Whether anybody has something to say to this event. Summaries need not stand in it yet. */
  matches(event: EventContext, mutates: boolean): boolean;
  /** What can be said of a call without running anything. */
  foresee(event: EventContext, mutates: boolean): { refusal: HookRefusal | null; notRun: readonly string[] };
  /** The ids of hooks that would run if a person trusted them. */
  untrusted(): string[];
}

export function createHookReading(parts: HookReadingParts): HookReading {
  const { root, state, globs } = parts;
  const trusted = createTrustFile(state, globs);
  const wordsOf = createWordsOf();
  const registry = createHookRegistry({
    ...{ at: root.authoredAt, state, globs, warn: parts.warn },
    runningSince: root.running.since,
  });
  const loader = createHookLoader({ root: root.root, registry, trusted, wordsOf, environments: parts.environments });

  function declared(files = registry.look()): DeclaredHook[] {
    return files.map((file): DeclaredHook => {
      const { read } = file;
      if (read.ok) {
        const { hook, digest } = read;
        const trust = trustOf({ digest, words: wordsOf(hook.handler) }, root.root, trusted.of(hook.id));
        return { kind: "readable", hook, digest, trust };
      }
      const last = trusted.hookOf(idOf(file), fileOf(file))?.hook ?? null;
      return { kind: "broken", file: fileOf(file), problems: read.problems, lastTrusted: last };
    });
  }

  const review = (ids: readonly string[] | "all") =>
    reviewHooks(ids, declared(registry.standing()), root, trusted, wordsOf);

  return {
    ...{ root, state, globs, trusted, wordsOf, declared, review },
    look: loader.load,
    last: loader.last,
    waitsFor: loader.waitsFor,
    scripts: loader.scripts,
    matches(event, mutates) {
      const loaded = loader.last();
      return isClosedTo(event, mutates, loaded) || matchingHooks(event, loaded, globs).length > 0;
    },
    foresee: (event, mutates) =>
      foreseeCall(event, mutates, loader.last(), globs, { root: root.root, trusted, wordsOf }),
    untrusted: () =>
      declared().flatMap((one) => (one.kind === "readable" && one.trust !== "trusted" ? [one.hook.id] : [])),
    registration: () =>
      registrationOf(
        loader.load().all.map(({ hook }) => hook),
        parts.environments(),
      ),
    explain: (id, event) => explainHook(id, declared(), event, { root: root.root, here: parts.environments(), globs }),
    trust: (ids, seen) => grantTrust(ids, seen, { trusted, registry, declared, review, now: parts.now }),
  };
}
