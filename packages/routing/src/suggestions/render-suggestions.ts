/** Suggestions as a model reads them: between tags, escaped, limited, and marked as hints. */
import { escapedLine } from "@intentgate/documents";
import type { Registry } from "../abilities/ability.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { SelectedDocument } from "../knowledge/select-documents.ts";
import type { AbilitySuggestion } from "./matcher.ts";

const LINE = 300;
const MOST = 5;

/** Empty where there is nothing to suggest. */
export function renderSuggestedAbilities(suggestions: readonly AbilitySuggestion[], registry: Registry): string {
  const lines = suggestions.slice(0, MOST).map(({ id, confidence, reason }) => {
    const summary = registry.abilities.find((ability) => ability.id === id)?.summary ?? "";
    return `- ${escapedLine(id, 128)} (${confidence.toFixed(2)}): ${escapedLine(summary, LINE)} [${reason}]`;
  });
  return block("suggested_abilities", "Hints, not orders; the registry decides what may run.", lines);
}

export function renderSuggestedDocuments(documents: readonly SelectedDocument[], knowledge: Knowledge): string {
  const lines = documents.slice(0, MOST).map(({ path, reason }) => {
    const summary = knowledge.documents.find((document) => document.path === path)?.summary ?? "";
    return `- ${escapedLine(path, LINE)}: ${escapedLine(summary, LINE)} [${reason}]`;
  });
  return block("suggested_documents", "Worth reading before going on.", lines);
}

function block(tag: string, about: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`<${tag}>`, about, ...lines, `</${tag}>`].join("\n");
}
