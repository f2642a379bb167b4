/**
 * Commands in their box, as a user of their own. Installs bubblewrap and Go where it may. Ends with `N passed, N failed`; what
 * could not be set up is `not run`, and in CI a failure. With `--full` searches try all of their runs, which takes long.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs";
import { installBubblewrap, installPackage } from "./debian-package.mjs";
import { root } from "./root.mjs";
import { runBounded } from "./run-bounded.mjs";
import { countTwice, failuresOf, forgetCounts, keepCounts } from "./test-counts.mjs";

const words = process.argv.slice(2).filter((word) => word !== "--full");
const inFull = words.length < process.argv.length - 2;
const LONGEST_MS = (inFull ? 90 : 24) * 60_000;
const cache = join(root, "node_modules/.cache/intentgate");
const report = join(cache, `box-report-${process.pid}.json`);
const say = (text) => process.stdout.write(text);

forgetCounts("box");
mkdirSync(cache, { recursive: true });
// One of the projects that run in the box and beside it is written in Go.
const isGoThere = () => spawnSync("go", ["version"], { stdio: "ignore" }).status === 0;
const why = (await installBubblewrap(say)) ?? (await installPackage("golang-go", isGoThere, say));
const counts = why === null ? await drive() : notRun(why);
keepCounts("box", counts);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} not run` : "";
say(`${failuresOf([counts]).join("")}${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function drive() {
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", "test/box/vitest.config.ts"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = { ...process.env, ...(inFull ? { INTENTGATE_TEST_SEARCHES: "full" } : {}) };
  const until = Date.now() + LONGEST_MS;
  return countTwice(report, async (broken) => {
    const which = broken.length > 0 ? broken : words;
    const options = { cwd: root, env, withinMs: until - Date.now(), onOutput: say };
    const ran = await runBounded(process.execPath, [...vitest, ...reporters, ...which], options);
    if (ran.timedOut) say(`it took longer than ${LONGEST_MS / 60_000} minutes\n`);
    return ran.timedOut ? null : ran.code;
  });
}

function notRun(reason) {
  say(`not run: ${reason}\n`);
  return { passed: 0, failed: process.env.CI === "true" ? 1 : 0, skipped: 1 };
}
