/** What a tool has to say, before it becomes a message of the protocol. */
import { type Problem, ProblemError } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";

export type ToolOutcome =
  | { kind: "done"; value: Record<string, unknown>; told?: readonly string[] }
  /** The gate said no; the text is the refusal every host gets. */
  | { kind: "refused"; refusal: ToolError }
  /** `remedy` is null where the message says it itself. */
  | { kind: "failed"; message: string; remedy: string | null; told?: readonly string[] };

export interface ToolError {
  type: "tool_error";
  code: string;
  message: string;
  meta: Record<string, unknown>;
}

export function done(value: Record<string, unknown>): ToolOutcome {
  return { kind: "done", value };
}

export function failed(message: string, remedy: string | null): ToolOutcome {
  return { kind: "failed", message, remedy };
}

export function failedBy(problems: readonly Problem[]): ToolOutcome {
  const [first] = problems;
  const place = ({ file, line }: Problem) => (file === null ? "" : ` (${file}${line === null ? "" : `:${line}`})`);
  return failed(
    problems
      .slice(0, 5)
      .map((one) => `${one.message}${place(one)}`)
      .join("; "),
    first?.remedy || "Ask the person to run `intentgate doctor`.",
  );
}

export function refused(
  code: string,
  message: string,
  remedy: string,
  meta: Record<string, unknown> = {},
): ToolOutcome {
  return { kind: "refused", refusal: { type: "tool_error", code, message, meta: { ...meta, remedy } } };
}

/** What a tool throws becomes an answer that says what to do. */
export async function guarded(work: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) return failedBy(error.problems);
    return failed(messageOf(error), "Ask the person to run `intentgate doctor`.");
  }
}
