/** Says in one line what several runs of tests came to: `node scripts/add-counts.mjs tests hosts`. */
import { countsOf } from "./test-counts.mjs";

const all = process.argv.slice(2).map(countsOf);
const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed${skipped}\n`);
