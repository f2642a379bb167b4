/** One definition of a tool gives its JSON Schema for models, its types and its validation. */
import { createHash } from "node:crypto";
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { done, type Failure, type Outcome } from "../contract/failure.ts";
import type { InputCheck, ToolContext, ToolDefinition, ToolKind, ToolResult } from "../contract/tool.ts";
import type { PlannedFile } from "../files/planned-file.ts";
import { replaceFiles } from "../files/replace-files.ts";
import { checkInput, type InputSchema } from "./input-check.ts";

export interface Tool {
  definition: ToolDefinition;
  check(input: unknown): InputCheck;
  /** Both take input that `check` has passed. */
  plan(input: Record<string, unknown>, context: ToolContext): Promise<Outcome<PlannedFile[]>>;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolResult>;
}

interface Spec<S extends InputSchema> {
  name: string;
  aliases?: string[];
  summary: string;
  schema: S;
}

interface ToolSpec<S extends InputSchema> extends Spec<S> {
  kind: ToolKind;
  run(input: v.InferOutput<S>, context: ToolContext): Promise<Outcome<ToolResult>>;
}

interface WritingToolSpec<S extends InputSchema> extends Spec<S> {
  /** Reads what it must and computes the new content; touches nothing. */
  plan(input: v.InferOutput<S>, context: ToolContext): Promise<Outcome<PlannedFile[]>>;
  answer: "one file" | "list of files";
}

export function defineTool<S extends InputSchema>(spec: ToolSpec<S>): Tool {
  return {
    definition: describe(spec, spec.kind),
    check: (input) => checkInput(spec.schema, input),
    plan: async () => done([]),
    async run(input, context) {
      const outcome = await spec.run(input as v.InferOutput<S>, context);
      return outcome.ok ? outcome.value : failedResult(outcome.failure);
    },
  };
}

export function defineWritingTool<S extends InputSchema>(spec: WritingToolSpec<S>): Tool {
  const plan = (input: Record<string, unknown>, context: ToolContext) => spec.plan(input as v.InferOutput<S>, context);
  return {
    definition: describe(spec, "write"),
    check: (input) => checkInput(spec.schema, input),
    plan,
    async run(input, context) {
      const planned = await plan(input, context);
      if (!planned.ok) return failedResult(planned.failure);
      if (context.signal?.aborted)
        return failedResult({ code: "ABORTED", message: "The call was stopped before anything was written." });
      const written = replaceFiles(planned.value, (path, base) => context.expectBase(path, base));
      if (!written.ok) return failedResult(written.failure);
      const files = writtenFiles(planned.value);
      return spec.answer === "one file" ? (files[0] ?? {}) : { files };
    },
  };
}

export function failedResult(failure: Failure): ToolResult {
  return { error: failure.message, code: failure.code };
}

function describe(spec: Spec<InputSchema>, kind: ToolKind): ToolDefinition {
  // Rules that JSON Schema cannot say (valid Unicode, JSON in a text) are left to `check`.
  const { $schema: _dialect, ...jsonSchema } = toJsonSchema(spec.schema, { errorMode: "ignore" });
  return { name: spec.name, aliases: spec.aliases ?? [], summary: spec.summary, kind, jsonSchema };
}

export function contentHash(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** What a writing tool tells the model about each file it wrote. */
function writtenFiles(planned: readonly PlannedFile[]): ToolResult[] {
  return planned.map((file) => {
    if (file.after === null) return { path: file.shown, deleted: true };
    const written = { path: file.shown, content_hash: contentHash(file.after) };
    if (file.movedFrom !== null) return { ...written, moved_from: file.shownFrom };
    return file.before === null ? { ...written, created: true } : written;
  });
}
