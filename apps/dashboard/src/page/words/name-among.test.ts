import { describe, expect, it } from "vitest";
import { nameAmong } from "./words.ts";

const sessions = [
  { id: "019a2c7e-41d0-7f3b", host: "codex" },
  { id: "b61f0c52-77a4-4b0e", host: "claude-code" },
  { id: "c0ffee00-77a4-4b0e", host: "claude-code" },
  { id: "agent-1", host: null },
];

describe("a session", () => {
  it.each([
    ["the only one of its host", "019a2c7e-41d0-7f3b", "Codex"],
    ["one of two", "b61f0c52-77a4-4b0e", "Claude Code b61f"],
    ["of an unknown host", "agent-1", "agent-1"],
    ["that is not at work any more", "77777777-77a4-4b0e-9999", "77777777…"],
  ])("%s is called by a name", (_what, id, name) => expect(nameAmong(id, sessions)).toBe(name));
});
