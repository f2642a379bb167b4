/** Takes what event hooks suggest into a match. A hint is only a hint: the registry decides what there is and where it may be used. */
import { escapedLine, shown } from "@intentgate/documents";
import type { Registry } from "../abilities/ability.ts";
import { type Here, inScope } from "../abilities/in-scope.ts";
import type { AbilitySuggestion, MatchResult } from "./matcher.ts";

export interface AbilityHint {
  id: string;
  reason: string;
  confidence?: number | null;
}

const MOST = 5;
const MAX_HINTS = 50;
const UNSAID = 0.5;

export function withHints(
  { suggestions, notes }: MatchResult,
  hints: readonly AbilityHint[],
  { registry, here }: { registry: Registry; here: Here },
): MatchResult {
  const byId = new Map(suggestions.map((suggestion) => [suggestion.id, suggestion]));
  const refused: string[] = [];
  for (const hint of hints.slice(0, MAX_HINTS)) {
    const ability = registry.abilities.find(({ id, operationKey }) => id === hint.id || operationKey === hint.id);
    const why = ability ? inScope(ability, here) : "there is no such ability";
    if (!ability || why !== null) {
      refused.push(`a hook suggested ${shown(hint.id)}: ${why}`);
      continue;
    }
    const confidence = certain(hint.confidence);
    const before = byId.get(ability.id);
    if (before && before.confidence >= confidence) continue;
    const reason = `a hook says: ${escapedLine(hint.reason, 160)}`;
    byId.set(ability.id, { id: ability.id, level: ability.level, reason, confidence });
  }
  const all = [...byId.values()];
  const isUnchanged = all.every((one) => suggestions.includes(one));
  return { suggestions: isUnchanged ? suggestions : best(all, suggestions), notes: [...notes, ...refused] };
}

function certain(confidence: number | null | undefined): number {
  return confidence === undefined || confidence === null || Number.isNaN(confidence)
    ? UNSAID
    : Math.max(0, Math.min(1, confidence));
}

/** By confidence; the matcher's own order decides between equals, then the id. */
function best(all: readonly AbilitySuggestion[], found: readonly AbilitySuggestion[]): AbilitySuggestion[] {
  const place = (one: AbilitySuggestion) => (found.includes(one) ? found.indexOf(one) : found.length);
  return [...all]
    .sort((a, b) => b.confidence - a.confidence || place(a) - place(b) || (a.id < b.id ? -1 : 1))
    .slice(0, MOST);
}
