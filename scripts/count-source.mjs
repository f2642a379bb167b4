/**
 * How much source there is and whether it keeps the house rules: `node scripts/count-source.mjs`. With `--check` it
 * fails where there is too much of it or a rule is broken.
 */
import { judgeSources } from "./judge-sources.mjs";

const { rows, findings } = judgeSources();
const table = rows.map(
  ({ name, count, ok, wanted }) => `${name.padEnd(48)}${String(count).padStart(8)}${ok ? "" : `   (${wanted})`}\n`,
);
const places = findings.map(({ title, lines }) => `\n${title}:\n${lines.map((line) => `  ${line}\n`).join("")}`);
process.stdout.write([...table, ...places].join(""));
if (process.argv.includes("--check") && rows.some(({ ok }) => !ok)) process.exitCode = 1;
