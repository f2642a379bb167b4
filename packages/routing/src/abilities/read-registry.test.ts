import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleFiles, sampleRegistry } from "../../../../test/support/routing/labelled-prompts.ts";
import { readRegistry } from "./read-registry.ts";

const low = (text: string) => readRegistry([{ path: ".system/registry/low-level/x.yaml", text }]);
const high = (text: string) => readRegistry([{ path: ".system/registry/high-level/x.yaml", text }]);
const config = (text: string) => readRegistry([{ path: ".system/registry/config/x.yaml", text }]);
const impl = (text: string) => `id: x\nimpl: ${text}\n`;

describe("a registry", () => {
  it("of the sample repository is read whole", () => {
    const { registry, problems } = sampleRegistry();
    expect(problems).toEqual([]);
    expect(registry.abilities.length).toBeGreaterThanOrEqual(30);
    expect(registry.configs.map(({ id }) => id)).toEqual(registry.abilities.map(({ id }) => id));
  });

  it("reads the documented low-level form", () => {
    const { registry } = low(`operation_key: db.write.user_row
version: 1
summary: Write one user row (non-production only).
scope: { modules: ["users.api"], environments: ["dev", "staging"] }
input_schema:  { type: object, required: ["user_id"], properties: { user_id: { type: string } } }
output_schema: { type: object, required: ["status"], properties: { status: { type: string, enum: ["success", "error"] } } }
routing_hints: { keywords: ["insert user"], negative_keywords: ["prod"], notes: "Prefer the signup workflow." }
`);
    expect(registry.abilities[0]).toMatchObject({
      level: "low",
      id: "db.write.user_row",
      operationKey: "db.write.user_row",
      scope: { modules: ["users.api"], environments: ["dev", "staging"] },
      negativeKeywords: ["prod"],
    });
  });

  it("gives a high-level ability its operation key and what is left out", () => {
    const { registry } = high("id: a_b\ntype: workflow\nsummary: Does it.\n");
    expect(registry.abilities[0]).toMatchObject({
      level: "high",
      operationKey: "workflow.a_b",
      whenToUse: "Does it.",
      keywords: [],
    });
  });

  it("knows the module a registry belongs to and places its script there", () => {
    const { registry } = readRegistry([
      { path: "billing/.system/registry/config/x.yaml", text: impl("{ kind: script, script: { path: ./s/run.sh } }") },
    ]);
    expect(registry.configs[0]).toMatchObject({ moduleRoot: "billing", implementation: { path: "billing/s/run.sh" } });
  });

  it.each([
    ["an unknown key", low, "operation_key: x\nsumary: y\n", '2:1 unknown key "sumary": did you mean "summary"?'],
    ["a missing key", low, "operation_key: x\n", 'lacks the key "summary"'],
    ["an empty summary", low, 'operation_key: x\nsummary: " "\n', "2:10 summary must not be empty"],
    ["a newer version", low, "operation_key: x\nversion: 2\nsummary: y\nfoo: 1\n", "2:10 the file has version 2"],
    ["a strange version", low, "operation_key: x\nversion: one\nsummary: y\n", "version must be 1"],
    ["a key with blanks", low, "operation_key: a b\nsummary: y\n", "1:16 operation_key must be 1 to 128"],
    ["a path as key", low, "operation_key: ../x\nsummary: y\n", "operation_key must be"],
    ["a list for a map", low, "operation_key: x\nsummary: y\nscope: []\n", "scope"],
    [
      "a list for a map of references",
      config,
      impl("{ kind: script, script: {path: x, credentials: [a]} }"),
      "must be a map",
    ],
    ["a word for a list", low, "operation_key: x\nsummary: y\nscope: {modules: a}\n", "scope.modules must be a list"],
    ["a hint that is unknown", low, "operation_key: x\nsummary: y\nrouting_hints: {keyword: [a]}\n", '"keywords"'],
    [
      "a keyword without a word",
      low,
      'operation_key: x\nsummary: y\nrouting_hints: {keywords: ["!!"]}\n',
      "must hold a word",
    ],
    ["hidden characters", low, 'operation_key: x\nsummary: "a\\u200bb"\n', "invisible characters"],
    [
      "an unknown schema keyword",
      low,
      "operation_key: x\nsummary: y\ninput_schema: {typ: object}\n",
      'did you mean "type"?',
    ],
    [
      "a deep schema fault",
      low,
      "operation_key: x\nsummary: y\ninput_schema:\n  properties:\n    a: {minLength: -1}\n",
      "5:9",
    ],
    ["a pattern that is no text", low, "operation_key: x\nsummary: y\ninput_schema: {pattern: 5}\n", "must be text"],
    ["the low-level form in a high-level file", high, "operation_key: x\nsummary: y\n", 'lacks the key "id"'],
    ["an unknown type", high, "id: x\ntype: workflw\nsummary: y\n", "did you mean workflow?"],
    ["an unknown kind", config, impl("{ kind: shell }"), "impl.kind must be one of script, mcp, api"],
    ["a kind without its part", config, impl("{ kind: script }"), "exactly the one part"],
    ["two parts", config, impl("{ kind: mcp, mcp: {server: a, tool: b}, script: {path: x} }"), "exactly the one part"],
    ["an absolute script", config, impl("{ kind: script, script: {path: /bin/sh} }"), "a path inside"],
    ["a script outside", config, impl("{ kind: script, script: {path: ../x.sh} }"), "a path inside"],
    ["a script behind dots", config, impl("{ kind: script, script: {path: a/../../x.sh} }"), "a path inside"],
    [
      "a shell line as template",
      config,
      impl("{ kind: script, script: {path: x, args_template: rm -rf} }"),
      "must be a list",
    ],
    ["an endless time", config, impl("{ kind: script, script: {path: x, timeout_sec: 999999} }"), "1 to 3600"],
    [
      "a written-out credential",
      config,
      impl('{ kind: script, script: {path: x, credentials: {T: "abc123"}} }'),
      "never the credential",
    ],
    [
      "credentials in an address",
      config,
      impl('{ kind: api, api: {method: GET, url: "https://u:p@h/"} }'),
      "without credentials",
    ],
  ])("refuses %s with its place", (_, of, text, message) => {
    const { registry, problems } = of(text);
    const said = problems.map((it) => `${it.line}:${it.column} ${it.message} ${it.remedy}`).join("\n");
    expect(said).toContain(message);
    expect([...registry.abilities, ...registry.configs]).toEqual([]);
  });

  it("counts none of two abilities with one id and says so at both", () => {
    const text = "operation_key: x\nsummary: y\n";
    const { registry, problems } = readRegistry([
      { path: ".system/registry/low-level/a.yaml", text },
      { path: ".system/registry/low-level/b.yaml", text },
      { path: ".system/registry/high-level/c.yaml", text: "id: z\ntype: agent\nsummary: y\n" },
    ]);
    expect(registry.abilities.map(({ id }) => id)).toEqual(["z"]);
    expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
      "DUPLICATE_ID .system/registry/low-level/a.yaml",
      "DUPLICATE_ID .system/registry/low-level/b.yaml",
    ]);
  });

  it.each(["x.yaml", ".system/registry/x.yaml", ".system/registry/other/x.yaml", ".system/registry/low-level/x.json"])(
    "does not take %s for a registry file",
    (path) => {
      const { registry, problems } = readRegistry([{ path, text: "operation_key: x\nsummary: y\n" }]);
      expect(registry.abilities).toEqual([]);
      expect(problems).toHaveLength(1);
    },
  );

  it("is the same whatever order its files come in", () => {
    const files = [...sampleFiles(".system/registry"), { path: ".system/registry/low-level/bad.yaml", text: "a: [" }];
    const expected = readRegistry(files);
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
        expect(readRegistry(shuffled)).toEqual(expected);
      }),
      { numRuns: 4 },
    );
  });
});
