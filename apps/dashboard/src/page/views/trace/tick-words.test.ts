import { describe, expect, it } from "vitest";
import { tickWords } from "./tick-words.ts";

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime() / 1_000;

describe("below the timeline", () => {
  it("stands the time, and the day where another begins", () => {
    expect(tickWords([at(13, 22), at(14, 0), at(14, 2, 30)])).toEqual(["22:00\n13 Nov", "00:00\n14 Nov", "02:30"]);
  });
  it("stand only days where the steps are that large", () => {
    expect(tickWords([at(13, 0), at(14, 0), at(15, 0)])).toEqual(["13 Nov", "14 Nov", "15 Nov"]);
  });
  it("stands nothing below nothing", () => expect(tickWords([])).toEqual([]));
});
