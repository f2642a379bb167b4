/** Lets a model re-order what the text matcher found. It cannot add an id, and without a good answer the text's order stays. */
import { escapedLine, plainLine } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import type { Registry } from "../abilities/ability.ts";
import type { Matcher, MatchResult } from "./matcher.ts";

/** Answers in time with ids, best first; leaving one out means that it does not fit. */
export type Rank = (prompt: string, candidates: readonly { id: string; summary: string }[]) => Promise<unknown>;

export interface ModelMatcherParts {
  text: Matcher;
  registry: Registry;
  rank: Rank;
}

const MAX_PROMPT = 8_000;
const MAX_ANSWER = 50;

export function createModelMatcher({ text, registry, rank }: ModelMatcherParts): Matcher {
  const summaries = new Map(registry.abilities.map(({ id, summary }) => [id, summary]));

  async function match(request: Parameters<Matcher["match"]>[0]): Promise<MatchResult> {
    const found = await text.match(request);
    if (found.suggestions.length < 2) return found;
    const candidates = found.suggestions.map(({ id }) => ({ id, summary: escapedLine(summaries.get(id) ?? "", 200) }));
    let answer: unknown;
    try {
      answer = await rank(request.prompt.slice(0, MAX_PROMPT), candidates);
    } catch (error) {
      return withNote(found, plainLine(messageOf(error), 120));
    }
    const ids = idsOf(answer);
    if (ids === null) return withNote(found, "its answer is no list of ids");
    const ordered = ids.flatMap((id) => found.suggestions.filter((one) => one.id === id));
    if (ordered.length === 0) return withNote(found, "its answer names none of the candidates");
    const strange = ids.length - ordered.length;
    const notes = strange > 0 ? [`the model named ${strange} that were not asked about; they do not count`] : [];
    return { suggestions: ordered, notes: [...found.notes, ...notes] };
  }

  return { match };
}

/** Each id once; null where the answer is something else. */
function idsOf(answer: unknown): string[] | null {
  if (!Array.isArray(answer) || answer.length > MAX_ANSWER) return null;
  return answer.every((one): one is string => typeof one === "string") ? [...new Set(answer)] : null;
}

function withNote({ suggestions, notes }: MatchResult, why: string): MatchResult {
  return { suggestions, notes: [...notes, `the model did not help (${why}); the order is that of the text`] };
}
