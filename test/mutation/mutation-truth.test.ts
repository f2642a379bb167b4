import { grammarReader } from "@intentgate/gate";
import { createSyntax } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { denseSamples } from "./dense-samples.ts";
import { beyondTheClass, handRows } from "./hand-rows.ts";
import { judge } from "./judge.ts";
import { disturbed } from "./layout-fuzz.ts";
import { programDump } from "./program-dump.ts";
import { isSound, truthSources } from "./sources.ts";
import { chooser, type Source } from "./truth.ts";
import { generatedRows, generators, isPromised } from "./truth-set.ts";

const syntax = createSyntax({ ...grammarReader(), now: () => performance.now() });

describe("pairs written by hand", () => {
  const changed = handRows.filter(({ truth }) => truth === "changed");
  const kept = handRows.filter(({ truth, name }) => truth === "kept" && !beyondTheClass.has(name));
  const beyond = handRows.filter(({ name }) => beyondTheClass.has(name));

  it("are many, and most of them are traps", () => {
    expect(changed.length).toBeGreaterThan(200);
    expect(new Set(handRows.map(({ name }) => name)).size).toBe(handRows.length);
  });

  it.each(["Python", "Go", "Java"])("are at least nine refactorings and twenty changes in %s", (language) => {
    const ofLanguage = (rows: typeof handRows) => rows.filter(({ name }) => name.startsWith(`${language}: `)).length;
    expect(ofLanguage(kept)).toBeGreaterThanOrEqual(9);
    expect(ofLanguage(changed)).toBeGreaterThanOrEqual(20);
  });

  it.each(changed)("is no refactoring: $name", async (row) => {
    const [judged] = await judge([row], syntax);
    expect(judged?.isRefactor).toBe(false);
  });

  it.each(kept)("is a refactoring: $name", async (row) => {
    const [judged] = await judge([row], syntax);
    expect(judged).toMatchObject({ isRefactor: true });
  });

  it.each(beyond)("is a refactoring that is not looked for: $name", async (row) => {
    const [judged] = await judge([row], syntax);
    expect(judged).toMatchObject({ truth: "kept", isRefactor: false });
  });

  it.each(handRows)("is judged the same way back: $name", async ({ before, after, ...row }) => {
    const [judged] = await judge([{ ...row, before: after, after: before }], syntax);
    expect(judged?.isRefactor).toBe(row.truth === "kept" && !beyondTheClass.has(row.name));
  });
});

describe("the generated truth set", () => {
  it("has the kinds of changes it should have", () => {
    const changing = generators.filter(({ truth }) => truth === "changed").map(({ kind }) => kind);
    expect(new Set(changing).size).toBeGreaterThan(60);
  });

  it("is judged without one change called a refactoring, and with nine of ten of the promised refactorings found", async () => {
    const sources = truthSources(5);
    expect(sources.length).toBeGreaterThan(12);
    const judged = await judge(generatedRows(sources, { sitesPerKind: 1, mixed: 1 }), syntax);
    const kept = judged.filter(isPromised);
    const changed = judged.filter(({ truth }) => truth === "changed");
    expect(changed.length).toBeGreaterThan(400);
    expect(kept.length).toBeGreaterThan(120);
    const fooled = changed.filter(({ isRefactor }) => isRefactor).map(({ kind, path }) => `${kind}: ${path}`);
    expect(fooled).toEqual([]);
    const missed = kept.filter(({ isRefactor }) => !isRefactor).map(({ kind, path }) => `${kind}: ${path}`);
    expect(missed.length / kept.length, missed.join("\n")).toBeLessThan(0.1);
  }, 180_000);
});

describe("layout disturbed at random", () => {
  const samples: readonly Source[] = [...denseSamples, ...truthSources(12).filter(({ path }) => !/sx$/.test(path))];

  it.each(samples)("is called a refactoring only where the compiler agrees: $path", async (source) => {
    expect(isSound(source)).toBe(true);
    const isDense = denseSamples.includes(source);
    const rows = [...disturbed(source, chooser(source.path, 1), isDense ? 40 : 6)].map((after) => ({
      kind: "disturbed",
      truth: "kept" as const,
      path: source.path,
      before: source.text,
      after,
    }));
    const before = programDump(source);
    const judged = await judge(rows, syntax);
    const fooled = judged.filter(
      ({ isRefactor, after }) => isRefactor && programDump({ ...source, text: after }) !== before,
    );
    expect(fooled.map(({ after }) => after)).toEqual([]);
    expect(judged.filter(({ isRefactor }) => isRefactor).length).toBeGreaterThan(judged.length / 2);
  });
});
