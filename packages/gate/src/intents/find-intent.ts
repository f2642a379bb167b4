/** Intents as they stand in the file, for people who look at them or change them. */
import { type Checked, type Problem, problem, shown } from "@intentgate/documents";
import { type Intent, readIntents } from "@intentgate/policy";
import { ELSEWHERE, type GovernedRoot, type SessionState } from "@intentgate/sidecar";

export const INTENTS_FILE = ".orchestration/active_intents.yaml";

/** As they stand in the file; not all of it may count yet (`waitingNote`). */
export function intentsOf(root: GovernedRoot): Checked<ReadonlyMap<string, Intent>> {
  const read = root.store.intents.read();
  return read.ok ? { ok: true, value: read.value.intents } : read;
}

/** What to tell the person while widening edits of the intents file wait for their yes. */
export function waitingNote(root: GovernedRoot): string | null {
  const name = "active_intents.yaml";
  if (root.authored.isElsewhere()) return ELSEWHERE;
  const rules = root.rules();
  const needsYes =
    rules.ok && rules.value.policy.trust === "always" && root.authored.accepted(name) !== root.authored.current(name);
  if (!root.authored.isHeld(name) && !needsYes) return null;
  return `${name} has changes that wait for your yes; what they widen does not count until \`intentgate trust\`.`;
}

export function findIntent(root: GovernedRoot, id: string): Checked<Intent> {
  const intents = intentsOf(root);
  return intents.ok ? pick(intents.value, id) : intents;
}

/** As `findIntent`, in the text that an edit is about to change. */
export function intentIn(text: string, id: string): Checked<Intent> {
  const read = readIntents(text, INTENTS_FILE);
  return read.ok ? pick(read.value.intents, id) : read;
}

function pick(intents: ReadonlyMap<string, Intent>, id: string): Checked<Intent> {
  const found = intents.get(id);
  if (found) return { ok: true, value: found };
  const nearest = [...intents.keys()].find((one) => one.toLowerCase() === id.toLowerCase());
  const remedy = nearest
    ? `Did you mean ${nearest}?`
    : intents.size > 0
      ? "`intentgate intent list --all` shows every intent."
      : 'There is none yet: `intentgate intent new --name "…" --scope "src/**"`.';
  return wrong(problem("NOT_FOUND", `there is no intent ${shown(id)}`, remedy));
}

/** The sessions that took this intent and have not ended. */
export function sessionsUnder(root: GovernedRoot, id: string): SessionState[] {
  return root.store.sessions.list().filter((one) => !one.ended && one.intent?.id === id);
}

export function wrong(it: Problem): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [it] };
}

/** What is allowed in a scope but probably not meant. */
export function scopeWarnings({ id, owned_scope }: Pick<Intent, "id" | "owned_scope">): string[] {
  const granting = owned_scope.filter((glob) => !glob.startsWith("!"));
  if (granting.length === 0) {
    const what = owned_scope.length === 0 ? "owns no files yet" : "owns no files: its globs only take away";
    return [
      `${id} ${what}, so nothing may be changed under it. Add some: \`intentgate intent edit ${id} --add-scope "src/auth/**"\``,
    ];
  }
  const everything = granting.find((glob) => ["**", "**/*", "*/**"].includes(glob));
  return everything ? [`${id} owns everything (${everything}): no change will be outside its scope`] : [];
}
