/**
 * Runs one tier after the other, also after a failure, and ends with one line for all of them. `--rest` leaves out what
 * `npm test` runs, for who has run that already, and counts it in.
 */
import { join } from "node:path";
import { root } from "./root.mjs";
import { runNode } from "./run-node.mjs";
import { countsOf, failuresOf, inOneLine } from "./test-counts.mjs";

const tiers = [
  { name: "tests", words: ["test.mjs"] },
  { name: "long", words: ["test.mjs", "--long"] },
  { name: "box", words: ["test-box.mjs"] },
  { name: "hosts", words: ["test-hosts.mjs"] },
  { name: "e2e", words: ["test-e2e.mjs"] },
];
const wanted = process.argv.includes("--rest") ? tiers.filter(({ name }) => name !== "tests") : tiers;

let isFailed = false;
for (const { words } of wanted) {
  const [script, ...more] = words;
  if ((await runNode([join(root, "scripts", script), ...more], { cwd: root })) !== 0) isFailed = true;
}
const counts = tiers.map(({ name }) => countsOf(name));
process.stdout.write(`${failuresOf(counts).join("")}${inOneLine(counts)}\n`);
process.exitCode = isFailed ? 1 : 0;
