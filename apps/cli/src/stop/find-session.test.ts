import type { SessionState } from "@intentgate/sidecar";
import { describe, expect, it } from "vitest";
import { findSession } from "./find-session.ts";

const session = (id: string, host: string | null = null, parent: string | null = null) =>
  ({ id, host, parent }) as SessionState;
const claude = session("claude-code:7f3b2a91-aaaa", "claude-code");
const helper = session("claude-code:7f3b2a91-aaaa/sub-1", "claude-code", claude.id);
const codex = session("codex:0199aa", "codex");
const other = session("codex:0199ab", "codex");
const plain = session("s1");
const old = session("gemini-cli:e4e4e4e4", "gemini-cli");
const older = session("claude-code:00000000-bbbb", "claude-code");
const all = [claude, helper, codex, other, plain, old, older];
const among = { all, live: [claude, helper, codex, other, plain], hosts: ["claude-code", "codex", "gemini-cli"] };

describe("a session", () => {
  it.each([
    ["claude-code:7f3b2a91-aaaa", claude.id],
    ["7f3b2a91-aaaa", claude.id],
    ["7f3b", claude.id],
    ["claude-code:7f", claude.id],
    ["claude-code", claude.id],
    ["claude-code:7f3b2a91-aaaa/sub-1", helper.id],
    ["7f3b2a91-aaaa/", helper.id],
    ["0199aa", codex.id],
    ["s1", "s1"],
    ["e4e4", old.id],
    ["gemini-cli", old.id],
    ["codex:0200ffff-not-heard-of", "codex:0200ffff-not-heard-of"],
  ])("is found by %j", (given, id) => expect(findSession(given, among)).toEqual({ ok: true, id }));

  it.each<[string, string, string]>([
    ["", "BAD_INPUT", "not a session's id"],
    ["  ", "BAD_INPUT", "not a session's id"],
    ["x".repeat(513), "BAD_INPUT", "not a session's id"],
    ["codex", "BAD_INPUT", "fits 2 sessions"],
    ["0199", "BAD_INPUT", "fits 2 sessions"],
    ["codex:0199", "BAD_INPUT", "fits 2 sessions"],
    ["aider", "NOT_FOUND", "there is no session"],
    ["7f", "NOT_FOUND", "there is no session"],
    ["s2", "NOT_FOUND", "there is no session"],
    ["cline:", "NOT_FOUND", "there is no session"],
    ["cursor:1234567890", "NOT_FOUND", "there is no session"],
    ["\u001b[2Js1", "NOT_FOUND", "there is no session"],
    ["7f3b2b91-aaaa", "NOT_FOUND", "did you mean claude-code:7f3b2a91-aaaa?"],
    ["claude-code:7f3b2a91-aaab", "NOT_FOUND", "did you mean claude-code:7f3b2a91-aaaa?"],
    ["claude-code:7f3c", "NOT_FOUND", "did you mean claude-code:7f3b2a91-aaaa?"],
    ["codex:0199ax", "NOT_FOUND", "did you mean codex:0199aa?"],
  ])("is not guessed from %j", (given, code, message) => {
    const found = findSession(given, among);
    expect(found).toMatchObject({ ok: false, problem: { code, message: expect.stringContaining(message) } });
    expect(JSON.stringify(found)).not.toContain("\u001b");
  });

  it("is told of with the list of those at work", () => {
    const found = findSession("nobody", among);
    expect(found).toMatchObject({ problem: { remedy: expect.stringContaining("codex:0199aa") } });
    const nobody = findSession("nobody", { all: [], live: [], hosts: [] });
    expect(nobody).toMatchObject({ problem: { remedy: expect.stringContaining("session list --all") } });
  });
});
