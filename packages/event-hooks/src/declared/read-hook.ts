/** Reads one hook file; what it says wrongly is a problem with its place. */
import { type Checked, checkShape, type Problem, type ReadYaml, readYaml } from "@intentgate/documents";
import type * as v from "valibot";
import type { EventContext } from "./event-context.ts";
import type { EventHook, EventType, HookMatch } from "./event-hook.ts";
import { hookSchema } from "./hook-schema.ts";
import { matchHook, type PathGlobs } from "./match-hook.ts";

type Shape = v.InferOutput<typeof hookSchema>;
type MatchShape = NonNullable<Shape["match"]>;

export function readHook(text: string, file: string, globs: PathGlobs): Checked<EventHook> {
  const read = readYaml(text, file, "BAD_HOOK");
  if (!read.ok) return read;
  const doc = read.value;
  const shape = checkShape(doc, hookSchema);
  if (!shape.ok) return shape;
  const hook = hookOf(shape.value, file);
  const problems = [
    ...nameProblems(doc, hook),
    ...boxProblems(doc, hook),
    ...globProblems(doc, shape.value, globs),
    ...deadKeys(doc, hook),
    ...exampleProblems(doc, hook, shape.value.match ?? null, globs),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: hook };
}

function hookOf(shape: Shape, file: string): EventHook {
  return {
    id: shape.id,
    file,
    event_type: shape.event_type,
    enabled: shape.enabled,
    blocking: shape.blocking,
    contained: shape.contained,
    environments: shape.environments ?? null,
    summary: shape.summary.trim(),
    match: matchOf(shape.match ?? {}),
    examples: (shape.match?.examples?.match?.length ?? 0) + (shape.match?.examples?.not_match?.length ?? 0),
    handler: shape.handler,
    effects: shape.effects,
  };
}

function matchOf(shape: Partial<MatchShape>): HookMatch {
  return {
    ability_scope: listed(shape.ability_scope),
    ability_id: listed(shape.ability_id),
    operation_key: listed(shape.operation_key),
    min_duration_ms: shape.min_duration_ms ?? null,
    only_if_changed_paths: listed(shape.only_if_changed_paths),
    file_patterns: listed(shape.file_patterns),
    status: listed(shape.status),
    stage: listed(shape.stage),
  };
}

function listed<T extends string>(given: T | T[] | null | undefined): readonly T[] | null {
  if (given === null || given === undefined) return null;
  return Array.isArray(given) ? given : [given];
}

/** One file, one hook: the name of the file is how people find it. */
function nameProblems(doc: ReadYaml, { id, file }: EventHook): Problem[] {
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
  if (name === id) return [];
  return [
    doc.problemAt(["id"], `the id ${id} is not the name of the file`, `Call the file ${id}.yaml, or the hook ${name}.`),
  ];
}

/** A part of the gate cannot be put into a box, and a module answers by a way that no box leaves open. */
function boxProblems(doc: ReadYaml, { contained, handler }: EventHook): Problem[] {
  if (!contained || handler.kind === "script") return [];
  const message = `a ${handler.kind} cannot be contained`;
  return [doc.problemAt(["contained"], message, "Make it a script, or leave `contained` out.", { on: "key" })];
}

function globProblems(doc: ReadYaml, shape: Shape, globs: PathGlobs): Problem[] {
  return (["only_if_changed_paths", "file_patterns"] as const).flatMap((key) =>
    (listed(shape.match?.[key]) ?? []).flatMap((glob) => {
      const why = globs.problem(glob);
      return why === null
        ? []
        : [doc.problemAt(["match", key], `the glob ${glob} ${why}`, "Write it relative to the root.")];
    }),
  );
}

const calls: readonly EventType[] = ["PreAbilityCall", "PostAbilityCall"];
const meaning: Readonly<Record<keyof HookMatch, readonly EventType[]>> = {
  ability_scope: calls,
  ability_id: calls,
  operation_key: calls,
  min_duration_ms: ["PostAbilityCall"],
  status: ["PostAbilityCall"],
  only_if_changed_paths: [...calls, "SessionStop", "SessionEnd"],
  file_patterns: [...calls, "SessionStop", "SessionEnd", "UserPromptSubmit"],
  stage: [...calls, "UserPromptSubmit", "SessionStart", "SessionStop", "SessionEnd"],
};

/** A condition that no event of this type can meet: the hook would never run, and nobody would know why. */
function deadKeys(doc: ReadYaml, { match, event_type }: EventHook): Problem[] {
  return (Object.keys(meaning) as (keyof HookMatch)[]).flatMap((key) => {
    const given = match[key];
    const isEmpty = given === null || given === 0 || (Array.isArray(given) && given.includes("*"));
    if (isEmpty || meaning[key].includes(event_type)) return [];
    const remedy = `Leave it out, or listen to ${meaning[key].join(" or ")}.`;
    return [doc.problemAt(["match", key], `${key} means nothing for ${event_type}`, remedy, { on: "key" })];
  });
}

/** Examples are events in part: what they leave out is as in an event that has nothing else to say. */
function exampleProblems(doc: ReadYaml, hook: EventHook, shape: MatchShape | null, globs: PathGlobs): Problem[] {
  const wrong = (kind: "match" | "not_match") =>
    (shape?.examples?.[kind] ?? []).flatMap((example, at) => {
      const odd = oddField(example);
      if (odd) return [doc.problemAt(["match", "examples", kind, at, odd], `${odd} has no sense in an event`, "")];
      const event = { ...emptyEvent(hook.event_type), ...example } as unknown as EventContext;
      const found = matchHook(hook, event, globs);
      if (found.ok === (kind === "match")) return [];
      const why = found.ok ? "it matches" : found.why;
      const message = `the example is meant ${kind === "match" ? "to match" : "not to match"}: ${why}`;
      return [doc.problemAt(["match", "examples", kind, at], message, "Correct the example or the match.")];
    });
  return [...wrong("match"), ...wrong("not_match")];
}

const fieldTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  ability_id: isText,
  operation_key: isText,
  user_message: isText,
  status: isText,
  stage: isText,
  duration_ms: (value) => typeof value === "number",
  modules: isTexts,
  files_touched: isTexts,
  changed_files: isTexts,
};

/** The first field of an example that no event has, or not so. */
function oddField(example: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(example).find((key) => !(Object.hasOwn(fieldTypes, key) && fieldTypes[key]?.(example[key])));
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function emptyEvent(event_type: EventType): Record<string, unknown> {
  const base = { event_type, session_id: "example", timestamp: "2000-01-01T00:00:00Z" };
  const ability = { ability_id: "" };
  if (event_type === "PreAbilityCall") return { ...base, ...ability };
  if (event_type === "PostAbilityCall") return { ...base, ...ability, status: "success" };
  return event_type === "UserPromptSubmit" ? { ...base, user_message: "" } : base;
}
