/** `intentgate intent edit`: a person changes what an intent says; all options given are one change of the file. */
import { type Checked, problem } from "@intentgate/documents";
import { changeIntent, type IntentEdit, intentIn, readChecks, scopeWarnings, waitingNote } from "@intentgate/gate";
import { addScope, type EditableField, type Intent, setField } from "@intentgate/policy";
import { refuse } from "../command/refuse.ts";
import { anyWords, type Subverb } from "../command/subverb.ts";
import { type Args, tell } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/workspace-here.ts";
import { oneId, wrong } from "./subverb.ts";

const texts = { name: "name", description: "description" } as const;
/** These replace the whole list; an empty text empties it. */
const lists = {
  scope: "owned_scope",
  constraint: "constraints",
  criterion: "acceptance_criteria",
  related: "related_files",
} as const;

export const editIntent: Subverb = {
  options: [...Object.keys(texts), ...Object.keys(lists), "check", "add-scope", "remove-scope"],
  words: anyWords,
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "intent edit");
  if (typeof workspace === "number") return workspace;
  const id = oneId(args, "edit");
  if (!id.ok) return refuse(io, id.problems);
  const changed = await changeIntent(workspace, id.value, (intent) => editsOf(args, intent));
  if (!changed.ok) return refuse(io, changed.problems);
  return tellEdited(changed.value.intent, changed.value.selectAgain, waitingNote(workspace.home), io);
}

function editsOf(args: Args, intent: Intent): Checked<IntentEdit[]> {
  const { id } = intent;
  const edits: IntentEdit[] = [];
  const set = (field: EditableField, value: Parameters<typeof setField>[3]) =>
    edits.push((text) => setField(text, id, field, value));
  for (const [option, field] of Object.entries(texts)) {
    const given = args.text(option);
    if (given === undefined) continue;
    if (field === "name" && given.trim() === "")
      return wrong(problem("BAD_INPUT", "the name is empty", "Say in a few words what shall be done."));
    set(field, given);
  }
  for (const [option, field] of Object.entries(lists)) {
    if (args.list(option).length > 0) set(field, filled(args.list(option)));
  }
  if (args.list("check").length > 0) {
    const checks = readChecks(filled(args.list("check")));
    if (!checks.ok) return checks;
    set("checks", checks.value);
  }
  const scope = scopeEdits(args, intent);
  if (!scope.ok) return scope;
  edits.push(...scope.value);
  if (edits.length > 0) return { ok: true, value: edits };
  const remedy = `For instance \`intentgate intent edit ${id} --add-scope "docs/**"\`.`;
  return wrong(problem("BAD_INPUT", "nothing to change was given", remedy));
}

/** Taken away first, so that one command can replace one glob by another. */
function scopeEdits(args: Args, { id, owned_scope }: Intent): Checked<IntentEdit[]> {
  const removed = args.list("remove-scope");
  const added = args.list("add-scope");
  if (args.list("scope").length > 0 && removed.length + added.length > 0) {
    return wrong(
      problem("BAD_INPUT", "--scope replaces the whole scope", "Leave out --add-scope and --remove-scope, or --scope."),
    );
  }
  const unknown = removed.find((glob) => !owned_scope.includes(glob));
  if (unknown !== undefined) {
    const remedy =
      owned_scope.length > 0
        ? `Its scope is: ${owned_scope.map((glob) => oneLine(glob, 60)).join("  ")}`
        : "Its scope is empty.";
    return wrong(problem("NOT_FOUND", `${id} has no glob ${JSON.stringify(oneLine(unknown, 60))}`, remedy));
  }
  const edits: IntentEdit[] = [];
  if (removed.length > 0) edits.push((text) => removeScope(text, id, removed));
  if (added.length > 0) edits.push((text) => addScope(text, id, added));
  return { ok: true, value: edits };
}

/** From the text as it is under the lock: a scope that was widened meanwhile stays wide. */
function removeScope(text: string, id: string, removed: readonly string[]): Checked<string> {
  const now = intentIn(text, id);
  if (!now.ok) return now;
  const kept = now.value.owned_scope.filter((glob) => !removed.includes(glob));
  return setField(text, id, "owned_scope", kept);
}

function filled(values: readonly string[]): string[] {
  return values.filter((value) => value.trim() !== "");
}

function tellEdited(intent: Intent, retold: readonly string[], waiting: string | null, io: Io): number {
  const warnings = [...scopeWarnings(intent), ...(waiting ? [waiting] : [])];
  const { bold, green, yellow } = io.color;
  const sessions = retold.map((one) => oneLine(one, 40)).join(", ");
  const again = `These sessions must select ${intent.id} again before their next change: ${sessions}`;
  return tell(io, { intent, select_again: retold, warnings }, [
    `${green("changed")} ${bold(intent.id)}  ${oneLine(intent.name)}`,
    ...intent.owned_scope.map((glob) => `  owns  ${oneLine(glob)}`),
    ...warnings.map((warning) => `${yellow("warning")} ${warning}`),
    ...(retold.length > 0 ? [again] : []),
  ]);
}
