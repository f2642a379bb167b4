import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Counts, countTwice, failuresOf } from "../../scripts/test-counts.mjs";
import { tempFolder } from "../support/temp-folder.ts";

type Files = Record<string, Record<string, "passed" | "failed" | "skipped">>;

/** Plays runs of vitest: each writes the next report, or none, and ends as vitest would. */
function played(...runs: (Files | null)[]) {
  const report = join(tempFolder("counts"), "report.json");
  const asked: string[][] = [];
  const run = async (broken: string[]) => {
    asked.push(broken);
    const files = runs[asked.length - 1];
    if (!files) return null;
    writeFileSync(report, JSON.stringify({ testResults: Object.entries(files).map(fileResult) }));
    return Object.values(files).some((tests) => Object.values(tests).includes("failed")) ? 1 : 0;
  };
  return { asked, counts: () => countTwice(report, run) };
}

function fileResult([name, tests]: [string, Files[string]]) {
  const assertionResults = Object.entries(tests).map(([fullName, status]) => {
    return { fullName, status, failureMessages: status === "failed" ? ["it broke\nhere"] : [] };
  });
  const isBroken = assertionResults.some(({ status }) => status === "failed");
  return { name: join(process.cwd(), name), status: isBroken ? "failed" : "passed", message: "", assertionResults };
}

const numbers = ({ passed, failed, skipped }: Counts) => ({ passed, failed, skipped });

describe("tests that are counted", () => {
  it("run once where nothing fails", async () => {
    const { asked, counts } = played({ "a.test.ts": { one: "passed", two: "skipped" } });
    expect(numbers(await counts())).toEqual({ passed: 1, failed: 0, skipped: 1 });
    expect(asked).toEqual([[]]);
  });

  it("run once more in the files that failed, and are named where only the first time failed", async () => {
    const first: Files = { "a.test.ts": { one: "passed" }, "b.test.ts": { two: "failed", three: "passed" } };
    const { asked, counts } = played(first, { "b.test.ts": { two: "passed", three: "passed" } });
    const found = await counts();
    expect(numbers(found)).toEqual({ passed: 3, failed: 0, skipped: 0 });
    expect(asked[1]?.slice(0, -1)).toEqual(["b.test.ts"]);
    expect(failuresOf([found])).toEqual(["UNSTEADY  b.test.ts > two  ::  it broke\n"]);
  });

  it("fail where they fail twice, also another one of the same file", async () => {
    const first: Files = { "b.test.ts": { two: "failed", three: "passed" } };
    const again = await played(first, first).counts();
    expect(numbers(again)).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(failuresOf([again])).toEqual(["FAILED  b.test.ts > two  ::  it broke\n"]);
    const other = await played(first, { "b.test.ts": { two: "passed", three: "failed" } }).counts();
    expect(numbers(other)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it.each([
    ["the first run did not come to its end", [null]],
    ["the second run did not come to its end", [{ "b.test.ts": { two: "failed" } } satisfies Files, null]],
  ])("fail where %s", async (_why, runs) => {
    expect((await played(...runs).counts()).failed).toBeGreaterThan(0);
  });

  it("are not run again where more files fail than chance breaks", async () => {
    const files = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((number) => [`${number}.test.ts`, { one: "failed" } as const]),
    );
    const { asked, counts } = played(files);
    expect(numbers(await counts())).toEqual({ passed: 0, failed: 7, skipped: 0 });
    expect(asked).toHaveLength(1);
  });
});
