import { defaultPolicy, readPolicy } from "@intentgate/policy";
import { describe, expect, it } from "vitest";
import { textOf } from "../project-files.ts";
import { documents, rowsOf } from "./markdown.ts";

const fences = documents.flatMap((page) =>
  [...textOf(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map((found) => ({ page, text: found[1] ?? "" })),
);
/** Other files of people are YAML too, and workflows. */
const others = /^(active_intents|route_indexes|routes|operation_key|id|event_type|model_matcher|tests|jobs):/m;
const policies = fences.filter(({ text }) => !others.test(text));

describe("policies in the documents", () => {
  it("are there", () => {
    expect(policies.length).toBeGreaterThan(1);
  });

  it.each(policies)("of $page can be read", ({ page, text }) => {
    const read = readPolicy(text, page);
    expect(read.ok ? [] : read.problems).toEqual([]);
  });
});

describe("the reference of policy.yaml", () => {
  const keys = rowsOf("docs/reference/policy.md").map(([key = ""]) => key.replaceAll("`", ""));

  it("has a row for every key of the defaults", () => {
    const nested = Object.entries(defaultPolicy).flatMap(([key, value]) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? [key, ...Object.keys(value).map((below) => `${key}.${below}`)]
        : [key],
    );
    expect(nested.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it("is a JSON Schema that says something about each of them", () => {
    const schema = JSON.parse(textOf("docs/reference/policy.schema.json"));
    expect(schema.additionalProperties).toBe(false);
    const silent = Object.entries<{ description?: string }>(schema.properties).filter(([, one]) => !one.description);
    expect(silent).toEqual([]);
  });
});
