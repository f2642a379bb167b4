import { readHook } from "@intentgate/event-hooks";
import { globProblem } from "@intentgate/policy";
import { describe, expect, it } from "vitest";
import { textOf } from "../project-files.ts";
import { documents } from "./markdown.ts";

const fences = documents.flatMap((page) =>
  [...textOf(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) => {
    const id = /^id: (.+)$/m.exec(text)?.[1];
    return id !== undefined && /^event_type:/m.test(text) ? [{ page, id, text }] : [];
  }),
);
/** Enough for the examples of the documents: what a glob names outright, and what stands below `**`. */
const covers = (globs: readonly string[], path: string) =>
  globs.some((glob) => path.includes(glob.replaceAll("**", "").replaceAll("*", "")));

describe("hook files in the documents", () => {
  it("are there", () => {
    expect(fences.length).toBeGreaterThan(0);
  });

  it.each(fences)("of $page can be read: $id", ({ id, text }) => {
    const read = readHook(text, `.system/hooks/${id}.yaml`, { problem: globProblem, covers });
    expect(read.ok ? [] : read.problems).toEqual([]);
  });
});

it("the JSON Schema of a hook file says something about each key and knows no others", () => {
  const schema = JSON.parse(textOf("docs/reference/event-hook.schema.json"));
  expect(schema).toMatchObject({ additionalProperties: false, required: ["id", "event_type", "handler"] });
  const silent = Object.entries<{ description?: string }>(schema.properties).filter(([, one]) => !one.description);
  expect(silent).toEqual([]);
});
