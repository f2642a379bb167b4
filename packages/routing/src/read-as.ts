/** Reads a YAML text as what a schema says; every key it does not know and every value that does not fit has its place. */
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
import { stages } from "./knowledge/knowledge.ts";
import type { SourceFile } from "./source-file.ts";

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
  if (!shape.ok) return { ok: false, problems: shape.problems.map(aboutStages) };
  return { ok: true, value: { doc, value: shape.value } };
}

const wrongStage = `must be one of ${stages.join(", ")}`;

function aboutStages(problem: Problem): Problem {
  return problem.message.includes(wrongStage) ? { ...problem, code: "UNKNOWN_STAGE" } : problem;
}
