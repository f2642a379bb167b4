/** One entry of the intents file; every wrong key and value becomes a problem with its place. */

import {
  nearMiss,
  type PlainMap,
  type PlainValue,
  type Problem,
  type ReadYaml,
  shown,
  unwelcomeAt,
  type YamlPath,
} from "@intentgate/documents";
import { globProblem } from "../paths/scope.ts";
import { type Intent, type IntentStatus, intentIdPattern, intentStatuses } from "./intent.ts";
import { allIntentKeys, type IntentKey, intentKeys, isIntentKey } from "./intent-keys.ts";

export interface Entry {
  path: YamlPath;
  /** The id as key of a map; null where the entry is an item of a list. */
  mapKey: string | null;
  isArchived: boolean;
}

export interface DecodedIntent {
  intent: Intent;
  /** How this entry spells its keys. */
  spelled: Partial<Record<IntentKey, string>>;
}

const statusAliases: Record<string, IntentStatus> = {
  TODO: "PENDING",
  DONE: "COMPLETE",
  COMPLETED: "COMPLETE",
  ARCHIVED: "COMPLETE",
};

/** Null: the entry has no usable id; the problems say why. */
export function decodeIntent(
  doc: ReadYaml,
  entry: Entry,
  value: PlainValue,
  problems: Problem[],
): DecodedIntent | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    problems.push(
      doc.problemAt(
        entry.path,
        "an intent must be a map of keys",
        "Write `id:`, `name:`, `owned_scope:` … below each other.",
      ),
    );
    return null;
  }
  const spelled = spelling(doc, entry, value, problems);
  const fields = fieldReader(doc, entry, value, spelled, problems);
  const id = readId(doc, entry, value, spelled, problems);
  if (id === null) return null;
  const intent: Intent = {
    id,
    name: fields.text("name") ?? id,
    status: readStatus(fields),
    owned_scope: fields.globs("owned_scope"),
    constraints: fields.list("constraints"),
    acceptance_criteria: fields.list("acceptance_criteria"),
    related_files: fields.list("related_files"),
    recent_history: fields.list("recent_history"),
    description: fields.text("description"),
    related_specs: fields.list("related_specs"),
    checks: readChecks(fields),
    created_at: fields.text("created_at"),
    updated_at: fields.text("updated_at"),
    archived: entry.isArchived,
    narrowed_to: null,
  };
  return { intent, spelled };
}

function spelling(doc: ReadYaml, entry: Entry, value: PlainMap, problems: Problem[]): DecodedIntent["spelled"] {
  const spelled: DecodedIntent["spelled"] = {};
  for (const key of Object.keys(value)) {
    if (isIntentKey(key)) continue;
    const meant = nearMiss(key, allIntentKeys);
    if (meant === null) continue;
    const message = `unknown key ${shown(key)}: did you mean "${meant}"?`;
    problems.push(doc.problemAt([...entry.path, key], message, "", { on: "key" }));
  }
  for (const key of Object.keys(intentKeys) as IntentKey[]) {
    const [first, second] = intentKeys[key].filter((name) => Object.hasOwn(value, name));
    if (first) spelled[key] = first;
    if (!second) continue;
    const message = `"${second}" and "${first}" say the same`;
    problems.push(doc.problemAt([...entry.path, second], message, "Keep one of the two.", { on: "key" }));
  }
  return spelled;
}

function readId(
  doc: ReadYaml,
  entry: Entry,
  value: PlainMap,
  spelled: DecodedIntent["spelled"],
  problems: Problem[],
): string | null {
  const remedy = "An id starts with a letter or digit and has letters, digits, `.`, `_` and `-`, at most 128.";
  if (!spelled.id && entry.mapKey === null) {
    problems.push(doc.problemAt(entry.path, "the intent has no id", remedy));
    return null;
  }
  const path = spelled.id ? [...entry.path, spelled.id] : entry.path;
  const where = spelled.id ? {} : ({ on: "key" } as const);
  const id = spelled.id ? value[spelled.id] : entry.mapKey;
  if (typeof id !== "string") {
    problems.push(doc.problemAt(path, "the id must be text", "Put it in quotes."));
    return null;
  }
  if (entry.mapKey !== null && id !== entry.mapKey) {
    problems.push(
      doc.problemAt(path, `the id ${shown(id)} stands under the key ${shown(entry.mapKey)}`, "Make both the same."),
    );
    return null;
  }
  if (intentIdPattern.test(id)) return id;
  problems.push(doc.problemAt(path, `${shown(id)} is not an id`, remedy, where));
  return null;
}

interface FieldReader {
  text(key: IntentKey): string | null;
  list(key: IntentKey): string[];
  globs(key: IntentKey): string[];
  value(key: IntentKey): PlainValue;
  refuse(key: IntentKey, further: YamlPath, message: string, remedy: string): void;
}

function fieldReader(
  doc: ReadYaml,
  entry: Entry,
  value: PlainMap,
  spelled: DecodedIntent["spelled"],
  problems: Problem[],
): FieldReader {
  const reader: FieldReader = {
    value(key) {
      const name = spelled[key];
      return name === undefined ? null : (value[name] ?? null);
    },
    refuse(key, further, message, remedy) {
      problems.push(doc.problemAt([...entry.path, spelled[key] ?? key, ...further], message, remedy));
    },
    text(key) {
      const found = reader.value(key);
      if (found === null) return null;
      if (isCleanText(found)) return found;
      reader.refuse(key, [], `${key} must be text without control or invisible characters`, "Write it in quotes.");
      return null;
    },
    list(key) {
      const found = reader.value(key);
      if (found === null) return [];
      if (isCleanText(found)) return [found];
      if (!Array.isArray(found)) {
        reader.refuse(key, [], `${key} must be a list of texts`, `Write \`${key}: ["…"]\`.`);
        return [];
      }
      if (found.every(isCleanText)) return found;
      for (const [index, item] of found.entries()) {
        if (!isCleanText(item))
          reader.refuse(
            key,
            [index],
            `${key} must hold texts without control or invisible characters`,
            "Write the item in quotes.",
          );
      }
      return found.filter(isCleanText);
    },
    globs(key) {
      const globs = reader.list(key);
      const isOne = !Array.isArray(reader.value(key));
      for (const [index, glob] of globs.entries()) {
        const bad = globProblem(glob);
        if (bad)
          reader.refuse(
            key,
            isOne ? [] : [index],
            `the glob ${shown(glob)} ${bad}`,
            "Correct the glob, e.g. `src/auth/**`.",
          );
      }
      return globs;
    },
  };
  return reader;
}

function isCleanText(value: PlainValue | undefined): value is string {
  return typeof value === "string" && unwelcomeAt(value) === -1;
}

function readStatus(fields: FieldReader): IntentStatus {
  const found = fields.value("status");
  if (found === null) return "PENDING";
  const upper = typeof found === "string" ? found.toUpperCase() : "";
  const status = intentStatuses.find((one) => one === upper);
  if (status) return status;
  if (Object.hasOwn(statusAliases, upper)) return statusAliases[upper]!;
  const meant = nearMiss(upper, [...intentStatuses, ...Object.keys(statusAliases)]);
  const hint = meant ? `: did you mean ${meant}?` : "";
  fields.refuse(
    "status",
    [],
    `unknown status ${shown(String(found))}${hint}`,
    `Write one of ${intentStatuses.join(", ")}.`,
  );
  return "BLOCKED";
}

function readChecks(fields: FieldReader): Intent["checks"] {
  const found = fields.value("checks");
  if (found === null) return [];
  const remedy = 'Write `checks: [{ run: ["npm", "test"] }]`.';
  if (!Array.isArray(found)) {
    fields.refuse("checks", [], "checks must be a list", remedy);
    return [];
  }
  return found.flatMap((check, index) => {
    const run = check !== null && typeof check === "object" && !Array.isArray(check) ? check.run : undefined;
    if (Array.isArray(run) && run.length > 0 && run.every(isCleanText)) return [{ run }];
    fields.refuse(
      "checks",
      run === undefined ? [index] : [index, "run"],
      "a check must have `run`, a list of words",
      remedy,
    );
    return [];
  });
}
