/**
 * Judges odd scripts and runs those that are called safe, in a box: `npm run fuzz -- [--seed N] [--count N] [--first]`.
 * `--first` ends at the first contradiction.
 */
import { wayApart } from "../test/shell/box.ts";
import { shownFigures } from "../test/shell/fuzz/figures.ts";
import { runFuzz } from "../test/shell/fuzz/run-fuzz.ts";

const seed = option("--seed", Date.now() % 1_000_000_000);
const count = option("--count", 200_000);

const way = wayApart();
if ("missing" in way) {
  process.stderr.write(`nothing was run: ${way.missing}\n`);
  process.exit(2);
}

let isStopped = false;
// Whoever stops it gets the figures so far, and no box is left behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    isStopped = true;
  });
}
const start = performance.now();
const figures = await runFuzz(way, {
  seed,
  count,
  onlyOne: process.argv.includes("--first"),
  goesOn: () => !isStopped,
});
process.stdout.write(`${shownFigures(figures, seed)}\n${((performance.now() - start) / 1000).toFixed(0)} s\n`);
process.exitCode = figures.wrong.length === 0 ? 0 : 1;

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  const given = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isFinite(given)) {
    process.stderr.write(`${name} needs a number\n`);
    process.exit(2);
  }
  return given;
}
