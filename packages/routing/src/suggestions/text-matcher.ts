/** The default matcher: words against words, the same answer every time, silent where it is not sure. */
import type { Ability, Registry } from "../abilities/ability.ts";
import { inScope } from "../abilities/in-scope.ts";
import { abilityWeights, THRESHOLD } from "../matching/confidence.ts";
import { rankEntries } from "../matching/rank-entries.ts";
import { reasonFor } from "../matching/reason.ts";
import { createTextIndex, type TextEntry } from "../matching/text-index.ts";
import type { AbilitySuggestion, Matcher, MatchRequest, MatchResult } from "./matcher.ts";
import { type AbilityUsage, noUsage, usageBonus } from "./usage.ts";

const MOST = 5;
/** High-level abilities go first unless a low-level one is clearly the better answer. */
const HIGH_LEVEL_FIRST = 0.08;

export function createTextMatcher({ abilities }: Registry, usage: AbilityUsage = noUsage): Matcher {
  const byId = new Map(abilities.map((ability) => [ability.id, ability]));
  const index = createTextIndex(abilities.map(entryOf), boost);

  async function match({ prompt, environment, modules }: MatchRequest): Promise<MatchResult> {
    const ranked = rankEntries(prompt, index, abilityWeights);
    if (!ranked) return { suggestions: [], notes: ["the prompt is too long to be matched"] };
    const suggestions = ranked
      // What use can add comes after this line: it never brings up what does not match.
      .filter(({ confidence }) => confidence >= THRESHOLD)
      .map((entry) => ({ ...entry, ability: byId.get(entry.id)! }))
      .filter(({ ability }) => inScope(ability, { environment, modules }) === null)
      .map(({ ability, confidence, matched }) => ({
        order: confidence + usageBonus(usage.get(ability.id)) + (ability.level === "high" ? HIGH_LEVEL_FIRST : 0),
        suggestion: suggestionOf(ability, confidence, matched),
      }))
      .sort((a, b) => b.order - a.order || (a.suggestion.id < b.suggestion.id ? -1 : 1))
      .slice(0, MOST)
      .map(({ suggestion }) => suggestion);
    return { suggestions, notes: [] };
  }

  return { match };
}

const boost = { name: 1.5, keywords: 1.8, summary: 1.2, about: 0.8, operation: 0.6, notes: 0.3, modules: 0.5 };

function entryOf(ability: Ability): TextEntry<keyof typeof boost> {
  return {
    id: ability.id,
    texts: {
      name: ability.id,
      keywords: ability.keywords.join("\n"),
      summary: ability.summary,
      about: ability.level === "high" ? ability.whenToUse : "",
      operation: ability.operationKey === ability.id ? "" : ability.operationKey,
      notes: ability.notes,
      modules: ability.scope.modules.join(" "),
    },
    phrases: [ability.id, ...ability.keywords],
    negative: ability.negativeKeywords,
  };
}

function suggestionOf(ability: Ability, confidence: number, matched: readonly string[]): AbilitySuggestion {
  const kind = ability.level === "high" ? ability.type : "operation";
  return {
    id: ability.id,
    level: ability.level,
    reason: reasonFor(matched, `${ability.level}-level ${kind} ${ability.id}`),
    confidence: Math.round(confidence * 100) / 100,
  };
}
