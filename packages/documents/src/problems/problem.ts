/** An expected failure as a value: a code, a place and a remedy a person can act on. */
import { visibleLines, visibleText } from "../text/visible-text.ts";

export const problemCodes = [
  "BAD_INTENTS",
  "BAD_POLICY",
  "BAD_IGNORE",
  "BAD_HOOK",
  "BAD_REGISTRY",
  "BAD_SCHEMA",
  "BAD_TEMPLATE",
  "BAD_ROUTING",
  "BAD_DOCUMENT",
  "BAD_USAGE",
  "BAD_TASK",
  "BAD_SETTINGS",
  "DUPLICATE_ID",
  "MISSING_CONFIG",
  "MISSING_FILE",
  "ORPHAN",
  "DEAD_LINK",
  "OUT_OF_STEP",
  "UNKNOWN_STAGE",
  "BAD_INPUT",
  "BAD_PATH",
  "NEWER_VERSION",
  "NOT_GOVERNED",
  "SIDECAR_MISSING",
  "CANNOT_WRITE",
  "CANNOT_READ",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "NOT_CONTAINED",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export interface Problem {
  code: ProblemCode;
  message: string;
  remedy: string;
  /** As the person would type it; null where no file is meant. */
  file: string | null;
  line: number | null;
  column: number | null;
  /** The offending line and how many characters from `column` are marked. */
  excerpt: { text: string; length: number } | null;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** For places where a problem must travel as an exception: the front door prints it and says no. */
export class ProblemError extends Error {
  constructor(readonly problems: Problem[]) {
    super(problems.map((problem) => `${problem.code}: ${problem.message}`).join("; "));
    this.name = "ProblemError";
  }
}

export function problem(
  code: ProblemCode,
  message: string,
  remedy: string,
  place: Partial<Pick<Problem, "file" | "line" | "column" | "excerpt">> = {},
): Problem {
  return { code, message, remedy, file: null, line: null, column: null, excerpt: null, ...place };
}

/** For a screen. As in `BAD_INTENTS  .orchestration/active_intents.yaml:7:5  unknown key …`, with the line and a marker below. */
export function formatProblem(it: Problem): string {
  const place = it.file
    ? `  ${visibleText(it.file)}${it.line ? `:${it.line}${it.column ? `:${it.column}` : ""}` : ""}`
    : "";
  const lines = [`${it.code}${place}  ${visibleLines(it.message)}`];
  if (it.excerpt && it.line) {
    const gutter = String(it.line).padStart(5);
    lines.push(`${gutter} | ${visibleText(it.excerpt.text)}`);
    if (it.column) {
      const marks = "^".repeat(Math.max(1, it.excerpt.length));
      lines.push(`${" ".repeat(5)} | ${" ".repeat(it.column - 1)}${marks}`);
    }
  }
  if (it.remedy) lines.push(`      ${visibleLines(it.remedy)}`);
  return lines.join("\n");
}
