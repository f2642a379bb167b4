import { existsSync } from "node:fs";
import { join } from "node:path";
import { denyCodes } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { projectFiles, root, textOf } from "./project-files.ts";

const files = projectFiles();
const code = files.filter((path) => /\.(ts|tsx|mts|mjs|cjs|js)$/.test(path));

/** `path:line` of every match. */
function places(paths: string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}

describe("house rules", () => {
  it("keeps every source file within 400 lines", () => {
    const long = code.map((path) => ({ path, lines: textOf(path).split("\n").length - 1 }));
    expect(code.length).toBeGreaterThan(50);
    expect(long.filter(({ lines }) => lines > 400)).toEqual([]);
  });

  it("names nothing after having no name", () => {
    const empty = /^(utils?|helpers?|common|misc|managers?|base)$|(^|-)(utils?|helpers?|managers?)\b/;
    const nameless = files.filter((path) => path.split("/").some((part) => empty.test(part.replace(/\.[^.]*$/, ""))));
    expect(nameless).toEqual([]);
  });

  it("names code files in kebab-case", () => {
    const named = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.[a-z]+$/;
    expect(code.filter((path) => !named.test(path.split("/").at(-1) ?? ""))).toEqual([]);
  });

  it.each([
    ["switches the type checker off", new RegExp(["@ts-", "(ignore|nocheck)"].join(""))],
    ["casts to anything", /\bas any\s*(?:[;,)\]}>[|&:=]|$)/],
    ["runs one test only", /\b(it|test|describe)\.only\b/],
    ["swallows an error", /catch\s*(\([^)]*\))?\s*\{\s*\}/],
  ])("has no code that %s", (_what, pattern) => {
    expect(places(code, pattern)).toEqual([]);
  });

  it("speaks of no machine's own folders, except where a test uses them as data", () => {
    const isData = /\.test\.ts$|(^|\/)(fixtures|stories|data)\//;
    const text = files.filter((path) => /\.(ts|mjs|md|json|ya?ml|html|css)$|^\.ci\//.test(path) && !isData.test(path));
    expect(places(text, /(?<![\w.~-])\/(work|home|Users)\/[\w.-]/)).toEqual([]);
  });
});

describe("every code of a refusal", () => {
  const page = "docs/reference/codes.md";

  it.skipIf(!existsSync(join(root, page))).each(denyCodes)("%s has its row in the reference", (name) => {
    const rows = textOf(page)
      .split("\n")
      .filter((line) => line.startsWith("|"));
    expect(rows.some((row) => new RegExp(`^\\|\\s*\`?${name}\`?\\s*\\|`).test(row))).toBe(true);
  });
});
