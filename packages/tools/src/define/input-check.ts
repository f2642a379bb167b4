/** Holds a model's input against a tool's schema and says in one sentence which field is wrong. */
import * as v from "valibot";
import type { InputCheck } from "../contract/tool.ts";

export type InputSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

const LONGEST_QUOTE = 60;

export function checkInput(schema: InputSchema, raw: unknown): InputCheck {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw))
    return { ok: false, problem: `The input must be an object with named fields, not ${describe(raw)}.` };
  const named = withOnePathName(schema, raw as Record<string, unknown>);
  if (!named.ok) return named;
  const parsed = v.safeParse(schema, named.input, { abortEarly: true, abortPipeEarly: true });
  if (parsed.success) return { ok: true, input: parsed.output };
  return { ok: false, problem: sentence(parsed.issues[0]) };
}

/** `path` and `file_path` mean the same; both at once could mean two files, so that is refused. */
function withOnePathName(schema: InputSchema, raw: Record<string, unknown>): InputCheck {
  const wanted = "path" in schema.entries ? "path" : "file_path" in schema.entries ? "file_path" : null;
  if (wanted === null) return { ok: true, input: raw };
  const other = wanted === "path" ? "file_path" : "path";
  if (isAbsent(raw[other])) return { ok: true, input: raw };
  if (!isAbsent(raw[wanted])) return { ok: false, problem: `Give either "path" or "file_path", not both.` };
  return { ok: true, input: { ...raw, [wanted]: raw[other] } };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function sentence(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? "input";
  if (issue.kind !== "schema") return `"${field}" ${issue.message}.`;
  if (issue.input === undefined) return `"${field}" is missing: expected ${expected(issue)}.`;
  return `"${field}" must be ${expected(issue)}, not ${describe(issue.input)}.`;
}

function expected(issue: v.BaseIssue<unknown>): string {
  const wanted = issue.expected ?? "another value";
  // Valibot names a missing key by its name; what the reader needs is that it is required.
  return wanted.startsWith('"') ? "a value" : wanted.replace("Object", "object");
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") {
    const shown = value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value;
    return `the text ${JSON.stringify(shown)}`;
  }
  if (typeof value === "object") return "an object";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : typeof value;
}
