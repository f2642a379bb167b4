/**
 * Runs the tests, all or the ones named, and ends with one line that says how many passed and failed.
 * `--quick` leaves out the long searches: what must pass before a commit has to be bearable before every commit.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";
import { countReport, forgetCounts, keepCounts } from "./test-counts.mjs";

const cache = join(root, "node_modules/.cache/intentgate");
mkdirSync(cache, { recursive: true });
forgetCounts("tests");
const report = join(cache, `tests-${process.pid}.json`);
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const long = [
  "test/attribution/**",
  "test/input/**",
  "test/install/npm-ci.test.ts",
  "test/mutation/**",
  "test/stress/**",
  "test/shell/execution.test.ts",
  "packages/trace/src/tamper.test.ts",
  "packages/sidecar/src/store/many-processes.test.ts",
];
const leftOut = isQuick ? long.map((pattern) => `--exclude=${pattern}`) : [];
const asked = words.filter((word) => word !== "--quick");
const exitCode = await runNode([vitest, "run", ...reporters, ...leftOut, ...asked], { cwd: root });

const counts = countReport(report, exitCode);
const { passed, failed, skipped } = counts;
keepCounts("tests", counts);
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exitCode = exitCode !== 0 || failed > 0 || passed === 0 ? 1 : 0;
