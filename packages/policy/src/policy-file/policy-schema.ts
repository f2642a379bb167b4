/** The one description of `policy.yaml`: types, limits and defaults. Unknown keys are errors everywhere. */

import { hasInvisible, listOf, mapOf, oneOf, text, whole } from "@intentgate/documents";
import { mayStartOthers } from "@intentgate/shell";
import * as v from "valibot";
import { globProblem } from "../paths/scope.ts";
import { defaultPolicy, type Policy } from "./policy.ts";

const glob = v.pipe(
  v.string("must be a glob"),
  v.check(
    (value) => globProblem(value) === null,
    (issue) => globProblem(String(issue.input)) ?? "",
  ),
  v.check((value) => !value.startsWith("!"), "is negated; a negation means nothing here"),
);
const folder = v.pipe(
  v.string("must be a folder"),
  v.check(isAbsoluteFolder, "must be an absolute folder without `..`, not the whole disk"),
);

function isAbsoluteFolder(value: string): boolean {
  const isAbsolute = value.startsWith("/") || /^[A-Za-z]:[\\/]/.test(value);
  const parts = value.split(/[\\/]/).filter((part) => part !== "" && !/^[A-Za-z]:$/.test(part));
  return isAbsolute && !hasInvisible(value) && parts.length > 0 && !parts.includes("..") && !parts.includes(".");
}

/** A name, perhaps with a port; `*.` before it means every name below. */
const hostName = v.pipe(
  v.string("must be the name of a host"),
  v.regex(
    /^(?:\*\.)?[a-z0-9][a-z0-9.-]*(?::\d{1,5})?$/,
    "must be the name of a host in small letters, such as registry.npmjs.org or *.example.com:8443",
  ),
);

const variable = v.pipe(
  v.string("must be the name of a variable"),
  v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of a variable, without its value, such as DATABASE_URL"),
  v.check(
    (name) => !mayStartOthers(name),
    (issue) =>
      `${String(issue.input)} can say what code or which program runs, so that nothing may set it in front of a declared command: declare a script that sets it`,
  ),
);

const defaults = defaultPolicy;

const command = mapOf({
  run: text,
  args: v.nullish(v.union([oneOf(["none", "any"]), listOf(text)], "must be none, any or a list of words"), "none"),
  writes: v.nullish(listOf(glob), []),
  variables: v.nullish(listOf(variable), []),
  contain: v.nullish(v.boolean("must be true or false"), true),
  network: v.nullish(listOf(hostName), []),
});

const tool = mapOf({
  effect: oneOf(["read", "write", "delete", "run", "network"]),
  paths_from: v.nullish(listOf(text), []),
});

const forbidRule = v.pipe(
  mapOf({
    tool: v.nullish(text, null),
    command: v.nullish(text, null),
    paths: v.nullish(listOf(glob), []),
    reason: v.nullish(v.string("must be text"), ""),
  }),
  v.check(
    (rule) => rule.tool !== null || rule.command !== null || rule.paths.length > 0,
    "forbids nothing: name a tool, a command or paths",
  ),
);

export const policySchema = mapOf({
  version: v.nullish(v.literal(1, "must be 1"), 1),
  mode: v.nullish(oneOf(["enforce", "observe"]), defaults.mode),
  approval: v.nullish(
    mapOf({
      mode: v.nullish(oneOf(["strict", "balanced", "auto"]), null),
      timeout_s: v.nullish(whole(1, 86_400), defaults.approval.timeout_s),
      approver: v.nullish(oneOf(["any", "client", "inbox", "terminal", "none"]), defaults.approval.approver),
    }),
    defaults.approval,
  ),
  commands: v.nullish(listOf(command), []),
  tools: v.nullish(v.record(text, tool, "must be a map from tool to effect"), {}),
  forbid: v.nullish(listOf(forbidRule), []),
  protected: v.nullish(listOf(glob), []),
  secret_paths: v.nullish(listOf(glob), defaults.secret_paths),
  scratch: v.nullish(listOf(folder), []),
  lock: v.nullish(mapOf({ never_read: v.nullish(oneOf(["deny", "allow"]), defaults.lock.never_read) }), defaults.lock),
  on_violation: v.nullish(oneOf(["report", "revert"]), defaults.on_violation),
  trust: v.nullish(oneOf(["during_calls", "always"]), defaults.trust),
  completion: v.nullish(oneOf(["person", "auto"]), defaults.completion),
  environment: v.nullish(text, null),
  follow_up: v.nullish(oneOf(["queue", "run"]), defaults.follow_up),
  resident: v.nullish(oneOf(["on", "off"]), defaults.resident),
  speak_for_host: v.nullish(v.boolean("must be true or false"), defaults.speak_for_host),
  containment: v.nullish(
    mapOf({
      mode: v.nullish(oneOf(["on", "off", "required"]), defaults.containment.mode),
      network: v.nullish(mapOf({ allow: v.nullish(listOf(hostName), []) }), defaults.containment.network),
      home_caches: v.nullish(listOf(folder), []),
      keep_mb: v.nullish(whole(0, 1_000_000), defaults.containment.keep_mb),
      keep_hours: v.nullish(whole(0, 10_000), defaults.containment.keep_hours),
    }),
    defaults.containment,
  ),
  limits: v.nullish(
    mapOf({
      payload_bytes: v.nullish(whole(1_000, 1_000_000_000), defaults.limits.payload_bytes),
      denials_in_a_row: v.nullish(whole(1, 1_000), defaults.limits.denials_in_a_row),
      delete_without_asking: v.nullish(whole(0, 1_000_000), defaults.limits.delete_without_asking),
      observe_files: v.nullish(whole(1, 10_000_000), defaults.limits.observe_files),
      before_cache_mb: v.nullish(whole(1, 100_000), defaults.limits.before_cache_mb),
      revert_within_s: v.nullish(whole(0, 100_000), defaults.limits.revert_within_s),
      ledger_mb: v.nullish(whole(1, 1_000_000), defaults.limits.ledger_mb),
    }),
    defaults.limits,
  ),
});

/** Fails to compile when schema and type part ways. */
type SchemaOutput = Omit<v.InferOutput<typeof policySchema>, "version">;
export const policyOf = ({ version: _version, ...policy }: v.InferOutput<typeof policySchema>): Policy =>
  policy satisfies SchemaOutput;
