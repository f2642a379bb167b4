/**
 * Commands in their box, as a user of their own. Installs bubblewrap, Go and pytest where it may, from npm ESLint and the
 * newer bubblewrap that comes with Codex. Ends with `N passed, N failed`; what
 * could not be set up is `not run`, and in CI a failure. With `--full` searches try all of their runs, which takes long.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs";
import { cachedInstall } from "./cached-install.mjs";
import { installBubblewrap, installPackage } from "./debian-package.mjs";
import { hostPrograms } from "./host-programs.mjs";
import { root } from "./root.mjs";
import { runBounded } from "./run-bounded.mjs";
import { countTwice, failuresOf, forgetCounts, keepCounts } from "./test-counts.mjs";

const words = process.argv.slice(2).filter((word) => word !== "--full");
const inFull = words.length < process.argv.length - 2;
const LONGEST_MS = (inFull ? 90 : 30) * 60_000;
const cache = join(root, "node_modules/.cache/intentgate");
const report = join(cache, `box-report-${process.pid}.json`);
const say = (text) => process.stdout.write(text);

forgetCounts("box");
mkdirSync(cache, { recursive: true });
// What the projects that run in the box and beside it are written in and tested with.
const answers =
  (program, ...words) =>
  () =>
    spawnSync(program, words, { stdio: "ignore" }).status === 0;
const why =
  (await installBubblewrap(say)) ??
  (await installPackage("golang-go", answers("go", "version"), say)) ??
  (await installPackage("python3-pytest", answers("pytest-3", "--version"), say)) ??
  (await installPackage("python3-simplejson", answers("/usr/bin/python3", "-c", "import simplejson.tests"), say));
const brought = why === null ? await newerBubblewrap() : "";
const eslint = why === null ? await linter() : "";
const counts = why === null ? await drive() : notRun(why);
if (why === null && (brought === "" || eslint === "") && process.env.CI === "true") counts.failed += 1;
keepCounts("box", counts);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} not run` : "";
say(`${failuresOf([counts]).join("")}${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function drive() {
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", "test/box/vitest.config.ts"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const full = inFull ? { INTENTGATE_TEST_SEARCHES: "full" } : {};
  const env = { ...process.env, ...full, INTENTGATE_TEST_BUBBLEWRAP: brought, INTENTGATE_TEST_ESLINT: eslint };
  const until = Date.now() + LONGEST_MS;
  return countTwice(report, async (broken) => {
    const which = broken.length > 0 ? broken : words;
    const options = { cwd: root, env, withinMs: until - Date.now(), onOutput: say };
    const ran = await runBounded(process.execPath, [...vitest, ...reporters, ...which], options);
    if (ran.timedOut) say(`it took longer than ${LONGEST_MS / 60_000} minutes\n`);
    return ran.timedOut ? null : ran.code;
  });
}

/** One that lays layers itself, which Debian does not have yet; "" where it cannot be had. */
async function newerBubblewrap() {
  const codex = await cachedInstall("codex", hostPrograms.codex, cache);
  const vendor = join(codex.folder ?? cache, `node_modules/@openai/codex-linux-${process.arch}/vendor`);
  const triples = existsSync(vendor) ? readdirSync(vendor) : [];
  const [found] = triples.map((one) => join(vendor, one, "codex-resources/bwrap")).filter((path) => existsSync(path));
  if (found === undefined) say(`not run: layers of bubblewrap's own: ${codex.why ?? "Codex brings no bubblewrap"}\n`);
  return found ?? "";
}

async function linter() {
  const { ok, folder, why } = await cachedInstall("eslint", { packages: ["eslint@9.39.1"] });
  if (!ok) say(`not run: a project under ESLint: ${why}\n`);
  return ok ? folder : "";
}

function notRun(reason) {
  say(`not run: ${reason}\n`);
  return { passed: 0, failed: process.env.CI === "true" ? 1 : 0, skipped: 1 };
}
