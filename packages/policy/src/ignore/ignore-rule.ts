/** One line of `.intentignore`. */

export type IgnoreKind = "exclude" | "require_approval" | "allow_destructive";

export interface IgnoreRule {
  /** Null: the line speaks for every intent. */
  intentId: string | null;
  glob: string;
  kind: IgnoreKind;
  line: number;
}
