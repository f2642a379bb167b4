/** Tells an event to every hook that wants it, one after the other, and makes one answer of theirs. */
import type { EventContext } from "../declared/event-context.ts";
import { failingKey, matchFacts, type PathGlobs } from "../declared/match-hook.ts";
import { type Answered, type From, mergeResults } from "../declared/merge-results.ts";
import type { LoadedHook } from "./compile-hooks.ts";
import type { Emitted, HookRefusal } from "./event-hooks.ts";
import { LONGEST_EVENT_MS } from "./event-time.ts";
import type { LoadedHooks } from "./load-hooks.ts";
import { type RanHook, type RunHookParts, whyUntrusted } from "./run-hook.ts";

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

/** Made once: most events meet no hook. */
const nothing: EmittedRuns = Object.freeze({
  runs: Object.freeze([]),
  merged: Object.freeze(mergeResults([])),
  refusal: null,
  warnings: Object.freeze([]),
  ran: new Map<string, RanHook>(),
});

/** Those that want the event, in the order of running. */
export function matchingHooks(event: EventContext, { standing }: LoadedHooks, globs: PathGlobs): LoadedHook[] {
  const facts = matchFacts(event);
  return standing.filter(({ hook }) => failingKey(hook, facts, globs) === null);
}

/** A call that changes things is refused while a hook file cannot be read. */
export function isClosedTo({ event_type }: EventContext, mutates: boolean, { unreadable }: LoadedHooks): boolean {
  return event_type === "PreAbilityCall" && mutates && unreadable.length > 0;
}

export async function emitEvent(
  event: EventContext,
  loaded: LoadedHooks,
  globs: PathGlobs,
  options: EmitOptions,
  run: (hook: LoadedHook, timeLeft: number) => Promise<RanHook>,
): Promise<EmittedRuns> {
  const closed = isClosedTo(event, options.mutates, loaded) ? unreadable(loaded) : null;
  if (closed) return { ...nothing, refusal: closed };
  const wanted = matchingHooks(event, loaded, globs);
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
function unreadable({ unreadable: [first] }: LoadedHooks): HookRefusal | null {
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

/** What hooks would say to a call, as far as that is known without running one. */
export function foreseeCall(
  event: EventContext,
  mutates: boolean,
  loaded: LoadedHooks,
  globs: PathGlobs,
  parts: Pick<RunHookParts, "root" | "trusted" | "wordsOf">,
): { refusal: HookRefusal | null; notRun: readonly string[] } {
  const closed = isClosedTo(event, mutates, loaded) ? unreadable(loaded) : null;
  if (closed) return { refusal: closed, notRun: [] };
  const notRun: string[] = [];
  for (const one of matchingHooks(event, loaded, globs)) {
    const why = whyUntrusted(one, parts);
    if (why === null) notRun.push(one.hook.id);
    else if (one.hook.blocking) return { refusal: { hook: one.hook.id, kind: "untrusted", ...why }, notRun };
  }
  return { refusal: null, notRun };
}
