/** One line of `.intentignore`. */

export type IgnoreKind = "exclude" | "require_approval" | "allow_destructive";

export interface IgnoreRule {
  /** Null: the line speaks for every intent. */
  intentId: string | null;
  glob: string;
  kind: IgnoreKind;
  line: number;
}

/** Whether a line speaks for who works under this intent; null: under none. */
export function isForIntent(rule: Pick<IgnoreRule, "intentId">, intentId: string | null): boolean {
  return rule.intentId === null || rule.intentId === intentId;
}

/** The rules that count after `.intentignore` changed during a call: what forbids or asks is kept, what permits needs both. */
export function narrowIgnore(accepted: readonly IgnoreRule[], current: readonly IgnoreRule[]): IgnoreRule[] {
  const now = new Set(current.map(spelled));
  const before = new Set(accepted.map(spelled));
  const kept = accepted.filter((rule) => rule.kind !== "allow_destructive" || now.has(spelled(rule)));
  const added = current.filter((rule) => rule.kind !== "allow_destructive" && !before.has(spelled(rule)));
  return [...kept, ...added];
}

/** The line may move; the rule stays the same. */
function spelled({ intentId, glob, kind }: IgnoreRule): string {
  return JSON.stringify([intentId, glob, kind]);
}
