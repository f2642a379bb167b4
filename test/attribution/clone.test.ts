import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { openWorkspace } from "@intentgate/gate";
import { shareLedger } from "@intentgate/sidecar";
import { expect, it } from "vitest";
import { judge } from "./judge.ts";
import { beginWorld, pickOperation } from "./operations.ts";
import { openWorld, type World } from "./world.ts";

const SEEDS = Number(process.env.ATTRIBUTION_CLONE_SEEDS ?? 25);
const STEPS = 14;

/** What a teammate has: the files, git's history and the shared segments; no ledger, no cache, no state. */
async function cloneOf(world: World): Promise<World> {
  const { sidecar, store } = world.workspace.home;
  await shareLedger(sidecar, store.ledger, null);
  const folder = join(dirname(world.root), "clone");
  const root = join(folder, "root");
  mkdirSync(join(root, ".orchestration"), { recursive: true });
  for (const part of ["src", ".git"]) cpSync(join(world.root, part), join(root, part), { recursive: true });
  for (const part of ["active_intents.yaml", "ledger"])
    cpSync(join(sidecar, part), join(root, ".orchestration", part), { recursive: true });
  return { ...world, root, workspace: openWorkspace(root, { stateDir: join(folder, "state") }) };
}

it(`over ${SEEDS} histories, a fresh clone gives agents nothing that a person wrote, and says nearly what the first machine says`, async () => {
  const total = { lines: 0, right: 0, rightThere: 0, stolen: [] as string[], wrong: [] as string[] };
  for (let seed = 1001; seed <= 1000 + SEEDS; seed++) {
    const world = await openWorld(seed);
    try {
      beginWorld(world);
      for (let step = 0; step < STEPS; step++) await pickOperation(world).run(world);
      const here = judge(world);
      const there = judge(await cloneOf(world));
      total.lines += there.lines;
      total.right += here.right;
      total.rightThere += there.right;
      for (const line of there.stolen) total.stolen.push(`seed ${seed}: ${line}`);
      for (const line of there.wrong) if (!here.wrong.includes(line)) total.wrong.push(`seed ${seed}: ${line}`);
    } finally {
      world.clear();
    }
  }
  const share = (right: number) => (100 * right) / total.lines;
  console.log(
    `attribution in a clone: ${share(total.rightThere).toFixed(2)} % of ${total.lines} lines as the model says, ` +
      `${share(total.right).toFixed(2)} % where they were recorded, ${total.stolen.length} given to agents`,
  );
  expect(total.stolen, total.stolen.join("\n")).toEqual([]);
  // Lower than where they were recorded: a content that was never committed is nowhere here to be compared with.
  expect(share(total.rightThere), total.wrong.slice(0, 10).join("\n")).toBeGreaterThanOrEqual(95);
}, 300_000);
