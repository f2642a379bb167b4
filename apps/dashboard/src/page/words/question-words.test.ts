import { describe, expect, it } from "vitest";
import { questionWords } from "./words.ts";

type Asked = Parameters<typeof questionWords>[0];
const asked = (topic: string, more: Partial<Asked> = {}): Asked => ({
  tool: "delete_file",
  question: null,
  questions: [{ topic, question: "As the gate asks it?", details: [], more_details: 0 }],
  effects: [],
  files: [],
  command: null,
  ...more,
});

const question: NonNullable<Asked["question"]> = {
  sentence: "Codex wants to delete a.ts.",
  ...{ severity: 1, severity_words: "Stays inside the scope", facts: [], why: "w", yes: "Y.", no: "N." },
  ...{ waits: true, waiting_words: "The agent is waiting.", did: [], more_did: 0 },
};

describe("a question to a person", () => {
  it.each<[string, Asked]>([
    ["Delete src/a.ts?", asked("destructive", { effects: ["deletes src/a.ts"], files: ["src/a.ts"] })],
    ["Change src/a b.ts?", asked("destructive", { effects: ["edits src/a b.ts", "why"], files: ["src/a b.ts"] })],
    ["Delete 2 files?", asked("destructive", { effects: ["deletes a", "deletes b"], files: ["a", "b"] })],
    ["As the gate asks it?", asked("destructive", { effects: ["deletes a", "edits b"], files: ["a", "b"] })],
    ["As the gate asks it?", asked("destructive", { effects: ["cannot be undone: history"] })],
    ["As the gate asks it?", asked("destructive")],
    ["Run this command?", asked("destructive", { command: "rm a", effects: ["deletes a"], files: ["a"] })],
    ["Run this command? What it changes is not known.", asked("unknown", { command: "npx x" })],
    ["mcp.x.y? What it changes is not known.", asked("unknown", { tool: "mcp.x.y" })],
    ["As the gate asks it?", asked("expansion", { effects: ["edits a"], files: ["a"] })],
    ["As the gate asks it?", asked("completion")],
    ["Codex wants to delete a.ts.", { ...asked("destructive"), question: { ...question, severity: 3 } }],
    ["Codex wants to delete a.ts.", { ...asked("unknown", { command: "rm a.ts" }), question }],
    ["Delete a file?", { ...asked("none"), questions: [] }],
  ])("is %j", (words, approval) => expect(questionWords(approval)).toBe(words));
});
