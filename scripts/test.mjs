/**
 * Runs a tier of the tests, or only the ones named, and ends with one line that says how many passed and failed:
 * `npm test`, `npm run test:core`, `npm run test:long`. Tests that are named run in full, whatever their tier.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import "./build.mjs";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";
import { countTwice, failuresOf, forgetCounts, inOneLine, keepCounts } from "./test-counts.mjs";
import { core, leavingOut, long, searches } from "./test-tiers.mjs";

const tiers = {
  "--core": { name: "core", words: [...core, ...leavingOut(long)] },
  "--long": { name: "long", words: [...long, ...searches], inFull: true },
};
const given = process.argv.slice(2);
const asked = given.filter((word) => !(word in tiers));
const tier = tiers[given.find((word) => word in tiers)] ?? usual();

const cache = join(root, "node_modules/.cache/intentgate");
mkdirSync(cache, { recursive: true });
forgetCounts(tier.name);
const report = join(cache, `${tier.name}-${process.pid}.json`);
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", ...reporters];
const env = { ...process.env, ...(tier.inFull ? { INTENTGATE_TEST_SEARCHES: "full" } : {}) };
const options = asked.filter((word) => word.startsWith("-"));
const counts = await countTwice(report, (broken) => {
  const words = broken.length > 0 ? [...broken, ...options] : [...tier.words, ...asked];
  return runNode([...vitest, ...words], { cwd: root, env });
});

keepCounts(tier.name, counts);
process.stdout.write(`${failuresOf([counts]).join("")}${inOneLine([counts])}\n`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

function usual() {
  const isNamed = asked.some((word) => !word.startsWith("-"));
  return isNamed ? { name: "tests", words: [], inFull: true } : { name: "tests", words: leavingOut(long) };
}
