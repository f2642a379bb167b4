/** What a run of tests came to, kept for whoever adds several runs up. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./root.mjs";

/** More than these are no chance. */
const MOST_TRIED_AGAIN = 6;
/** Between the name of a failed test and what it says; no name has it. */
const SAYS = "  ::  ";
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

/**
 * Runs tests, and those files once more in which something failed, alone on the machine then: chance and a busy machine
 * do not fail twice, a fault does. What failed once only is named at the end of the run, as a test that wants mending.
 * `run(words)` resolves to vitest's exit code, or null where its time was over.
 */
export async function countTwice(report, run) {
  const code = await run([]);
  const first = countReport(report, code);
  const { brokenFiles = [] } = first;
  if (code === null || brokenFiles.length === 0 || brokenFiles.length > MOST_TRIED_AGAIN) return first;
  process.stdout.write(`tried once more, alone: ${brokenFiles.join(", ")}\n`);
  const second = countReport(report, await run([...brokenFiles, "--maxWorkers=1"]));
  const sum = (key) => first.whole[key] + second[key];
  const { failures = [] } = second;
  const isStill = (failure) => failures.some((one) => nameOf(one) === nameOf(failure));
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures,
    unsteady: first.failures.filter((failure) => !isStill(failure)),
  };
}

const nameOf = (failure) => failure.slice(0, failure.lastIndexOf(SAYS));

/** Of a report in vitest's JSON. `whole` are the files without a failure, `brokenFiles` the others. */
export function countReport(report, exitCode) {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(report);
  const isWhole = (file) => file.status !== "failed" && file.assertionResults.every((test) => test.status !== "failed");
  return {
    ...countFiles(testResults, exitCode),
    whole: countFiles(testResults.filter(isWhole), 0),
    brokenFiles: testResults.filter((file) => !isWhole(file)).map(({ name }) => relative(root, name)),
  };
}

function countFiles(testResults, exitCode) {
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
  if (failed.length === 0) return status === "failed" ? [`${file}${SAYS}${firstLine(message)}`] : [];
  return failed.map((test) => `${file} > ${test.fullName}${SAYS}${firstLine(test.failureMessages?.[0])}`);
}

function firstLine(text = "") {
  return text.split("\n", 1)[0].slice(0, 300).replaceAll(SAYS, " ");
}

/** What failed in all of these runs, and what failed at first only, a line each. */
export function failuresOf(all) {
  const failed = all.flatMap(({ failures = [] }) => failures).map((failure) => `FAILED  ${failure}\n`);
  const unsteady = all.flatMap(({ unsteady = [] }) => unsteady).map((failure) => `UNSTEADY  ${failure}\n`);
  return [...unsteady, ...failed];
}

/** `N passed, N failed`, and how many were skipped where any was. */
export function inOneLine(all) {
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped}`;
}
