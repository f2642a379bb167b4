/** An expected failure as a value: a code, a place and a remedy a person can act on. */

export const routingCodes = [
  "BAD_REGISTRY",
  "BAD_ROUTING",
  "BAD_DOCUMENT",
  "BAD_USAGE",
  "BAD_TASK",
  "NEWER_VERSION",
  "DUPLICATE_ID",
  "MISSING_CONFIG",
  "MISSING_FILE",
  "ORPHAN",
  "DEAD_LINK",
  "OUT_OF_STEP",
  "UNKNOWN_STAGE",
  "BAD_SCHEMA",
  "BAD_TEMPLATE",
] as const;

export type RoutingCode = (typeof routingCodes)[number];

/** The same form as everywhere in Intentgate, so that one printer serves all. */
export interface RoutingProblem {
  code: RoutingCode;
  message: string;
  remedy: string;
  file: string | null;
  line: number | null;
  column: number | null;
  /** The offending line and how many characters from `column` are marked. */
  excerpt: { text: string; length: number } | null;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; problems: RoutingProblem[] };

/** A file as others read it: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

export function routingProblem(
  code: RoutingCode,
  message: string,
  remedy: string,
  place: Partial<Pick<RoutingProblem, "file" | "line" | "column" | "excerpt">> = {},
): RoutingProblem {
  return { code, message, remedy, file: null, line: null, column: null, excerpt: null, ...place };
}

/** By file, line and column, so that a list does not depend on the order in which files were read. */
export function inOrder(problems: readonly RoutingProblem[]): RoutingProblem[] {
  const key = (it: RoutingProblem) => [it.file ?? "", it.line ?? 0, it.column ?? 0, it.code, it.message] as const;
  return [...problems].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    for (const [at, part] of left.entries()) {
      const other = right[at]!;
      if (part !== other) return part < other ? -1 : 1;
    }
    return 0;
  });
}
