/** What a person does with intents: declare, change, move. */
import { type Checked, problem } from "@intentgate/documents";
import { acceptIntent, changeIntent, declareIntent, type IntentEdit, moveIntent, readChecks } from "@intentgate/gate";
import { type EditableField, setField } from "@intentgate/policy";
import type { EditIntentBody, IntentMove, IntentPage, NewIntentBody } from "../../api/intents.ts";
import { refuse, refuseWith } from "../door/failure.ts";
import type { Served } from "../project/served.ts";
import { entryDigest, intentPage } from "./intents.ts";

export async function newIntent(served: Served, body: NewIntentBody): Promise<IntentPage> {
  const checks = readChecks(filled(body.checks ?? []));
  if (!checks.ok) return refuseWith(checks.problems);
  const created = await declareIntent(served.workspace, body.id?.trim() || null, (id) => ({
    ok: true,
    value: {
      id,
      name: body.name,
      status: body.start ? "IN_PROGRESS" : "PENDING",
      description: body.description?.trim() || null,
      owned_scope: filled(body.owned_scope),
      constraints: filled(body.constraints ?? []),
      acceptance_criteria: filled(body.acceptance_criteria ?? []),
      related_files: filled(body.related_files ?? []),
      checks: checks.value,
    },
  }));
  return changedIntent(served, created, (intent) => intent.id);
}

export async function editIntent(served: Served, id: string, body: EditIntentBody): Promise<IntentPage> {
  let isOther = false;
  const changed = await changeIntent(served.workspace, id, (intent) => {
    isOther = entryDigest(intent) !== body.digest;
    if (isOther) {
      const message = `${id} was changed by somebody else meanwhile`;
      return { ok: false, problems: [problem("NOT_ALLOWED", message, "Look at it again, then make your change.")] };
    }
    return editsOf(id, body);
  });
  if (isOther && !changed.ok) {
    const [first] = changed.problems;
    refuse(409, "NOT_ALLOWED", first?.message ?? "", first?.remedy ?? "");
  }
  return changedIntent(served, changed, () => id);
}

function editsOf(id: string, body: EditIntentBody): Checked<IntentEdit[]> {
  const edits: IntentEdit[] = [];
  const set = (field: EditableField, value: Parameters<typeof setField>[3]) =>
    edits.push((text) => setField(text, id, field, value));
  if (body.name !== undefined) {
    if (body.name.trim() === "") return bad("the name is empty", "Say in a few words what shall be done.");
    set("name", body.name);
  }
  if (body.description !== undefined) set("description", body.description);
  for (const field of ["owned_scope", "constraints", "acceptance_criteria", "related_files"] as const) {
    const given = body[field];
    if (given !== undefined) set(field, filled(given));
  }
  if (body.checks !== undefined) {
    const checks = readChecks(filled(body.checks));
    if (!checks.ok) return checks;
    set("checks", checks.value);
  }
  return edits.length > 0 ? { ok: true, value: edits } : bad("nothing to change was given", "Give what shall change.");
}

export async function move(served: Served, id: string, to: IntentMove): Promise<IntentPage> {
  if (to === "accept") return changedIntent(served, await acceptIntent(served.workspace, id), () => id);
  return changedIntent(served, await moveIntent(served.workspace, id, to), () => id);
}

function changedIntent<T>(served: Served, done: Checked<T>, idOf: (value: T) => string): IntentPage {
  if (!done.ok) return refuseWith(done.problems);
  served.news.tell(["intents", "health"]);
  return intentPage(served, idOf(done.value));
}

function filled(values: readonly string[]): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== "");
}

function bad(message: string, remedy: string): Checked<never> {
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy)] };
}
