import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { libraryTypes } from "../../scripts/library-types.mjs";
import { tempFolder } from "../support/temp-folder.ts";

function typesOf(files: Record<string, string>) {
  const root = tempFolder("types");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return libraryTypes(root, "main.ts");
}

const inner = "packages/inner/src/index.ts";

it("brings along what the shown names reach, through every door, and nothing else", () => {
  const { text, inputs } = typesOf({
    "main.ts": 'export { type Open, open } from "./a.ts";',
    "a.ts": `import type { Other } from "@intentgate/inner";
      /** Why it is there. */
      export interface Open extends Base { part: Part; list: readonly Other[] }
      interface Base { id: string }
      type Part = (typeof words)[number];
      export const words = ["x", "y"] as const;
      export function open(of: Open): Promise<Open> { return Promise.resolve(of); }
      export interface Unused { other: string }`,
    [inner]: 'export { type Other, unused } from "./other.ts";',
    "packages/inner/src/other.ts": "export type Other = string; export const unused: number = 1;",
  });
  expect(text).toContain("/** Why it is there. */\ninterface Open extends Base");
  expect(text).toContain("declare function open(of: Open): Promise<Open>;");
  for (const name of ["interface Base", "type Part", "declare const words", "type Other"]) expect(text).toContain(name);
  expect(text).not.toMatch(/Unused|unused|import/);
  expect(text.endsWith("export { Open, open };\n")).toBe(true);
  expect(inputs).toEqual(["main.ts", "a.ts", inner, "packages/inner/src/other.ts"]);
});

it.each([
  ["a name that is nowhere", { "a.ts": "export {};" }, "does not declare"],
  ["a type of somebody else", { "a.ts": 'import type { Y } from "yaml"; export type X = Y;' }, "is no type of ours"],
  [
    "two types of one name",
    {
      "a.ts": 'import type { Z } from "./b.ts"; interface Same { a: 1 } export interface X { z: Z; same: Same }',
      "b.ts": "interface Same { b: 2 } export type Z = Same;",
    },
    "two types of the library are called Same",
  ],
  ["a type without a name", { "a.ts": 'export type X = import("./b.ts").Z;', "b.ts": "" }, "need a name"],
  ["another name", { "a.ts": 'export { Y as X } from "./b.ts";', "b.ts": "export type Y = 1;" }, "under another name"],
])("is an error with %s", (_what, files, complaint) => {
  expect(() => typesOf({ "main.ts": 'export type { X } from "./a.ts";', ...files })).toThrow(complaint);
});
