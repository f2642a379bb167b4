import { expect, it } from "vitest";
import { createQuietMoment } from "./quiet-moment.ts";

/** Keys are pressed at these times while somebody waits. */
async function comesUpAt(keys: readonly number[], from: number): Promise<number> {
  let time = 0;
  const left = [...keys].sort((one, other) => one - other);
  const quiet = createQuietMoment(2_000, {
    now: () => time,
    async sleep(ms) {
      await pass(time + ms);
    },
  });
  async function pass(until: number) {
    while (left[0] !== undefined && left[0] <= until) {
      time = left.shift() as number;
      quiet.stirred();
    }
    time = until;
  }
  await pass(from);
  await quiet.wait();
  return time;
}

it.each([
  ["at once where nobody types", [], 500, 500],
  ["at once where the last key is long ago", [100], 5_000, 5_000],
  ["two seconds after the last key before it", [400], 500, 2_400],
  ["two seconds after the last key of somebody who goes on typing", [400, 1_500, 3_000, 4_900], 500, 6_900],
])("comes up %s", async (_, keys, from, at) => {
  expect(await comesUpAt(keys, from)).toBe(at);
});
