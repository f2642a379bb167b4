/** Whether a hook wants an event, and if not, which key of its match says so. */
import { matchesWildcard } from "@intentgate/documents";
import { createScope, globProblem, type Scope } from "@intentgate/policy";
import type { EventContext } from "./event-context.ts";
import type { EventHook, HookMatch } from "./event-hook.ts";

/** How globs are compared with paths is the gate's business, so that both mean the same. */
export interface PathGlobs {
  /** Why a glob covers nothing; null where it is sound. */
  problem(glob: string): string | null;
  /** A path that ends in `/` is a folder of which something is touched, nobody knows what. */
  covers(globs: readonly string[], path: string): boolean;
}

export type MatchKey = "event_type" | keyof HookMatch;
export type Matched = { ok: true } | { ok: false; key: MatchKey; why: string };

export function matchHook(
  hook: Pick<EventHook, "event_type" | "match">,
  event: EventContext,
  globs: PathGlobs,
): Matched {
  const facts = matchFacts(event);
  const key = failingKey(hook, facts, globs);
  return key === null ? { ok: true } : { ok: false, key, why: whyNot(key, hook, facts) };
}

/** What a match looks at, taken from the event once for all hooks. */
export interface MatchFacts {
  event: EventContext;
  names: readonly string[];
  id: readonly string[];
  operation: readonly string[];
  duration: number;
  status: string | undefined;
  changed: readonly string[];
  spoken: readonly string[];
}

const NONE: readonly string[] = [];

const NO_NAMES: AbilityNames = { names: NONE, id: NONE, operation: NONE };

/** Files are found out when the first hook asks for them: an event may not have looked at them itself yet. */
export function matchFacts(event: EventContext): MatchFacts {
  const isCall = event.event_type === "PreAbilityCall" || event.event_type === "PostAbilityCall";
  const { names, id, operation } = isCall ? abilityNames(event) : NO_NAMES;
  let changed: readonly string[] | undefined;
  let spoken: readonly string[] | undefined;
  return {
    event,
    names,
    id,
    operation,
    duration: "duration_ms" in event ? (event.duration_ms ?? 0) : 0,
    status: "status" in event ? event.status : undefined,
    get changed() {
      changed ??= changedFiles(event);
      return changed;
    },
    get spoken() {
      spoken ??= spokenFiles(event);
      return spoken;
    },
  };
}

/** The first key that says no, null where the hook wants the event. Asked of every hook at every call: nothing is built here. */
export function failingKey(
  { event_type, match }: Pick<EventHook, "event_type" | "match">,
  facts: MatchFacts,
  globs: PathGlobs,
): MatchKey | null {
  if (event_type !== facts.event.event_type) return "event_type";
  const name = failingName(match, facts);
  if (name !== null) return name;
  if (match.min_duration_ms !== null && facts.duration < match.min_duration_ms) return "min_duration_ms";
  if (!isOneOf(match.status, facts.status)) return "status";
  // Asked for only where it matters: an event may find it out when it is asked.
  if (match.stage !== null && !isOneOf(match.stage, facts.event.stage)) return "stage";
  const { only_if_changed_paths: changed, file_patterns: spoken } = match;
  if (changed !== null && !touches(changed, facts.changed, globs)) return "only_if_changed_paths";
  return spoken !== null && !touches(spoken, facts.spoken, globs) ? "file_patterns" : null;
}

export type AbilityNames = Pick<MatchFacts, "names" | "id" | "operation">;

/** The first key that does not fit what the ability is called: that alone nearly always tells that a hook is not concerned. */
export function failingName(match: HookMatch, { names, id, operation }: AbilityNames): keyof HookMatch | null {
  if (!oneMatches(match.ability_scope, names)) return "ability_scope";
  if (!oneMatches(match.ability_id, id)) return "ability_id";
  return oneMatches(match.operation_key, operation) ? null : "operation_key";
}

export function abilityNames(ability: {
  ability_id: string;
  operation_key?: string;
  modules?: readonly string[];
}): AbilityNames {
  const id = [ability.ability_id];
  const operation = ability.operation_key === undefined ? NONE : [ability.operation_key];
  return { names: [...id, ...operation, ...(ability.modules ?? NONE)], id, operation };
}

function oneMatches(patterns: readonly string[] | null, names: readonly string[]): boolean {
  // `*` stands for everything, also where an event has no ability at all.
  if (patterns === null || patterns.includes("*")) return true;
  for (const pattern of patterns) for (const name of names) if (matchesWildcard(pattern, name)) return true;
  return false;
}

function isOneOf(wanted: readonly string[] | null, given: string | undefined): boolean {
  return wanted === null || (given !== undefined && wanted.includes(given));
}

function touches(wanted: readonly string[], files: readonly string[], globs: PathGlobs): boolean {
  for (const file of files) if (globs.covers(wanted, file)) return true;
  return false;
}

function whyNot(key: MatchKey, { event_type, match }: Pick<EventHook, "event_type" | "match">, facts: MatchFacts) {
  const named = { ability_scope: facts.names, ability_id: facts.id, operation_key: facts.operation };
  const wanted = key === "event_type" || key === "min_duration_ms" ? [] : (match[key] ?? []);
  switch (key) {
    case "event_type":
      return `it waits for ${event_type}, this is ${facts.event.event_type}`;
    case "min_duration_ms":
      return `it wants ${match.min_duration_ms} ms or more, and this took ${facts.duration} ms`;
    case "status":
      return `it wants ${wanted.join(" or ")}, and this is ${facts.status ?? "not said"}`;
    case "stage":
      return `it wants ${wanted.join(" or ")}, and this is ${facts.event.stage ?? "not said"}`;
    case "only_if_changed_paths":
    case "file_patterns": {
      const files = key === "file_patterns" ? facts.spoken : facts.changed;
      const given = files.length === 0 ? "the event names no file" : "none of the event's files lies there";
      return `it wants ${wanted.join(", ")}, and ${given}`;
    }
    default: {
      const names = named[key];
      const given = names.length === 0 ? "the event names none" : `the event names ${names.join(", ")}`;
      return `it wants ${wanted.join(", ")}, and ${given}`;
    }
  }
}

/** Before a call: what it is about to change. After it: what it changed. */
function changedFiles(event: EventContext): readonly string[] {
  if (event.event_type === "SessionStop" || event.event_type === "SessionEnd") return event.changed_files ?? NONE;
  if (event.event_type === "PreAbilityCall" || event.event_type === "PostAbilityCall") {
    // Without a word on what changes, everything it touches may.
    return event.changed_files ?? event.files_touched ?? NONE;
  }
  return NONE;
}

function spokenFiles(event: EventContext): readonly string[] {
  return ("files_touched" in event ? event.files_touched : undefined) ?? changedFiles(event);
}

/** Globs of hooks mean what globs of a scope mean. */
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
