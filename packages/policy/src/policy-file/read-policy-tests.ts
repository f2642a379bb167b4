/** Reads `policy-tests.yaml`: calls, and what the gate is expected to decide about each. Unknown keys are errors. */
import {
  type Checked,
  checkShape,
  listOf,
  mapOf,
  nearMiss,
  oneOf,
  type Problem,
  readYaml,
  shown,
  text,
  versionProblem,
} from "@intentgate/documents";
import { type DenyCode, denyCodes } from "@intentgate/engine";
import * as v from "valibot";

export interface PolicyTest {
  name: string | null;
  /** The session works under it; null: under none. */
  intent: string | null;
  call: { tool: string; input: Record<string, unknown> };
  expect: "allow" | "ask" | "deny";
  /** Null: any refusal will do. */
  code: DenyCode | null;
  line: number;
}

/** May have several lines, as a here-document has. */
const command = v.pipe(
  v.string("must be text"),
  v.check((value) => value.trim() !== "", "must not be empty"),
);

const test = v.pipe(
  mapOf({
    name: v.nullish(text, null),
    intent: v.nullish(text, null),
    call: v.nullish(mapOf({ tool: text, input: v.record(v.string(), v.unknown(), "must be a map of keys") }), null),
    command: v.nullish(command, null),
    expect: oneOf(["allow", "ask", "deny"]),
    code: v.nullish(oneOf(denyCodes), null),
  }),
  v.check(
    (row) => (row.call === null) !== (row.command === null),
    "must have one of `command` and `call`, and not both",
  ),
  v.check((row) => row.code === null || row.expect === "deny", "expects a code, and only `expect: deny` has one"),
);

const schema = mapOf({
  version: v.nullish(v.literal(1, "must be 1"), 1),
  tests: v.pipe(listOf(test), v.minLength(1, "must hold a test; without any nothing is held to anything")),
});

/** `intents`: the ids that tests may name. One that is not there would pass for a refusal. */
export function readPolicyTests(text: string, file: string, intents: Iterable<string>): Checked<PolicyTest[]> {
  const read = readYaml(text, file, "BAD_POLICY");
  if (!read.ok) return read;
  const doc = read.value;
  const version = versionProblem(doc);
  if (version) return { ok: false, problems: [version] };
  const checked = checkShape(doc, schema);
  if (!checked.ok) return checked;
  const known = [...intents];
  const { tests } = checked.value;
  const problems = tests.flatMap(({ intent }, at): Problem[] => {
    if (intent === null || known.includes(intent)) return [];
    const meant = nearMiss(intent, known);
    const message = `tests[${at}].intent: no intent has the id ${shown(intent)}${meant ? `: did you mean ${meant}?` : ""}`;
    return [doc.problemAt(["tests", at, "intent"], message, "`intentgate intent list --all` shows them.")];
  });
  if (problems.length > 0) return { ok: false, problems };
  const value = tests.map(({ call, command, ...row }, at) => ({
    ...row,
    call: call ?? { tool: "execute_command", input: { command } },
    line: doc.lineOf(["tests", at]),
  }));
  return { ok: true, value };
}
