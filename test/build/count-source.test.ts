import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeSources } from "../../scripts/judge-sources.mjs";
import { tempFolder } from "../support/temp-folder.ts";

const body = (lines: number) => "export const more = 1;\n".repeat(lines);
const sound = {
  "packages/a/src/index.ts": `export { one } from "./parts/one.ts";\n${body(80)}`,
  "packages/a/src/parts/one.ts": `export const one = () => 1;\n${body(80)}`,
  "apps/b/src/main.ts": `import { one } from "@intentgate/a";\n${body(80)}`,
};

/** What was counted, and what is wrong with it. */
function judged(files: Record<string, string>): { counts: unknown[]; titles: string[] } {
  const folder = tempFolder("count");
  for (const [path, text] of Object.entries({ ...sound, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { rows, findings } = judgeSources(folder);
  expect(rows.every(({ ok }) => ok)).toBe(findings.length === 0);
  return { counts: rows.map(({ count }) => count), titles: findings.map(({ title }) => title) };
}

describe("counting the source", () => {
  it("passes what keeps the rules", () => {
    const { counts, titles } = judged({ "packages/a/src/one.test.ts": body(500) });
    expect(titles).toEqual([]);
    expect(counts).toEqual([3, 243, 81, 0, 0, 0, 0, 0]);
  });

  it.each([
    ["a file that is too long", "too long", { "packages/a/src/parts/long.ts": body(401) }],
    [
      "files that import each other, be it for types",
      "import each other",
      {
        "packages/a/src/parts/x.ts": `import type { Y } from "./y.ts";\n${body(80)}`,
        "packages/a/src/parts/y.ts": `export type Y = import("./x.ts").X;\n${body(80)}`,
      },
    ],
    [
      "folders that import each other over a third",
      "folders that import each other",
      {
        "packages/a/src/x/x.ts": `import "../y/y.ts";\n${body(80)}`,
        "packages/a/src/y/y.ts": `import "../z/z.ts";\n${body(80)}`,
        "packages/a/src/z/z.ts": `import "../x/other.ts";\n${body(80)}`,
        "packages/a/src/x/other.ts": body(80),
      },
    ],
    [
      "a subfolder that imports what lies beside the index which imports it",
      "folders that import each other",
      {
        "packages/a/src/shared.ts": body(80),
        "packages/a/src/parts/one.ts": `import "../shared.ts";\nexport const one = 1;\n${body(80)}`,
      },
    ],
    [
      "a crumb that one file imports",
      "under 20 lines with one importer",
      {
        "packages/a/src/parts/crumb.ts": "export const crumb = () => 1;\n",
        "packages/a/src/parts/other.ts": `import { crumb } from "./crumb.ts";\n${body(80)}`,
      },
    ],
  ])("fails over %s", (_what, title, files) => {
    expect(judged(files as Record<string, string>).titles).toEqual([title]);
  });

  it.each([
    ["a type", "export interface Part {\n  one: string;\n}\n", 'import type { Part } from "./small.ts";\n'],
    ["a list", 'export const part = new Set(["one", "two"]);\n', 'import { part } from "./small.ts";\n'],
    [
      "an entry of a list",
      "export const part = () => 1;\n",
      'import { part } from "./small.ts";\nexport const list = [part];\n',
    ],
  ])("takes %s for no crumb", (_what, small, other) => {
    const more = { "packages/a/src/parts/small.ts": small, "packages/a/src/parts/other.ts": `${other}${body(80)}` };
    expect(judged(more).titles).toEqual([]);
  });
});
