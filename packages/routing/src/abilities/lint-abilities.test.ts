import { describe, expect, it } from "vitest";
import {
  existsInSample,
  sampleFile,
  sampleFiles,
  sampleRegistry,
} from "../../../../test/support/routing/labelled-prompts.ts";
import { readAbilityIndex, renderAbilityIndex } from "./ability-index.ts";
import { lintAbilities } from "./lint-abilities.ts";
import { readRegistry } from "./read-registry.ts";

const sample = () => ({
  registry: sampleFiles(".system/registry"),
  indexes: [sampleFile("ABILITY.md")],
  exists: existsInSample,
});
const codes = (sources: Parameters<typeof lintAbilities>[0]) =>
  lintAbilities(sources).map(({ code, message }) => `${code} ${message}`);
const ability = { path: ".system/registry/low-level/x.yaml", text: "operation_key: x\nsummary: Does x.\n" };
const config = {
  path: ".system/registry/config/x.yaml",
  text: "id: x\nimpl: { kind: script, script: { path: x.sh } }\n",
};
const small = (files = [ability, config]) => {
  const rendered = renderAbilityIndex(null, readRegistry(files).registry);
  return {
    registry: files,
    indexes: rendered.ok ? [{ path: "ABILITY.md", text: rendered.value }] : [],
    exists: () => true,
  };
};

describe("the lint of abilities", () => {
  it("has nothing to say about the sample repository", () => {
    expect(lintAbilities(sample())).toEqual([]);
  });

  it("has nothing to say where there is nothing", () => {
    expect(lintAbilities({ registry: [], indexes: [], exists: () => false })).toEqual([]);
  });

  it.each<[string, Parameters<typeof lintAbilities>[0], string]>([
    ["a missing config", small([ability]), 'MISSING_CONFIG nothing says how "x" is run'],
    ["a config without ability", small([config]), 'ORPHAN no ability is called "x"'],
    ["a missing script", { ...small(), exists: (path) => path !== "x.sh" }, 'MISSING_FILE the script "x.sh"'],
    ["a missing index", { ...small(), indexes: [] }, "OUT_OF_STEP the ability index is missing"],
    [
      "a dead registry path",
      { ...small(), exists: (path) => !path.endsWith("level/x.yaml") },
      'DEAD_LINK "x" leads to',
    ],
    ["an index without marks", { ...small(), indexes: [{ path: "ABILITY.md", text: "# A\n" }] }, 'does not list "x"'],
    [
      "marks without a pair",
      { ...small(), indexes: [{ path: "ABILITY.md", text: "<!-- BEGIN ABILITY_INDEX -->\n" }] },
      "do not make one pair",
    ],
    [
      "two pairs of marks",
      { ...small(), indexes: [{ path: "ABILITY.md", text: small().indexes[0]!.text.repeat(2) }] },
      "do not make one pair",
    ],
    [
      "a row of the index that is no ability",
      {
        ...small(),
        indexes: [
          {
            path: "ABILITY.md",
            text: small().indexes[0]!.text.replace("| x |", "| y | script | any | z | a.yaml |\n| x |"),
          },
        ],
      },
      'lists "y"',
    ],
    [
      "another summary than the registry's",
      { ...small(), indexes: [{ path: "ABILITY.md", text: small().indexes[0]!.text.replace("Does x.", "Does y.") }] },
      "differs from what the registry says",
    ],
    [
      "a placeholder that is no input",
      small([ability, { ...config, text: config.text.replace("path: x.sh", 'path: x.sh, args_template: ["{{a}}"]') }]),
      "BAD_TEMPLATE {{a}} is no property of the input",
    ],
    [
      "a placeholder that may be left out",
      small([
        { ...ability, text: `${ability.text}input_schema: { properties: { a: { type: string } } }\n` },
        { ...config, text: config.text.replace("path: x.sh", 'path: x.sh, args_template: ["{{a}}"]') },
      ]),
      "may be left out",
    ],
    [
      "a pattern, which nobody checks",
      small([{ ...ability, text: `${ability.text}output_schema: { items: { pattern: "^a$" } }\n` }, config]),
      "BAD_SCHEMA `pattern` in a schema is not checked",
    ],
    [
      "a brace that is no placeholder",
      small([
        ability,
        { ...config, text: config.text.replace("path: x.sh", 'path: x.sh, args_template: ["{{a b}}"]') },
      ]),
      "a brace that is no {{name}}",
    ],
    ["a broken file", small([ability, { ...config, text: "id: [" }]), "BAD_REGISTRY not valid YAML"],
  ])("finds %s", (_, sources, message) => {
    expect(codes(sources).join("\n")).toContain(message);
  });

  it("does not call things missing that stand in a broken file", () => {
    expect(codes(small([ability, { ...config, text: "id: [" }])).join("\n")).not.toContain("MISSING_CONFIG");
  });
});

describe("the ability index", () => {
  it("keeps every byte outside its marks", () => {
    const { registry } = sampleRegistry();
    const before = "# Mine\r\n\r\ntext\r\n<!-- BEGIN ABILITY_INDEX -->\r\nSTALE\r\n<!-- END ABILITY_INDEX -->\r\nfoot";
    const after = renderAbilityIndex({ path: "ABILITY.md", text: before }, registry);
    const text = after.ok ? after.value : "";
    expect(text.startsWith("# Mine\r\n\r\ntext\r\n<!-- BEGIN ABILITY_INDEX -->\r\n")).toBe(true);
    expect(text.endsWith("<!-- END ABILITY_INDEX -->\r\nfoot")).toBe(true);
    expect(text).not.toContain("STALE");
  });

  it("is the same when written twice", () => {
    const once = renderAbilityIndex(sampleFile("ABILITY.md"), sampleRegistry().registry);
    expect(once.ok && once.value).toBe(sampleFile("ABILITY.md").text);
  });

  it("reads back what it wrote, whatever a summary holds", () => {
    const text = 'operation_key: x\nsummary: "a | b `c` <!-- END ABILITY_INDEX --> \\\\ | d"\n';
    const { registry } = readRegistry([{ ...ability, text }, config]);
    const written = renderAbilityIndex(null, registry);
    const rows = written.ok ? readAbilityIndex({ path: "ABILITY.md", text: written.value }) : written;
    expect(rows.ok && rows.value).toEqual([{ id: "x", registryPath: ability.path, line: expect.any(Number) }]);
  });

  it("has only the abilities of its own module", () => {
    const other = { path: "billing/.system/registry/low-level/y.yaml", text: "operation_key: y\nsummary: Does y.\n" };
    const { registry } = readRegistry([ability, other]);
    const inModule = renderAbilityIndex(null, registry, "billing");
    expect(inModule.ok && inModule.value).toContain("| .system/registry/low-level/y.yaml |");
    expect(inModule.ok && inModule.value).not.toContain("| x |");
  });
});
