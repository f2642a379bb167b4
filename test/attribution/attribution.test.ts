import { expect, it } from "vitest";
import { judge } from "./judge.ts";
import { beginWorld, pickOperation } from "./operations.ts";
import { openWorld } from "./world.ts";

const SEEDS = Number(process.env.ATTRIBUTION_SEEDS ?? 200);
const STEPS = 14;

it(`over ${SEEDS} histories, blame says what the model says, and gives no agent what a person wrote`, async () => {
  const total = { lines: 0, right: 0, stolen: [] as string[], wrong: [] as string[] };
  for (let seed = 1; seed <= SEEDS; seed++) {
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
      for (const line of found.stolen) total.stolen.push(`seed ${seed}: ${line}`);
      for (const line of found.wrong) total.wrong.push(`seed ${seed}: ${line}`);
      if (process.env.ATTRIBUTION_SHOW && found.wrong.length > 0)
        console.log(`seed ${seed}\n  ${steps.join("\n  ")}\n${found.wrong.join("\n")}`);
    } finally {
      world.clear();
    }
  }
  const share = (100 * total.right) / total.lines;
  console.log(
    `attribution: ${total.right} of ${total.lines} lines as the model says (${share.toFixed(2)} %), ` +
      `${total.stolen.length} lines of people given to agents, ${SEEDS} seeds`,
  );
  expect(total.stolen).toEqual([]);
  expect(share, total.wrong.slice(0, 10).join("\n")).toBeGreaterThanOrEqual(99);
}, 300_000);
