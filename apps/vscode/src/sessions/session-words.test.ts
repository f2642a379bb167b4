import type { SessionStop } from "@intentgate/sidecar";
import { expect, it } from "vitest";
import { endedText, sessionContext, sessionText, stopText } from "./session-words.ts";

const at = new Date(2026, 1, 16, 14, 2).toISOString();
const now = new Date(2026, 1, 16, 15, 0);
const stop: SessionStop = { at, by: "ann", session: "s1" };

it.each([
  ["ann", now, "stopped by you, 14:02"],
  ["bob", now, "stopped by ann, 14:02"],
  ["ann", new Date(2026, 1, 17), "stopped by you, 2026-02-16 14:02"],
])("to %s at %s a stop is told as such", (person, when, text) => expect(stopText(stop, person, when)).toBe(text));

it("tells of a session what it works under, or that it was stopped", () => {
  const intent = { id: "INT-001", digest: "d", by: "agent" as const, at };
  expect(sessionText({ id: "s1", intent }, null, "ann", now)).toBe("works under INT-001 · s1");
  expect(sessionText({ id: "s1", intent: null }, null, "ann", now)).toBe("without an intent · s1");
  expect(sessionText({ id: "s1", intent }, stop, "ann", now)).toBe("stopped by you, 14:02 · s1");
});

it.each([
  ["s1", null, "session:working"],
  ["s1", stop, "session:stopped"],
  ["s1/sub", stop, "session:below"],
])("offers for %s what can be done", (id, said, context) => expect(sessionContext({ id }, said)).toBe(context));

it.each([
  [0, 0, 0, "Nothing of it was running or waiting."],
  [1, 2, 0, "1 held command and 2 running commands ended."],
  [0, 0, 1, "1 question withdrawn."],
  [2, 0, 3, "2 held commands ended, 3 questions withdrawn."],
])("of %i, %i and %i it says: %4$s", (held, running, questions, text) =>
  expect(endedText({ held, running, questions })).toBe(text),
);
