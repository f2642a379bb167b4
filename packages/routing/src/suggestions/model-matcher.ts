/** Lets a model re-order what the text matcher found. It cannot add an id, and without a good answer the text's order stays. */
import { escapedLine, plainLine } from "@intentgate/documents";
import { type Clock, messageOf } from "@intentgate/engine";
import type { Registry } from "../abilities/ability.ts";
import type { AbilitySuggestion, Matcher, MatchResult } from "./matcher.ts";

export interface RankCandidate {
  id: string;
  summary: string;
}

/** Answers with ids, best first; leaving one out means that it does not fit. */
export type Rank = (prompt: string, candidates: readonly RankCandidate[]) => Promise<unknown>;

export interface ModelMatcherParts {
  text: Matcher;
  registry: Registry;
  rank: Rank;
  clock: Pick<Clock, "after">;
  timeoutMs: number;
}

const MAX_PROMPT = 8_000;
const MAX_ANSWER = 50;

export function createModelMatcher({ text, registry, rank, clock, timeoutMs }: ModelMatcherParts): Matcher {
  const summaries = new Map(registry.abilities.map(({ id, summary }) => [id, summary]));

  async function match(request: Parameters<Matcher["match"]>[0]): Promise<MatchResult> {
    const found = await text.match(request);
    if (found.suggestions.length < 2) return found;
    const candidates = found.suggestions.map(({ id }) => ({ id, summary: escapedLine(summaries.get(id) ?? "", 200) }));
    const answer = await inTime(() => rank(request.prompt.slice(0, MAX_PROMPT), candidates));
    if (!answer.ok) return withNote(found, answer.why);
    const ids = idsOf(answer.value);
    if (ids === null) return withNote(found, "its answer is no list of ids");
    const ordered = ids.flatMap((id) => found.suggestions.filter((one) => one.id === id));
    if (ordered.length === 0) return withNote(found, "its answer names none of the candidates");
    const strange = ids.length - ordered.length;
    const notes = strange > 0 ? [`the model named ${strange} that were not asked about; they do not count`] : [];
    return { suggestions: ordered, notes: [...found.notes, ...notes] };
  }

  function inTime(work: () => Promise<unknown>): Promise<{ ok: true; value: unknown } | { ok: false; why: string }> {
    return new Promise((resolve) => {
      const callOff = clock.after(timeoutMs, () => resolve({ ok: false, why: `no answer within ${timeoutMs} ms` }));
      const end = (result: Parameters<typeof resolve>[0]) => {
        callOff();
        resolve(result);
      };
      // Wrapped, so that a `rank` that throws before its first await is a failed answer too.
      (async () => work())().then(
        (value) => end({ ok: true, value }),
        (error) => end({ ok: false, why: plainLine(messageOf(error), 120) }),
      );
    });
  }

  return { name: "model", match };
}

/** Each id once; null where the answer is something else. */
function idsOf(answer: unknown): string[] | null {
  if (!Array.isArray(answer) || answer.length > MAX_ANSWER) return null;
  return answer.every((one): one is string => typeof one === "string") ? [...new Set(answer)] : null;
}

function withNote({ suggestions, notes }: MatchResult, why: string): MatchResult {
  return {
    suggestions: suggestions satisfies AbilitySuggestion[],
    notes: [...notes, `the model did not help (${why}); the order is that of the text`],
  };
}
