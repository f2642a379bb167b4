/** Notes a moment on an intent's entry. */
import { type Checked, editYaml, problem, shown } from "@intentgate/documents";
import { readIntentsDoc } from "./read-intents.ts";

const FILE = ".orchestration/active_intents.yaml";

/** `updated_at` is kept up where the entry has it; `accepted_at` is added where it is missing. */
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
