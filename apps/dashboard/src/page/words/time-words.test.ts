import { describe, expect, it } from "vitest";
import { ago, counted, duration, inFull, left } from "./time-words.ts";

const now = new Date(2026, 2, 12, 15, 30, 0);
const at = (...parts: [number, number, number, number, number, number?]) => {
  const [year, month, day, hour, minute, second = 0] = parts;
  return new Date(year, month - 1, day, hour, minute, second).toISOString();
};

describe("when something happened", () => {
  it.each([
    [at(2026, 3, 12, 15, 30), "just now"],
    [at(2026, 3, 12, 15, 29, 30), "just now"],
    [at(2026, 3, 12, 15, 30, 40), "just now"],
    [at(2026, 3, 12, 15, 29), "1 min ago"],
    [at(2026, 3, 12, 14, 31), "59 min ago"],
    [at(2026, 3, 12, 14, 3), "today 14:03"],
    [at(2026, 3, 12, 0, 0), "today 00:00"],
    [at(2026, 3, 11, 23, 59), "yesterday 23:59"],
    [at(2026, 3, 10, 9, 5), "Tuesday 09:05"],
    [at(2026, 3, 5, 9, 5), "5 Mar"],
    [at(2024, 3, 5, 9, 5), "5 Mar 2024"],
    [at(2026, 3, 13, 9, 5), "tomorrow 09:05"],
    ["unknown", "at an unknown time"],
    ["", "at an unknown time"],
  ])("%s is said as %j", (time, words) => {
    expect(ago(time, now)).toBe(words);
  });

  it("is written out in full where somebody points at it", () => {
    expect(inFull(at(2026, 3, 5, 9, 5, 7))).toBe("5 March 2026, 09:05:07");
    expect(inFull("never")).toBe("never");
  });
});

describe("how long", () => {
  it.each([
    [0.04, "0 ms"],
    [0.42, "0.4 ms"],
    [12.4, "12 ms"],
    [999.4, "999 ms"],
    [3_210, "3.2 s"],
    [125_000, "2 min 5 s"],
    [Number.NaN, "unknown"],
    [-1, "unknown"],
  ])("%d ms is %j", (ms, words) => expect(duration(ms)).toBe(words));

  it.each([
    [at(2026, 3, 12, 15, 42), "12 min left to answer"],
    [at(2026, 3, 12, 15, 30, 40), "40 s left to answer"],
    [at(2026, 3, 12, 15, 30), "time is up"],
    [at(2026, 3, 12, 15, 0), "time is up"],
    ["never", "time is up"],
  ])("until %s there is %j", (until, words) => expect(left(until, now)).toBe(words));
});

it.each([
  [0, "0 files"],
  [1, "1 file"],
  [1_204, "1,204 files"],
  [1_000_000, "1,000,000 files"],
])("counts %d as %j", (count, words) => expect(counted(count, "file")).toBe(words));
