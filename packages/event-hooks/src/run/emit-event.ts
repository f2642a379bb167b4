/** Tells an event to every hook that wants it, one after the other, and makes one answer of theirs. */

import type { EventContext, PostAbilityCallContext, PreAbilityCallContext } from "../declared/event-context.ts";
import { abilityNames, failingKey, failingName, type MatchFacts, matchFacts } from "../declared/match-hook.ts";
import { type Answered, type From, mergeResults } from "../declared/merge-results.ts";
import type { Emitted, HookRefusal } from "./event-hooks.ts";
import { LONGEST_EVENT_MS } from "./event-time.ts";
import type { HookInForce } from "./hook-in-force.ts";
import type { HooksInForce } from "./hooks-in-force.ts";
import type { TopGlobs } from "./path-globs.ts";
import type { RanHook } from "./run-hook.ts";

export interface EmitOptions {
  /** Of a call: one that changes nothing is not refused for a hook file that nobody can read. */
  mutates: boolean;
  /** Answers of the same event a moment ago: only blocking hooks are asked again. */
  known: ReadonlyMap<string, RanHook>;
  /** Stands around the run of each hook. */
  around<T>(hook: string, work: () => Promise<T>): Promise<T>;
}

export interface EmittedRuns extends Omit<Emitted, "suggestions"> {
  ran: ReadonlyMap<string, RanHook>;
}

const NO_HOOKS: readonly HookInForce[] = [];

/** Made once: most events meet no hook. */
const nothing: EmittedRuns = Object.freeze({
  runs: Object.freeze([]),
  merged: Object.freeze(mergeResults([])),
  refusal: null,
  warnings: Object.freeze([]),
  ran: new Map<string, RanHook>(),
});

type CallContext = PreAbilityCallContext | PostAbilityCallContext;
export type CallEvent = "PreAbilityCall" | "PostAbilityCall";
export type AbilityName = Pick<PreAbilityCallContext, "ability_id" | "operation_key" | "modules">;

/** Hooks that a call of this name could concern, remembered: tools are few, hooks may be many. */
interface Concerned {
  all: readonly HookInForce[];
  /** Those that wait for changes below one of `tops` alone are left out. */
  others: readonly HookInForce[];
  tops: ReadonlySet<string>;
}

const byName = new WeakMap<HooksInForce, Map<string, Concerned>>();
const MOST_NAMES = 500;
const NOBODY: Concerned = { all: NO_HOOKS, others: NO_HOOKS, tops: new Set() };

function concernedBy(type: CallEvent, ability: AbilityName, inForce: HooksInForce, globs: TopGlobs): Concerned {
  const standing = inForce.byEvent.get(type);
  if (!standing) return NOBODY;
  const known = byName.get(inForce) ?? new Map<string, Concerned>();
  byName.set(inForce, known);
  const { ability_id, operation_key, modules } = ability;
  const key = modules
    ? JSON.stringify([type, ability_id, operation_key, modules])
    : `${type} ${ability_id} ${operation_key}`;
  let found = known.get(key);
  if (!found) {
    const names = abilityNames(ability);
    found = byTop(
      standing.filter(({ hook }) => failingName(hook.match, names) === null),
      globs,
    );
    if (known.size >= MOST_NAMES) known.clear();
    known.set(key, found);
  }
  return found;
}

function byTop(all: readonly HookInForce[], globs: TopGlobs): Concerned {
  const tops = new Set<string>();
  const others = all.filter(({ hook }) => {
    const wanted = hook.match.only_if_changed_paths;
    const own = wanted === null ? null : globs.tops(wanted);
    for (const top of own ?? []) tops.add(top);
    return own === null;
  });
  return { all, others, tops };
}

export function wantedBy(event: EventContext, inForce: HooksInForce, globs: TopGlobs): readonly HookInForce[] {
  const isCall = event.event_type === "PreAbilityCall" || event.event_type === "PostAbilityCall";
  const standing = isCall ? standingFor(event, inForce, globs) : inForce.byEvent.get(event.event_type);
  if (!standing || standing.length === 0) return NO_HOOKS;
  const facts: MatchFacts = matchFacts(event);
  return standing.filter(({ hook }) => failingKey(hook, facts, globs) === null);
}

function standingFor(event: CallContext, inForce: HooksInForce, globs: TopGlobs): readonly HookInForce[] {
  const concerned = concernedBy(event.event_type, event, inForce, globs);
  const { all, others } = concerned;
  if (all.length === others.length) return all;
  return mayTouch(event.changed_files ?? event.files_touched ?? [], concerned, globs) ? all : others;
}

function mayTouch(files: readonly string[], { tops }: Concerned, globs: TopGlobs): boolean {
  for (const file of files) {
    const top = globs.topOf(file);
    if (top === null || tops.has(top)) return true;
  }
  return false;
}

/** Told before an event is even put together. `changed`: what it changes, whether file or folder. */
export function mayConcern(
  type: CallEvent,
  ability: AbilityName,
  changed: () => readonly string[],
  inForce: HooksInForce,
  globs: TopGlobs,
): boolean {
  const concerned = concernedBy(type, ability, inForce, globs);
  if (concerned.others.length > 0) return true;
  return concerned.all.length > 0 && mayTouch(changed(), concerned, globs);
}

/** A call that changes things is refused while a hook file cannot be read. */
export function isClosedTo({ event_type }: EventContext, mutates: boolean, { unreadable }: HooksInForce): boolean {
  return event_type === "PreAbilityCall" && mutates && unreadable.length > 0;
}

export async function emitEvent(
  event: EventContext,
  inForce: HooksInForce,
  globs: TopGlobs,
  options: EmitOptions,
  run: (hook: HookInForce, timeLeft: number) => Promise<RanHook>,
): Promise<EmittedRuns> {
  const closed = isClosedTo(event, options.mutates, inForce) ? unreadable(inForce) : null;
  if (closed) return { ...nothing, refusal: closed };
  const wanted = wantedBy(event, inForce, globs);
  if (wanted.length === 0) return nothing;
  const startedAt = performance.now();
  const ran = new Map<string, RanHook>();
  for (const one of wanted) {
    const before = one.hook.blocking ? undefined : options.known.get(one.hook.id);
    const left = LONGEST_EVENT_MS - (performance.now() - startedAt);
    const done = before ?? (await options.around(one.hook.id, () => run(one, left)));
    ran.set(one.hook.id, done);
    // A call is refused by the first no; at the end of a session everybody has a say.
    if (done.refusal && event.event_type === "PreAbilityCall") break;
  }
  return combined(ran);
}

/** In the order of running. */
export function combined(ran: ReadonlyMap<string, RanHook>): EmittedRuns {
  const all = [...ran.values()];
  const answers = all.flatMap(({ run, result }): Answered[] => (result ? [{ hook: run.hook, result }] : []));
  const merged = mergeResults(answers);
  const warnings = all.flatMap(({ run, warnings }) =>
    warnings.map((text): From<{ text: string }> => ({ hook: run.hook, text })),
  );
  const second = merged.set_aside.map(({ hook, what }) => ({
    hook,
    text: `${what} was set aside: another hook was first`,
  }));
  const refusal = all.find((one) => one.refusal)?.refusal ?? null;
  return { runs: all.map(({ run }) => run), merged, refusal, warnings: [...warnings, ...second], ran };
}

/** What such a file would forbid is not known. */
export function unreadable({ unreadable: [first] }: HooksInForce): HookRefusal | null {
  if (!first) return null;
  const [problem] = first.problems;
  const at = problem?.line ? `${first.file}:${problem.line}` : first.file;
  return {
    hook: first.id === "" ? first.file : first.id,
    kind: "unreadable",
    reason: `The hook file ${at} cannot be read (${problem?.message ?? "it is broken"}), so what it would forbid is not known.`,
    remedy: "A person corrects it (`intentgate hooks validate` shows where) or removes it.",
  };
}
