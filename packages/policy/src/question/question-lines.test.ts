import { describe, expect, it } from "vitest";
import type { Question, Waiting } from "./question.ts";
import { questionInOneLine, questionLines } from "./question-lines.ts";
import { readQuestion } from "./read-question.ts";
import { waitingWords } from "./waiting-words.ts";

const now = new Date("2026-02-16T12:00:00Z");
const expires = "2026-02-16T12:15:00Z";
const question: Question = {
  sentence: "Codex wants to delete data/seed.sqlite.",
  severity: 3,
  facts: [
    { kind: "warning", text: "not in git, too large to keep" },
    { kind: "ok", text: "inside the scope" },
  ],
  yes: "It runs once, exactly as shown.",
  no: "It does not run, and the agent reads your reason.",
  why: "something is deleted (policy: balanced)",
  waiting: { state: "waits", until: "2026-02-16T12:04:00Z" },
  did: null,
};

it("has a line for the severity, each fact, the reason, either answer and the agent", () => {
  expect(questionLines(question, expires, now).map(({ text }) => text)).toEqual([
    "Destroys what cannot be restored (severity 3 of 4)",
    "⚠ not in git, too large to keep",
    "✓ inside the scope",
    "Asked because: something is deleted (policy: balanced)",
    "Yes: It runs once, exactly as shown.",
    "No: It does not run, and the agent reads your reason.",
    "The agent is waiting, 4 min left.",
  ]);
});

it("fits on one line for a dialog that has no more, with the first facts and a count of the rest", () => {
  expect(questionInOneLine(question)).toBe(
    "Codex wants to delete data/seed.sqlite. Destroys what cannot be restored: ⚠ not in git, too large to keep, ✓ inside the scope. Asked because: something is deleted (policy: balanced).",
  );
  const facts = Array.from({ length: 9 }, (_, at) => ({ kind: "ok" as const, text: `f${at}` }));
  expect(questionInOneLine({ ...question, facts })).toContain("✓ f5, 3 more. Asked");
  expect(questionInOneLine({ ...question, facts: [] })).toContain("restored. Asked");
});

it.each<[string, Waiting, Question["did"], string]>([
  ["waits for good", { state: "waits", until: null }, null, "The agent is waiting."],
  ["waits", { state: "waits", until: "2026-02-16T12:00:45Z" }, null, "The agent is waiting, 45 s left."],
  [
    "waited too long",
    { state: "waits", until: "2026-02-16T11:59:59Z" },
    null,
    "The agent went on; a yes lets its next try pass, 15 min left to answer.",
  ],
  [
    "has no time that can be read",
    { state: "waits", until: "soon" },
    null,
    "The agent went on; a yes lets its next try pass, 15 min left to answer.",
  ],
  ["went on", { state: "went_on" }, null, "The agent went on; a yes lets its next try pass, 15 min left to answer."],
  [
    "ran",
    { state: "went_on" },
    { paths: [], more: 0 },
    "The agent went on; what it did is kept back, 15 min left to answer.",
  ],
])("tells how an agent does that %s", (_name, waiting, did, words) =>
  expect(waitingWords({ waiting, did }, expires, now)).toBe(words),
);

describe("a question that was kept", () => {
  it("is read as it was", () => {
    const did = { paths: [{ path: "a", does: "edited" }], more: 2 };
    expect(readQuestion(JSON.parse(JSON.stringify(question)))).toEqual(question);
    expect(readQuestion({ ...question, did, waiting: { state: "went_on" }, more: 1 })).toEqual({
      ...question,
      did,
      waiting: { state: "went_on" },
    });
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "Codex wants it"],
    ["no sentence", { ...question, sentence: undefined }],
    ["a severity of five", { ...question, severity: 5 }],
    ["a severity that is a text", { ...question, severity: "1" }],
    ["facts that are none", { ...question, facts: [{ kind: "fine", text: "x" }] }],
    ["facts without a list", { ...question, facts: {} }],
    ["a fact without a text", { ...question, facts: [{ kind: "ok" }] }],
    ["no waiting", { ...question, waiting: undefined }],
    ["another state", { ...question, waiting: { state: "gone" } }],
    ["a time that is none", { ...question, waiting: { state: "waits", until: 7 } }],
    ["a did without paths", { ...question, did: { more: 1 } }],
    ["a path that is none", { ...question, did: { paths: [null], more: 0 } }],
  ])("is none where it is %s", (_name, value) => expect(readQuestion(value)).toBeNull());

  it("draws no lines, whoever wrote it", () => {
    const read = readQuestion({ ...question, sentence: "a\nb", facts: [{ kind: "ok", text: "c\u202e" }] });
    expect([read?.sentence, read?.facts[0]?.text]).toEqual(["a\\u000ab", "c\\u202e"]);
  });
});
