/**
 * Runs the tests, all or the ones named, and ends with one line that says how many passed and failed.
 * `--quick` leaves out the long searches: what must pass before a commit has to be bearable before every commit.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";

const cache = join(root, "node_modules/.cache/intentgate");
mkdirSync(cache, { recursive: true });
const report = join(cache, `tests-${process.pid}.json`);
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const long = [
  "test/attribution/**",
  "test/input/**",
  "test/mutation/**",
  "test/stress/**",
  "test/shell/execution.test.ts",
  "packages/trace/src/tamper.test.ts",
  "packages/workspace/src/store/many-processes.test.ts",
];
const leftOut = isQuick ? long.map((pattern) => `--exclude=${pattern}`) : [];
const asked = words.filter((word) => word !== "--quick");
const exitCode = await runNode([vitest, "run", ...reporters, ...leftOut, ...asked], { cwd: root });

const { passed, failed, skipped } = count();
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exitCode = exitCode !== 0 || failed > 0 || passed === 0 ? 1 : 0;

function count() {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(report);
  const tests = testResults.flatMap((file) => file.assertionResults);
  const having = (...states) => tests.filter((test) => states.includes(test.status)).length;
  // A file that could not even be loaded has no failed test of its own, and it is a failure all the same.
  const broken = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = having("failed") + broken;
  return {
    passed: having("passed"),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: having("skipped", "pending", "todo", "disabled"),
  };
}
