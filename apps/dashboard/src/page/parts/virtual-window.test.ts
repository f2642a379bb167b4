import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowWindow, scrollToRow, type Viewport } from "./virtual-window.ts";

const viewports = fc.record({
  count: fc.integer({ min: 0, max: 2_000_000 }),
  rowHeight: fc.integer({ min: 18, max: 80 }),
  height: fc.integer({ min: 100, max: 1_400 }),
  scrollTop: fc.integer({ min: -50, max: 9_000_000 }),
});

describe("the rows that exist", () => {
  it.each<[string, Partial<Viewport>, number, number]>([
    ["none of an empty list", { count: 0 }, 0, 0],
    ["all of a short list", { count: 5 }, 0, 5],
    ["a screenful and some to spare at the top", { count: 10_000 }, 0, 16],
    ["the middle of a long list", { count: 10_000, scrollTop: 4_000 }, 94, 116],
    ["the end, however far somebody scrolls", { count: 100, scrollTop: 1e9 }, 84, 100],
    ["the start when the page bounces above it", { count: 100, scrollTop: -300 }, 0, 16],
  ])("are %s", (_what, given, first, end) => {
    expect(rowWindow({ count: 0, rowHeight: 40, height: 400, scrollTop: 0, ...given })).toMatchObject({ first, end });
  });

  it("stay few and fill the visible part, however long the list is", () => {
    fc.assert(
      fc.property(viewports, (viewport) => {
        const { first, end, offset, total } = rowWindow(viewport);
        const { count, rowHeight, height } = viewport;
        expect(end - first).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 14);
        const top = Math.max(0, Math.min(viewport.scrollTop, total - height));
        expect(offset).toBeLessThanOrEqual(top + 0.001);
        const bottom = offset + (end - first) * rowHeight;
        expect(bottom).toBeGreaterThanOrEqual(Math.min(top + height, total) - 0.01);
        expect(end).toBeLessThanOrEqual(count);
      }),
    );
  });

  it("leave no part of the list out of reach", () => {
    const long = { count: 1_500_000, rowHeight: 40, height: 600 };
    expect(rowWindow({ ...long, scrollTop: 0 }).first).toBe(0);
    expect(rowWindow({ ...long, scrollTop: 1e12 }).end).toBe(long.count);
  });
});

describe("going to a row", () => {
  it("does not move what is in sight", () => {
    expect(scrollToRow({ count: 100, rowHeight: 40, height: 400, scrollTop: 0 }, 9)).toBeNull();
    expect(scrollToRow({ count: 100, rowHeight: 40, height: 400, scrollTop: 0 }, 10)).toBe(40);
    expect(scrollToRow({ count: 100, rowHeight: 40, height: 400, scrollTop: 800 }, 3)).toBe(120);
  });

  it("brings any row into the window", () => {
    fc.assert(
      fc.property(viewports, fc.nat(), (viewport, seed) => {
        fc.pre(viewport.count > 0);
        const row = seed % viewport.count;
        const scrollTop = scrollToRow(viewport, row) ?? viewport.scrollTop;
        const { first, end } = rowWindow({ ...viewport, scrollTop });
        expect(row).toBeGreaterThanOrEqual(first);
        expect(row).toBeLessThan(end);
      }),
    );
  });
});
