/** The one description of the registry files: types, limits and defaults. Unknown keys are errors everywhere. */
import { mapOf, oneOf, whole } from "@intentgate/documents";
import * as v from "valibot";
import { identifier, line, relativePath, remark, shortList, version } from "../reading/field-shapes.ts";

const anyMap = v.custom<Record<string, unknown>>(
  (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  "must be a JSON Schema object",
);

const phrase = v.pipe(
  line,
  v.maxLength(120, "must not be longer than 120 characters"),
  v.check((value) => /[\p{L}\p{N}]/u.test(value), "must hold a word"),
);

const described = {
  version,
  summary: line,
  scope: v.nullish(
    mapOf({ modules: v.nullish(shortList(identifier), []), environments: v.nullish(shortList(identifier), []) }),
    { modules: [], environments: [] },
  ),
  input_schema: v.nullish(anyMap, { type: "object" }),
  output_schema: v.nullish(anyMap, {}),
  routing_hints: v.nullish(
    mapOf({
      keywords: v.nullish(shortList(phrase, 50), []),
      negative_keywords: v.nullish(shortList(phrase, 50), []),
      notes: v.nullish(remark, ""),
    }),
    { keywords: [], negative_keywords: [], notes: "" },
  ),
};

export const lowLevelSchema = mapOf({ operation_key: identifier, ...described });

export const highLevelSchema = mapOf({
  id: identifier,
  type: oneOf(["workflow", "agent"]),
  operation_key: v.nullish(identifier, null),
  when_to_use: v.nullish(line, null),
  ...described,
});

const timeout = v.nullish(whole(1, 3_600), 60);

const credentials = v.nullish(
  v.record(
    v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "must be the name of a variable")),
    v.pipe(
      v.string("must be text"),
      v.regex(/^env:[A-Za-z_][A-Za-z0-9_]{0,99}$/, "must be a reference such as `env:NAME`, never the credential"),
    ),
    "must be a map from variable to reference",
  ),
  {},
);

const script = mapOf({
  path: relativePath,
  args_template: v.nullish(
    shortList(v.pipe(v.string("must be text"), v.maxLength(2_000, "must not be longer than 2000 characters")), 100),
    [],
  ),
  timeout_sec: timeout,
  credentials,
});

const mcp = mapOf({
  server: identifier,
  tool: identifier,
  command: v.nullish(v.pipe(shortList(line, 100), v.minLength(1, "must not be empty")), null),
  timeout_sec: timeout,
  credentials,
});

const api = mapOf({
  method: oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: v.pipe(line, v.regex(/^https?:\/\/[^\s@]+$/, "must be a http or https address without credentials")),
  timeout_sec: timeout,
  credentials,
});

export const configSchema = mapOf({
  version,
  id: identifier,
  impl: v.pipe(
    mapOf({
      kind: oneOf(["script", "mcp", "api"]),
      script: v.nullish(script, null),
      mcp: v.nullish(mcp, null),
      api: v.nullish(api, null),
    }),
    v.check(
      (impl) => (["script", "mcp", "api"] as const).every((kind) => (impl[kind] !== null) === (kind === impl.kind)),
      "must have exactly the one part that `kind` names",
    ),
  ),
});
