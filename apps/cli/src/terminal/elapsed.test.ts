import { expect, it } from "vitest";
import { ago, duration, readDuration } from "./elapsed.ts";

it.each([
  ["10m", 600_000],
  ["1h30m", 5_400_000],
  ["45s", 45_000],
  ["1H", 3_600_000],
  [" 2m ", 120_000],
])("%j is a duration", (text, ms) => expect(readDuration(text)).toBe(ms));

it.each([
  "",
  "10",
  "m",
  "0m",
  "0h0m0s",
  "-1m",
  "1.5h",
  "1m1h",
  "1h 30m",
  "1d",
  "10mm",
  "99999h",
  "1e3s",
  "１m",
  "10m\nrm",
])("%j is none", (text) => expect(readDuration(text)).toBeNull());

it.each([
  [0, "0 s"],
  [1, "1 s"],
  [99_000, "99 s"],
  [99_001, "2 min"],
  [3_600_000, "1 h"],
  [3_600_001, "1 h 1 min"],
  [-5, "0 s"],
])("%i ms reads %j", (ms, text) => expect(duration(ms)).toBe(text));

it("says how long ago something was, also when it cannot know", () => {
  const now = new Date("2026-02-16T12:00:00Z");
  expect(ago("2026-02-16T11:59:59Z", now)).toBe("just now");
  expect(ago("2026-02-16T11:58:00Z", now)).toBe("2 min ago");
  expect(ago("2026-02-13T11:59:00Z", now)).toBe("3 days ago");
  expect(ago("never", now)).toBe("at an unknown time");
});
