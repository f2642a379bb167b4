/** What a run of tests came to, kept for whoever adds several runs up. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
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
  );
  const failed = having("failed") + broken.length;
  return {
    passed: having("passed"),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    failures: testResults.flatMap(failuresIn),
    skipped: having("skipped", "pending", "todo", "disabled"),
  };
}

/** Each failed test with the first line of what it says, so that the end of a long log tells what broke. */
function failuresIn({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  const file = relative(root, name);
  if (failed.length === 0) return status === "failed" ? [`${file}: ${firstLine(message)}`] : [];
  return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
}

function firstLine(text = "") {
  return text.split("\n", 1)[0].slice(0, 300);
}

/** What failed in all of these runs, a line each. */
export function failuresOf(all) {
  return all.flatMap(({ failures = [] }) => failures).map((failure) => `FAILED  ${failure}\n`);
}

/** `N passed, N failed`, and how many were skipped where any was. */
export function inOneLine(all) {
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped}`;
}
