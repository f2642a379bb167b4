/**
 * What people see, driven as they would: the page in a real browser, the extension in a real editor. Installs the
 * browser and bubblewrap where it may. Ends with `N passed, N failed`; what could not be set up is `not run`, and in CI a
 * failure.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs";
import { findBrowser } from "./browser.mjs";
import { codeServer } from "./code-server.mjs";
import { installBubblewrap } from "./debian-package.mjs";
import { root } from "./root.mjs";
import { runBounded } from "./run-bounded.mjs";
import { countTwice, failuresOf, forgetCounts, keepCounts } from "./test-counts.mjs";

/**
 * Of one try of the tests alone: what has to be installed first has bounds of its own, and a slow registry is no fault of
 * theirs. A second try of the files that failed has its own time, as scenes that wait in vain use up that of the first.
 */
const LONGEST_MS = 12 * 60_000;
const cache = join(root, "node_modules/.cache/intentgate");
const report = join(cache, `e2e-report-${process.pid}.json`);
const say = (text) => process.stdout.write(text);
const oneNotRun = { passed: 0, failed: process.env.CI === "true" ? 1 : 0, skipped: 1 };

forgetCounts("e2e");
mkdirSync(cache, { recursive: true });
const noBox = await installBubblewrap(say);
const browser = await findBrowser(say);
const why = noBox ?? (browser.ok ? null : browser.why);
const counts = why === null ? await drive(browser.path) : notRun(why);
keepCounts("e2e", counts);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} not run` : "";
say(`${failuresOf([counts]).join("")}${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function drive(path) {
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", "test/e2e/vitest.config.ts"];
  // Each test is told when it ends, so that a log which breaks off says where.
  const reporters = ["--reporter=verbose", "--reporter=json", `--outputFile.json=${report}`];
  const whyNoEditor = await prepareEditor();
  if (whyNoEditor !== null) say(`the editor is not run: ${whyNoEditor}\n`);
  const leftOut = whyNoEditor === null ? [] : ["--exclude=test/e2e/editor*.test.ts"];
  const words = [...vitest, ...reporters, ...leftOut];
  const env = { ...process.env, INTENTGATE_TEST_BROWSER: path };
  const counts = await countTwice(report, async (broken) => {
    const options = { cwd: root, env, withinMs: LONGEST_MS, onOutput: say };
    const which = broken.length > 0 ? broken : process.argv.slice(2);
    const ran = await runBounded(process.execPath, [...words, ...which], options);
    if (ran.timedOut) say(`it took longer than ${LONGEST_MS / 60_000} minutes\n`);
    return ran.timedOut ? null : ran.code;
  });
  const left = whyNoEditor === null ? { failed: 0, skipped: 0 } : oneNotRun;
  return { ...counts, failed: counts.failed + left.failed, skipped: counts.skipped + left.skipped };
}

/** Null where the extension is packed and the workbench is there; an extension that cannot be built is no excuse. */
async function prepareEditor() {
  const packed = await runBounded(process.execPath, ["scripts/vsix.mjs"], { cwd: root, withinMs: 240_000 });
  if (packed.code === 3) return packed.out.trim();
  if (packed.code !== 0) {
    say(packed.out);
    process.exit(1);
  }
  const server = await codeServer();
  return server.ok ? null : server.why;
}

function notRun(why) {
  say(`not run: ${why}\n`);
  return oneNotRun;
}
