/**
 * The intents that count after the file changed during a call: what narrows counts at once,
 * what widens waits for a person.
 */
import { type Intent, isOpen } from "./intent.ts";

export function narrowIntents(
  accepted: ReadonlyMap<string, Intent>,
  current: ReadonlyMap<string, Intent>,
): Map<string, Intent> {
  const narrowed = new Map<string, Intent>();
  for (const [id, now] of current) {
    const before = accepted.get(id);
    if (before) narrowed.set(id, narrowIntent(before, now));
  }
  return narrowed;
}

function narrowIntent(before: Intent, now: Intent): Intent {
  return {
    // Names, files, specs and checks widen nothing by themselves, but a model or a shell acts on them.
    ...before,
    ...narrowScope(before, now),
    status: isOpen(before) && !isOpen(now) ? now.status : before.status,
    archived: before.archived || now.archived,
    constraints: union(before.constraints, now.constraints),
    acceptance_criteria: union(before.acceptance_criteria, now.acceptance_criteria),
    recent_history: now.recent_history,
    updated_at: now.updated_at,
  };
}

function narrowScope(before: Intent, now: Intent): Pick<Intent, "owned_scope" | "narrowed_to"> {
  if (onlyRemoves(before.owned_scope, now.owned_scope)) {
    return { owned_scope: now.owned_scope, narrowed_to: before.narrowed_to };
  }
  if (before.narrowed_to === null && before.owned_scope.some((glob) => !isNegation(glob))) {
    return { owned_scope: now.owned_scope, narrowed_to: before.owned_scope };
  }
  // A second narrowing cannot be said with one further list: keep what both lists name in the same words.
  const common = now.owned_scope.filter((glob) => isNegation(glob) || before.owned_scope.includes(glob));
  const owned_scope = union(common, before.owned_scope.filter(isNegation));
  return { owned_scope, narrowed_to: before.narrowed_to };
}

/** Taking a negation away widens. */
function onlyRemoves(before: readonly string[], now: readonly string[]): boolean {
  return now.every((glob) => before.includes(glob)) && before.every((glob) => !isNegation(glob) || now.includes(glob));
}

function isNegation(glob: string): boolean {
  return glob.startsWith("!");
}

function union(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}
