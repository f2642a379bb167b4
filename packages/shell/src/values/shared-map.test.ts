import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedMap } from "./shared-map.ts";

const name = fc.constantFrom("a", "b", "c");
const step = fc.oneof(
  fc.record({ does: fc.constant("set" as const), on: fc.nat(), name, value: fc.nat(9) }),
  fc.record({ does: fc.constant("delete" as const), on: fc.nat(), name }),
  fc.record({ does: fc.constant("clear" as const), on: fc.nat() }),
  fc.record({ does: fc.constant("copy" as const), on: fc.nat() }),
);

describe("maps that share their entries", () => {
  it("hold what maps would hold that were really copied", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const pairs = [{ shared: new SharedMap<number>(), real: new Map<string, number>() }];
        for (const one of steps) {
          const pair = pairs[one.on % pairs.length];
          if (!pair) throw new Error("there is always one");
          const { shared, real } = pair;
          if (one.does === "copy") pairs.push({ shared: shared.copy(), real: new Map(real) });
          else if (one.does === "clear") for (const map of [shared, real]) map.clear();
          else if (one.does === "delete") for (const map of [shared, real]) map.delete(one.name);
          else for (const map of [shared, real]) map.set(one.name, one.value);
        }
        for (const { shared, real } of pairs) {
          expect([...shared]).toEqual([...real]);
          expect([...shared.keys()]).toEqual([...real.keys()]);
          expect(shared.isEmpty).toBe(real.size === 0);
          for (const each of ["a", "b", "c"])
            expect([shared.has(each), shared.get(each)]).toEqual([real.has(each), real.get(each)]);
        }
      }),
    );
  });

  it("says of two that they share only while neither has changed", () => {
    const one = new SharedMap<number>();
    one.set("a", 1);
    const other = one.copy();
    expect(one.sharesWith(other)).toBe(true);
    one.set("a", 1);
    expect(one.sharesWith(other)).toBe(false);
    expect(other.sharesWith(other.copy())).toBe(true);
  });
});
