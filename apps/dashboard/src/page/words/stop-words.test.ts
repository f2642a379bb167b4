import { expect, it } from "vitest";
import { atClock } from "./time-words.ts";
import { stopWords } from "./words.ts";

const at = new Date(2026, 1, 16, 14, 2, 30);
const today = new Date(2026, 1, 16, 20, 0);

it.each([
  [at.toISOString(), "14:02"],
  [new Date(2026, 1, 15, 9, 5).toISOString(), "15 February, 09:05"],
  ["never", "never"],
])("the time %s is said as %s", (time, words) => expect(atClock(time, today)).toBe(words));

it.each([
  [{ by: "ann", by_you: true, with_parent: null }, /^Stopped by you, .*14:02$/],
  [{ by: "bob", by_you: false, with_parent: null }, /^Stopped by bob, .*14:02$/],
  [{ by: "ann", by_you: true, with_parent: "s1" }, /^Stopped by you, .*14:02, with the session it helps$/],
])("%j is said so", (stop, words) => expect(stopWords({ ...stop, at: at.toISOString() })).toMatch(words));
