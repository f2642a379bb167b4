/** Several answers to one event become one: in the order of registration, each entry with the hook it comes from. */
import type { HookResult } from "./hook-result.ts";

export type From<T> = T & { hook: string };
type SuggestedAbility = HookResult["suggested_abilities"][number];

export interface MergedResult {
  logs: From<HookResult["logs"][number]>[];
  messages_to_user: From<{ text: string }>[];
  /** The same ability once, with its best confidence, highest first. */
  suggested_abilities: From<SuggestedAbility>[];
  /** The same path once, the first reason counts. */
  suggested_documents: From<HookResult["suggested_documents"][number]>[];
  /** Of several the first counts; the others are named in `set_aside`. */
  new_intent: From<NonNullable<HookResult["new_intent"]>> | null;
  follow_up_actions: From<HookResult["follow_up_actions"][number]>[];
  update_matcher_suggestions: From<HookResult["update_matcher_suggestions"][number]>[];
  confirmations: From<{ question: string }>[];
  tags: string[];
  set_aside: From<{ what: string }>[];
}

export interface Answered {
  hook: string;
  result: HookResult;
}

export function mergeResults(answers: readonly Answered[]): MergedResult {
  const all = <T, R>(pick: (result: HookResult) => readonly T[], made: (one: T) => R): From<R>[] =>
    answers.flatMap(({ hook, result }) => pick(result).map((one) => ({ ...made(one), hook })));
  const same = <T>(one: T): T => one;
  const intents = answers.flatMap(({ hook, result }) => (result.new_intent ? [{ ...result.new_intent, hook }] : []));
  return {
    logs: all((one) => one.logs, same),
    messages_to_user: firstOf(
      all(
        (one) => one.messages_to_user,
        (text) => ({ text }),
      ),
      (one) => one.text,
    ),
    suggested_abilities: bestOf(all((one) => one.suggested_abilities, same)),
    suggested_documents: firstOf(
      all((one) => one.suggested_documents, same),
      (one) => one.path,
    ),
    new_intent: intents[0] ?? null,
    follow_up_actions: firstOf(
      all((one) => one.follow_up_actions, same),
      (one) => JSON.stringify([one.kind, one.payload]),
    ),
    update_matcher_suggestions: all((one) => one.update_matcher_suggestions, same),
    confirmations: all((one) => (one.confirm ? [one.confirm] : []), same),
    tags: [...new Set(answers.flatMap(({ result }) => result.tags))],
    set_aside: intents.slice(1).map(({ hook, intent }) => ({ hook, what: `new_intent ${intent}` })),
  };
}

function firstOf<T>(entries: readonly T[], key: (one: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const entry of entries) if (!seen.has(key(entry))) seen.set(key(entry), entry);
  return [...seen.values()];
}

function bestOf(entries: readonly From<SuggestedAbility>[]): From<SuggestedAbility>[] {
  const best = new Map<string, From<SuggestedAbility>>();
  for (const entry of entries) {
    const known = best.get(entry.id);
    if (!known || sure(entry) > sure(known)) best.set(entry.id, entry);
  }
  // Sorting is stable: with equal confidence the order of registration stays.
  return [...best.values()].sort((one, other) => sure(other) - sure(one));
}

function sure({ confidence }: SuggestedAbility): number {
  return confidence ?? 0.5;
}
