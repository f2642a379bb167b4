/** Between an intent and the fields of its form: lists are typed one a line. */
import type { EditIntentBody, IntentPage, NewIntentBody } from "../../../api/intents.ts";

export interface IntentText {
  id: string;
  name: string;
  description: string;
  scope: string;
  constraints: string;
  criteria: string;
  related: string;
  checks: string;
}

export const emptyText: IntentText = {
  id: "",
  name: "",
  description: "",
  scope: "",
  constraints: "",
  criteria: "",
  related: "",
  checks: "",
};

export function textOf(intent: IntentPage): IntentText {
  return {
    id: intent.id,
    name: intent.name,
    description: intent.description ?? "",
    scope: intent.owned_scope.join("\n"),
    constraints: intent.constraints.join("\n"),
    criteria: intent.acceptance_criteria.join("\n"),
    related: intent.related_files.join("\n"),
    checks: intent.checks.join("\n"),
  };
}

/** Lines without the empty ones; spaces around are no part of what was meant. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export function newBody(text: IntentText, start: boolean): NewIntentBody {
  const { id, description } = text;
  return {
    ...(id.trim() === "" ? {} : { id: id.trim() }),
    name: text.name.trim(),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
    owned_scope: linesOf(text.scope),
    constraints: linesOf(text.constraints),
    acceptance_criteria: linesOf(text.criteria),
    related_files: linesOf(text.related),
    checks: linesOf(text.checks),
    ...(start ? { start } : {}),
  };
}

/** Only what differs: what somebody else changes meanwhile in another field stays. Null where nothing does. */
export function editBody(before: IntentPage, text: IntentText): EditIntentBody | null {
  const was = textOf(before);
  const body: EditIntentBody = { digest: before.digest };
  if (text.name.trim() !== was.name) body.name = text.name.trim();
  if (text.description.trim() !== was.description.trim()) body.description = text.description.trim();
  const lists = [
    ["scope", "owned_scope"],
    ["constraints", "constraints"],
    ["criteria", "acceptance_criteria"],
    ["related", "related_files"],
    ["checks", "checks"],
  ] as const;
  for (const [field, key] of lists) {
    const lines = linesOf(text[field]);
    if (lines.join("\n") !== linesOf(was[field]).join("\n")) body[key] = lines;
  }
  return Object.keys(body).length > 1 ? body : null;
}
