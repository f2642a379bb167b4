/** Between an intent and the fields of its form: lists are typed one a line. */
import type { EditIntentBody, IntentPage, NewIntentBody } from "../../../api/intents.ts";

const lists = ["owned_scope", "constraints", "acceptance_criteria", "related_files", "checks"] as const;
type Lists = Record<(typeof lists)[number], string[]>;

export type IntentText = Record<"id" | "name" | "description" | keyof Lists, string>;

/** Of a new one, all is empty. */
export function textOf(intent: IntentPage | null): IntentText {
  const typed = lists.map((field) => [field, intent?.[field].join("\n") ?? ""]);
  return {
    id: intent?.id ?? "",
    name: intent?.name ?? "",
    description: intent?.description ?? "",
    ...(Object.fromEntries(typed) as Record<keyof Lists, string>),
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
    ...(Object.fromEntries(lists.map((field) => [field, linesOf(text[field])])) as Lists),
    ...(start ? { start } : {}),
  };
}

/** Only what differs: what somebody else changes meanwhile in another field stays. Null where nothing does. */
export function editBody(before: IntentPage, text: IntentText): EditIntentBody | null {
  const was = textOf(before);
  const body: EditIntentBody = { digest: before.digest };
  if (text.name.trim() !== was.name) body.name = text.name.trim();
  if (text.description.trim() !== was.description.trim()) body.description = text.description.trim();
  for (const field of lists) {
    const lines = linesOf(text[field]);
    if (lines.join("\n") !== linesOf(was[field]).join("\n")) body[field] = lines;
  }
  return Object.keys(body).length > 1 ? body : null;
}
