/** Edits of `active_intents.yaml` that keep every byte outside what they change; older forms keep their spelling. */

import {
  type Checked,
  editYaml,
  moveItem,
  type PlainMap,
  type PlainValue,
  type Problem,
  problem,
  type ReadYaml,
  shown,
  visibleText,
  type YamlEdit,
  type YamlPath,
} from "@intentgate/documents";
import type { Entry } from "./decode-intent.ts";
import type { Intent, IntentStatus } from "./intent.ts";
import { draftProblems, globProblems, type IntentDraft } from "./intent-draft.ts";
import { activeLists, archivedLists, type IntentKey } from "./intent-keys.ts";
import { decodeIntents, type IntentsDoc, readIntentsDoc } from "./read-intents.ts";

const FILE = ".orchestration/active_intents.yaml";
/** The newest of an intent that its entry keeps and that are shown. */
export const HISTORY_LINES = 20;

export type EditableField =
  | "name"
  | "description"
  | "owned_scope"
  | "constraints"
  | "acceptance_criteria"
  | "related_files"
  | "related_specs"
  | "checks";

type Found = IntentsDoc & {
  intent: Intent;
  entry: Entry;
  pathOf(key: IntentKey): YamlPath;
  has(key: IntentKey): boolean;
};

export function addIntent(text: string, draft: IntentDraft): Checked<string> {
  const bad = draftProblems(draft);
  if (bad.length > 0) return { ok: false, problems: bad };
  const read = readIntentsDoc(text, FILE);
  if (!read.ok) return read;
  if (read.value.intents.has(draft.id)) {
    return no(
      problem("BAD_INPUT", `the intent ${shown(draft.id)} exists already`, "Choose another id.", { file: FILE }),
    );
  }
  const { doc } = read.value;
  const list = activeLists.find((key) => Object.hasOwn(doc.value!, key)) ?? activeLists[0];
  const neighbour = [...read.value.entries.values()].find((entry) => entry.path[0] === list);
  const spelled = (key: IntentKey) => neighbour?.spelled[key] ?? key;
  const fields = Object.entries(draftFields(draft)).map(([key, value]) => [spelled(key as IntentKey), value]);
  return written(doc, [additionTo(doc, list, draft.id, Object.fromEntries(fields) as PlainMap, spelled("id"))]);
}

function additionTo(doc: ReadYaml, list: string, id: string, entry: PlainMap, idKey: string): YamlEdit {
  const found = doc.value?.[list] ?? null;
  if (found === null || Array.isArray(found)) return { kind: "append", path: [list], items: [entry] };
  // An empty map holds nothing that could be lost, so it becomes the list it should have been.
  if (Object.keys(found).length === 0) return { kind: "set", path: [list], value: [entry] };
  const { [idKey]: _underItsId, ...rest } = entry;
  return { kind: "set", path: [list, id], value: rest };
}

function draftFields(draft: IntentDraft): PlainMap {
  const always: PlainMap = {
    id: draft.id,
    name: draft.name,
    status: draft.status ?? "PENDING",
    owned_scope: draft.owned_scope ?? [],
    constraints: draft.constraints ?? [],
    acceptance_criteria: draft.acceptance_criteria ?? [],
    related_files: draft.related_files ?? [],
    recent_history: [],
  };
  const optional = ["description", "related_specs", "checks", "created_at", "updated_at"] as const;
  for (const key of optional) {
    const value = draft[key];
    if (value !== undefined && value !== null && value.length > 0) always[key] = value;
  }
  return always;
}

/** `at` becomes `updated_at` where the entry has that key. */
export function setStatus(text: string, id: string, status: IntentStatus, at: string): Checked<string> {
  return editFound(text, id, (found) => {
    const edits: YamlEdit[] = [{ kind: "set", path: found.pathOf("status"), value: status }];
    if (found.has("updated_at")) edits.push({ kind: "set", path: found.pathOf("updated_at"), value: at });
    return edits;
  });
}

export function addScope(text: string, id: string, globs: readonly string[]): Checked<string> {
  const bad = globProblems(globs);
  if (bad.length > 0) return { ok: false, problems: bad };
  return editFound(text, id, (found) => {
    const added = [...new Set(globs)].filter((glob) => !found.intent.owned_scope.includes(glob));
    if (added.length === 0) return [];
    const path = found.pathOf("owned_scope");
    const value = [...found.intent.owned_scope, ...added];
    return [isListOrNothing(found.doc, path) ? { kind: "append", path, items: added } : { kind: "set", path, value }];
  });
}

export function setField(
  text: string,
  id: string,
  field: EditableField,
  value: string | readonly string[] | Intent["checks"],
): Checked<string> {
  if (field === "owned_scope" && Array.isArray(value)) {
    const bad = globProblems(value.filter((item) => typeof item === "string"));
    if (bad.length > 0) return { ok: false, problems: bad };
  }
  return editFound(text, id, (found) => [
    { kind: "set", path: found.pathOf(field), value: structuredClone(value) as PlainValue },
  ]);
}

/** Oldest first; the newest 20 are kept. */
export function setHistory(text: string, id: string, lines: readonly string[]): Checked<string> {
  return editFound(text, id, (found) => [
    { kind: "set", path: found.pathOf("recent_history"), value: lines.slice(-HISTORY_LINES).map(visibleText) },
  ]);
}

export function archiveIntent(text: string, id: string): Checked<string> {
  const found = find(text, id);
  if (!found.ok) return found;
  const { doc, entry } = found.value;
  if (entry.isArchived)
    return no(doc.problemAt(entry.path, `the intent ${shown(id)} is archived already`, "", { code: "BAD_INPUT" }));
  const [list, index] = entry.path;
  const archive = archivedLists.find((key) => Object.hasOwn(doc.value!, key)) ?? archivedLists[0];
  if (typeof list !== "string" || typeof index !== "number" || !isListOrNothing(doc, [archive])) {
    const remedy = "Write the intents as a list: `active_intents:` with one `- id: …` each, then repeat.";
    return no(
      doc.problemAt(entry.path, "an intent can be archived only where the intents are lists", remedy, { on: "key" }),
    );
  }
  const moved = moveItem(doc, list, index, archive);
  return moved.ok ? readable(moved.value) : moved;
}

function find(text: string, id: string): Checked<Found> {
  const read = readIntentsDoc(text, FILE);
  if (!read.ok) return read;
  const entry = read.value.entries.get(id);
  const intent = read.value.intents.get(id);
  if (!entry || !intent) return no(notFound(id, [...read.value.intents.keys()]));
  const spelled = (key: IntentKey) => entry.spelled[key] ?? key;
  const pathOf = (key: IntentKey) => [...entry.path, spelled(key)];
  return { ok: true, value: { ...read.value, intent, entry, pathOf, has: (key) => entry.spelled[key] !== undefined } };
}

function notFound(id: string, known: readonly string[]): Problem {
  const some = known.slice(0, 20).join(", ") + (known.length > 20 ? ` and ${known.length - 20} more` : "");
  const remedy = known.length > 0 ? `Known ids: ${some}.` : "There is no intent yet: `intentgate intent new`.";
  return problem("NOT_FOUND", `Intent ${shown(id)} not found in active_intents.yaml`, remedy, { file: FILE });
}

function editFound(text: string, id: string, edits: (found: Found) => YamlEdit[]): Checked<string> {
  const found = find(text, id);
  return found.ok ? written(found.value.doc, edits(found.value)) : found;
}

function written(doc: ReadYaml, edits: readonly YamlEdit[]): Checked<string> {
  if (edits.length === 0) return { ok: true, value: doc.text };
  const edited = editYaml(doc, edits);
  return edited.ok ? readable(edited.value) : edited;
}

/** What was written must be an intents file again. */
function readable(doc: ReadYaml): Checked<string> {
  const again = decodeIntents(doc);
  return again.ok ? { ok: true, value: doc.text } : again;
}

function isListOrNothing(doc: ReadYaml, path: YamlPath): boolean {
  let value: PlainValue | undefined = doc.value;
  for (const step of path) value = (value as Record<string | number, PlainValue> | null)?.[step];
  return value === undefined || value === null || Array.isArray(value);
}

function no(it: Problem): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [it] };
}

/** Notes a moment on an entry: `updated_at` is kept up where the entry has it; `accepted_at` is added where it is missing. */
export function stampIntent(text: string, id: string, key: "accepted_at" | "updated_at", at: string): Checked<string> {
  const read = readIntentsDoc(text, FILE);
  if (!read.ok) return read;
  const entry = read.value.entries.get(id);
  if (!entry) {
    const missing = problem("NOT_FOUND", `Intent ${shown(id)} not found in active_intents.yaml`, "", { file: FILE });
    return { ok: false, problems: [missing] };
  }
  const spelled = key === "updated_at" ? entry.spelled.updated_at : key;
  if (spelled === undefined) return { ok: true, value: text };
  const edited = editYaml(read.value.doc, [{ kind: "set", path: [...entry.path, spelled], value: at }]);
  return edited.ok ? { ok: true, value: edited.value.text } : edited;
}
