import { expect, it } from "vitest";
import { createTurns } from "./kept-workspaces.ts";

it("lets so many begin, and the next when one has ended, in the order they came", async () => {
  const turns = createTurns(2, 60_000);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map(async (one) => {
    ends[one] = await turns.begin();
    began.push(one);
  });
  await Promise.all(all.slice(0, 2));
  expect(began).toEqual([0, 1]);
  ends[0]?.();
  ends[0]?.(); // twice is once
  await all[2];
  await Promise.resolve();
  expect(began).toEqual([0, 1, 2]);
  ends[1]?.();
  await all[3];
  expect(began).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
});

it("does not wait for who takes longer than a turn", async () => {
  const turns = createTurns(1, 20);
  const slow = await turns.begin();
  const next = await turns.begin();
  slow(); // its turn is long over, and ends nobody else's
  const third = turns.begin();
  next();
  (await third)();
});
