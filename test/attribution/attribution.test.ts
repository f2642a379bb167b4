import { expect, it } from "vitest";
import { judge } from "./judge.ts";
import { beginWorld, pickOperation } from "./operations.ts";
import { openWorld } from "./world.ts";

const SEEDS = Number(process.env.ATTRIBUTION_SEEDS ?? 200);
const STEPS = 14;

it(`over ${SEEDS} histories, blame says what the model says, and gives no agent what a person wrote`, async () => {
  const total = { lines: 0, right: 0, open: 0, stolen: [] as string[], wrong: [] as string[] };
  const first = Number(process.env.ATTRIBUTION_FIRST ?? 1);
  for (let seed = first; seed < first + SEEDS; seed++) {
    const world = await openWorld(seed);
    try {
      beginWorld(world);
      const steps: string[] = [];
      for (let step = 0; step < STEPS; step++) {
        const operation = pickOperation(world);
        steps.push(operation.name);
        await operation.run(world);
      }
      const found = judge(world);
      total.lines += found.lines;
      total.right += found.right;
      total.open += found.open.length;
      for (const line of found.stolen) total.stolen.push(`seed ${seed}: ${line}`);
      for (const line of found.wrong) total.wrong.push(`seed ${seed}: ${line}`);
      const odd = [...found.wrong, ...found.open];
      if (process.env.ATTRIBUTION_SHOW && odd.length > 0)
        console.log(`seed ${seed}\n  ${steps.join("\n  ")}\n${odd.join("\n")}`);
    } finally {
      world.clear();
    }
  }
  const share = (100 * total.right) / total.lines;
  console.log(
    `attribution: ${total.right} of ${total.lines} lines as the model says (${share.toFixed(2)} %), ` +
      `${total.stolen.length} lines of people given to agents, ` +
      `${total.open} said to be unknown or ambiguous, ${SEEDS} seeds`,
  );
  expect(total.stolen).toEqual([]);
  // What a person moved between files in fewer than three lines is theirs: real histories show that less is no proof.
  expect(share, total.wrong.slice(0, 10).join("\n")).toBeGreaterThanOrEqual(98);
}, 900_000);
