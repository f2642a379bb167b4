/** Two hundred thousand odd scripts, another lot for each commit: none that is called safe leaves a trace. */
import { expect, it } from "vitest";
import { wayApart } from "./box.ts";
import { shownFigures } from "./fuzz/figures.ts";
import { runFuzz } from "./fuzz/run-fuzz.ts";
import { seedFrom } from "./random.ts";

const SCRIPTS = seedFrom("SHELL_SCRIPTS", 200_000);
const seed = seedFrom("SHELL_SEED", Number(process.env.INTENTGATE_TEST_SEED));
/** Only what hangs takes so long. */
const PATIENCE_MS = 1_800_000;

const way = wayApart();

if ("missing" in way) it.skip(`scripts are not run: ${way.missing}`, () => {});
else
  it(
    "leave no trace where they were called safe, and no other than was said where they were not",
    async () => {
      const figures = await runFuzz(way, { seed, count: SCRIPTS });
      const shown = shownFigures(figures, seed);
      console.info(shown);
      expect(figures.wrong, shown).toEqual([]);
      expect(figures.judged).toBeGreaterThanOrEqual(SCRIPTS);
      // What is not called safe shows nothing: a share of them must be, and of every kind that can be.
      expect(figures.safe).toBeGreaterThan(SCRIPTS * 0.2);
      expect(figures.ran).toBeGreaterThan(SCRIPTS * 0.05);
      for (const [kind, { safe }] of figures.byKind) if (kind !== "code") expect(safe, kind).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
