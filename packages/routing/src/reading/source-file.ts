/** A file as others read it, read as what a schema says; whatever does not fit has its place. */
import {
  type Checked,
  checkShape,
  type Problem,
  type ProblemCode,
  type ReadYaml,
  readYaml,
  versionProblem,
} from "@intentgate/documents";
import type * as v from "valibot";

export interface SourceFile {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
}

export interface ReadAs<T> {
  doc: ReadYaml;
  value: T;
}

export function readAs<T extends v.GenericSchema>(
  { path, text }: SourceFile,
  code: ProblemCode,
  schema: T,
): Checked<ReadAs<v.InferOutput<T>>> {
  const read = readYaml(text, path, code);
  if (!read.ok) return read;
  const doc = read.value;
  const version = versionProblem(doc);
  // Nothing else can be judged in a version that is not ours.
  if (version) return { ok: false, problems: [version] };
  const shape = checkShape(doc, schema);
  return shape.ok ? { ok: true, value: { doc, value: shape.value } } : shape;
}

/** By file, line and column, so that a list does not depend on the order in which files were read. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const key = (it: Problem) => [it.file ?? "", it.line ?? 0, it.column ?? 0, it.code, it.message] as const;
  return [...problems].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    for (const [at, part] of left.entries()) {
      const other = right[at]!;
      if (part !== other) return part < other ? -1 : 1;
    }
    return 0;
  });
}
