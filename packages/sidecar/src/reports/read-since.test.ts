import { expect, it } from "vitest";
import { readSince } from "./summarise-rows.ts";

const now = new Date("2026-02-16T12:00:00.000Z");

it.each([
  ["30m", "2026-02-16T11:30:00.000Z"],
  ["12h", "2026-02-16T00:00:00.000Z"],
  ["7d", "2026-02-09T12:00:00.000Z"],
  [" 2w ", "2026-02-02T12:00:00.000Z"],
  ["2026-02-01", "2026-02-01T00:00:00.000Z"],
  ["2026-02-01T10:30:00Z", "2026-02-01T10:30:00.000Z"],
  ["2026-02-01T10:30:00+02:00", "2026-02-01T08:30:00.000Z"],
])("%s means from %s on", (text, from) => {
  expect(readSince(text, now)?.toISOString()).toBe(from);
});

it.each([
  "",
  "7",
  "d",
  "0d",
  "-1d",
  "1.5h",
  "7 d",
  "99999d",
  "yesterday",
  "2026-13-01",
  "2026-02",
  "16.02.2026",
  "1e3h",
  "2026-02-01T99:99",
])("%j is no time", (text) => {
  expect(readSince(text, now)).toBeNull();
});
