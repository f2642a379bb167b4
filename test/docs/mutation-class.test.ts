import { grammarReader } from "@intentgate/gate";
import { createSyntax, readChangeSyntax } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { strengths } from "../../packages/trace/src/mutation/signals.ts";
import { generators } from "../mutation/truth-set.ts";
import { textOf } from "../project-files.ts";

const page = textOf("docs/reference/mutation-class.md");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

describe("the page about the mutation class", () => {
  it.each(Object.keys(strengths))("has a row for the signal %s", (signal) => {
    expect(rows.filter(([, first]) => first === `\`${signal}\``)).toHaveLength(1);
  });

  it.each(generators.map(({ kind, truth }) => [kind, truth]))("shows how well it does: %s", (kind, truth) => {
    const row = rows.find(([, first]) => first === kind);
    expect(row?.[2]).toBe(truth);
    // No change was ever called a refactoring.
    if (truth === "changed") expect(row?.[3]).toBe("0");
  });

  it("says that the bars are met", () => {
    expect(page).toContain("met      changes called AST_REFACTOR");
    expect(page).not.toContain("NOT MET");
  });
});

describe("the vectors of the token hash", () => {
  const vectors = rows.flatMap(([, number, file, text, lines, hash]) =>
    /^\d+$/.test(number ?? "") ? [{ file: file ?? "", text: text ?? "", lines: lines ?? "", hash: hash ?? "" }] : [],
  );
  const syntax = createSyntax({ ...grammarReader(), now: () => performance.now() });

  it("are six at least", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(6);
  });

  it.each(vectors)("hold: $file $text $lines", async ({ file, text, lines, hash }) => {
    const [start_line = 0, end_line = 0] = lines.split("–").map(Number);
    const bytes = Buffer.from(text.slice(1, -1).replaceAll("\\n", "\n"));
    const change = {
      relativePath: file,
      absolute: `/${file}`,
      root: "/",
      movedFrom: null,
      before: { state: "absent" as const },
      after: { state: "present" as const, bytes },
      modeChanged: false,
      predicted: true,
    };
    const { namesOf } = await readChangeSyntax([change], syntax);
    expect(`\`${namesOf(file, { start_line, end_line }).token_hash}\``).toBe(hash);
  });
});
