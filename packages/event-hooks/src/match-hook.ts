/** Whether a hook wants an event, and if not, which key of its match says so. */
import type { EventContext } from "./event-context.ts";
import type { EventHook, HookMatch } from "./event-hook.ts";

/** How globs are compared with paths is the gate's business, so that both mean the same. */
export interface PathGlobs {
  /** Why a glob covers nothing; null where it is sound. */
  problem(glob: string): string | null;
  covers(globs: readonly string[], path: string): boolean;
}

export type Matched = { ok: true } | { ok: false; key: "event_type" | keyof HookMatch; why: string };

export function matchHook(
  hook: Pick<EventHook, "event_type" | "match">,
  event: EventContext,
  globs: PathGlobs,
): Matched {
  if (hook.event_type !== event.event_type) {
    return { ok: false, key: "event_type", why: `it waits for ${hook.event_type}, this is ${event.event_type}` };
  }
  const { match } = hook;
  const names = abilityNames(event);
  const found =
    oneMatches("ability_scope", match.ability_scope, names.all) ??
    oneMatches("ability_id", match.ability_id, names.id) ??
    oneMatches("operation_key", match.operation_key, names.operation) ??
    longEnough(match.min_duration_ms, event) ??
    isOneOf("status", match.status, "status" in event ? event.status : undefined) ??
    isOneOf("stage", match.stage, event.stage) ??
    touches("only_if_changed_paths", match.only_if_changed_paths, changedFiles(event), globs) ??
    touches("file_patterns", match.file_patterns, spokenFiles(event), globs);
  return found ?? { ok: true };
}

function abilityNames(event: EventContext): { all: string[]; id: string[]; operation: string[] } {
  if (event.event_type !== "PreAbilityCall" && event.event_type !== "PostAbilityCall") {
    return { all: [], id: [], operation: [] };
  }
  const operation = event.operation_key === undefined ? [] : [event.operation_key];
  return { all: [event.ability_id, ...operation, ...(event.modules ?? [])], id: [event.ability_id], operation };
}

function oneMatches(
  key: keyof HookMatch,
  patterns: readonly string[] | null,
  names: readonly string[],
): Matched | null {
  // `*` stands for everything, also where an event has no ability at all.
  if (patterns === null || patterns.includes("*")) return null;
  if (patterns.some((pattern) => names.some((name) => matchesName(pattern, name)))) return null;
  const given = names.length === 0 ? "the event names none" : `the event names ${names.join(", ")}`;
  return { ok: false, key, why: `it wants ${patterns.join(", ")}, and ${given}` };
}

function longEnough(least: number | null, event: EventContext): Matched | null {
  if (least === null || least === 0) return null;
  const took = "duration_ms" in event ? (event.duration_ms ?? 0) : 0;
  if (took >= least) return null;
  return { ok: false, key: "min_duration_ms", why: `it wants ${least} ms or more, and this took ${took} ms` };
}

function isOneOf(key: keyof HookMatch, wanted: readonly string[] | null, given: string | undefined): Matched | null {
  if (wanted === null || (given !== undefined && wanted.includes(given))) return null;
  return { ok: false, key, why: `it wants ${wanted.join(" or ")}, and this is ${given ?? "not said"}` };
}

function touches(
  key: keyof HookMatch,
  wanted: readonly string[] | null,
  files: readonly string[],
  globs: PathGlobs,
): Matched | null {
  if (wanted === null || files.some((file) => globs.covers(wanted, file))) return null;
  const given = files.length === 0 ? "the event names no file" : "none of the event's files lies there";
  return { ok: false, key, why: `it wants ${wanted.join(", ")}, and ${given}` };
}

function changedFiles(event: EventContext): readonly string[] {
  if (event.event_type === "SessionStop" || event.event_type === "SessionEnd") return event.changed_files ?? [];
  // Before a call: what it is about to change. After it: what it changed.
  if (event.event_type === "PreAbilityCall" || event.event_type === "PostAbilityCall") return event.files_touched ?? [];
  return [];
}

function spokenFiles(event: EventContext): readonly string[] {
  return event.event_type === "UserPromptSubmit" ? (event.files_touched ?? []) : changedFiles(event);
}

/** `*` stands for any characters, dots included; two pointers, so that no pattern is slow. */
export function matchesName(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let starAt = 0;
  while (n < name.length) {
    if (pattern[p] === "*") {
      star = p;
      starAt = n;
      p += 1;
    } else if (p < pattern.length && pattern[p] === name[n]) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      starAt += 1;
      n = starAt;
    } else return false;
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}
