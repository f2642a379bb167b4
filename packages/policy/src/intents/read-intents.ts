/** Reads `active_intents.yaml`: canonical lists, and the older forms of the file. */
import {
  type Checked,
  nearMiss,
  type PlainValue,
  type Problem,
  type ReadYaml,
  readYaml,
  shown,
  versionProblem,
} from "@intentgate/documents";
import { type DecodedIntent, decodeIntent, type Entry } from "./decode-intent.ts";
import type { Intent } from "./intent.ts";
import { activeLists, allLists, archivedLists } from "./intent-keys.ts";

export interface IntentsDoc {
  doc: ReadYaml;
  intents: Map<string, Intent>;
  /** Where each intent stands and how it is spelled; edits need it. */
  entries: Map<string, Entry & Pick<DecodedIntent, "spelled">>;
}

const MAX_PROBLEMS = 100;

export function readIntents(text: string, file: string): Checked<{ intents: Map<string, Intent> }> {
  const read = readIntentsDoc(text, file);
  return read.ok ? { ok: true, value: { intents: read.value.intents } } : read;
}

export function readIntentsDoc(text: string, file: string): Checked<IntentsDoc> {
  const read = readYaml(text, file, "BAD_INTENTS");
  return read.ok ? decodeIntents(read.value) : read;
}

export function decodeIntents(doc: ReadYaml): Checked<IntentsDoc> {
  const version = versionProblem(doc);
  // Nothing else can be judged in a version that is not ours.
  if (version) return { ok: false, problems: [version] };
  const problems = topLevelProblems(doc);
  const result: IntentsDoc = { doc, intents: new Map(), entries: new Map() };
  for (const [entry, value] of entriesOf(doc, problems)) {
    const decoded = decodeIntent(doc, entry, value, problems);
    if (!decoded) continue;
    const { id } = decoded.intent;
    const first = result.entries.get(id);
    if (first) {
      const message = `the intent ${shown(id)} is declared twice, first in line ${doc.lineOf(first.path)}`;
      const path = decoded.spelled.id ? [...entry.path, decoded.spelled.id] : entry.path;
      problems.push(doc.problemAt(path, message, "Give one of the two another id."));
      continue;
    }
    result.intents.set(id, decoded.intent);
    result.entries.set(id, { ...entry, spelled: decoded.spelled });
  }
  return problems.length > 0 ? { ok: false, problems: limited(problems) } : { ok: true, value: result };
}

function topLevelProblems(doc: ReadYaml): Problem[] {
  if (doc.value === null) {
    return [doc.problemAt([], "the file is empty", "Restore it or write `active_intents: []`.")];
  }
  const problems: Problem[] = [];
  const known = [...allLists, "version"];
  for (const key of Object.keys(doc.value)) {
    const meant = known.includes(key) ? null : nearMiss(key, known);
    if (meant)
      problems.push(doc.problemAt([key], `unknown key ${shown(key)}: did you mean "${meant}"?`, "", { on: "key" }));
  }
  const hasList = activeLists.some((key) => Object.hasOwn(doc.value!, key));
  if (!hasList && problems.length === 0) {
    problems.push(doc.problemAt([], "there is no list `active_intents`", "Restore it or write `active_intents: []`."));
  }
  return problems;
}

function entriesOf(doc: ReadYaml, problems: Problem[]): [Entry, PlainValue][] {
  const found: [Entry, PlainValue][] = [];
  for (const key of allLists) {
    const list = doc.value && Object.hasOwn(doc.value, key) ? doc.value[key]! : null;
    const isArchived = (archivedLists as readonly string[]).includes(key);
    if (list === null) continue;
    if (Array.isArray(list)) {
      for (const [index, value] of list.entries())
        found.push([{ path: [key, index], mapKey: null, isArchived }, value]);
    } else if (typeof list === "object") {
      for (const [id, value] of Object.entries(list)) found.push([{ path: [key, id], mapKey: id, isArchived }, value]);
    } else {
      problems.push(doc.problemAt([key], `${key} must be a list of intents`, `Write \`${key}: []\` for none.`));
    }
  }
  return found;
}

function limited(problems: Problem[]): Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const last = problems[MAX_PROBLEMS - 1]!;
  const rest = problems.length - MAX_PROBLEMS + 1;
  return [
    ...problems.slice(0, MAX_PROBLEMS - 1),
    { ...last, message: `${last.message} (and ${rest - 1} more problems)` },
  ];
}
