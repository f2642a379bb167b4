/** What a run of tests came to, kept for whoever adds several runs up. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const folder = join(root, "node_modules/.cache/intentgate/counts");

export function keepCounts(name, counts) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(counts));
}

export function forgetCounts(name) {
  rmSync(join(folder, `${name}.json`), { force: true });
}

/** A run that kept nothing did not come to its end. */
export function countsOf(name) {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { passed: 0, failed: 1, skipped: 0 };
}

/** Of a report in vitest's JSON. */
export function countReport(report, exitCode) {
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

/** `N passed, N failed`, and how many were skipped where any was. */
export function inOneLine(all) {
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped}`;
}
