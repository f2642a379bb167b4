/** Reads `policy.yaml`; what it leaves out takes the default, what it says wrongly is a problem with its place. */
import * as v from "valibot";
import type { Checked, Problem } from "../problem.ts";
import { versionProblem } from "../yaml/check-version.ts";
import { nearMiss } from "../yaml/near-miss.ts";
import { type ReadYaml, readYaml, type YamlPath } from "../yaml/read-yaml.ts";
import type { Policy } from "./policy.ts";
import { policyOf, policySchema } from "./policy-schema.ts";
import { unknownKeys } from "./unknown-keys.ts";

type Issue = v.BaseIssue<unknown>;

export function readPolicy(text: string, file: string): Checked<Policy> {
  const read = readYaml(text, file, "BAD_POLICY");
  return read.ok ? decodePolicy(read.value) : read;
}

export function decodePolicy(doc: ReadYaml): Checked<Policy> {
  const version = versionProblem(doc);
  // Nothing else can be judged in a version that is not ours.
  if (version) return { ok: false, problems: [version] };
  const problems = unknownKeys(doc, policySchema);
  const result = v.safeParse(policySchema, structuredClone(doc.value ?? {}));
  for (const issue of result.issues ?? []) {
    if (!isUnknownKey(issue)) problems.push(issueProblem(doc, issue));
  }
  if (problems.length > 0 || !result.success) return { ok: false, problems };
  // Cloned, so that nobody can change the defaults through what was read.
  const policy = structuredClone(policyOf(result.output));
  return { ok: true, value: { ...policy, tools: withoutPrototype(policy.tools) } };
}

/** A tool may be called `constructor`: names must not find members of Object. */
function withoutPrototype<T>(map: Record<string, T>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, map);
}

function isUnknownKey(issue: Issue): boolean {
  return issue.type === "strict_object" && issue.expected === "never";
}

function issueProblem(doc: ReadYaml, issue: Issue): Problem {
  const isMissingKey = issue.type === "strict_object" && issue.expected?.startsWith('"');
  const steps = pathOf(issue);
  const path = isMissingKey ? steps.slice(0, -1) : steps;
  const words = issue.type === "picklist" ? issue.message.replace("must be one of ", "").split(", ") : [];
  const meant = typeof issue.input === "string" ? nearMiss(issue.input, words) : null;
  const message = `${written(path)} ${issue.message}${meant ? `: did you mean ${meant}?` : ""}`;
  return doc.problemAt(path, message, remedyFor(issue));
}

function remedyFor(issue: Issue): string {
  if (issue.type === "picklist") return "Write one of these words.";
  if (issue.type === "array") return "Write `[…]`, or one `- …` a line.";
  return "Correct it, or leave the key out for the default.";
}

function pathOf(issue: Issue): (string | number)[] {
  return (issue.path ?? []).flatMap(({ key }) => (typeof key === "string" || typeof key === "number" ? [key] : []));
}

/** As in `commands[0].run`. */
function written(path: YamlPath): string {
  if (path.length === 0) return "the file";
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index > 0 ? `.${step}` : step)).join("");
}
