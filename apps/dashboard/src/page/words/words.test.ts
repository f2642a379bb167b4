import { denyCodes } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { approvalWords, hostName, refusalWords, sessionName, toolWords } from "./words.ts";

describe("plain words", () => {
  it.each(denyCodes)("exist for the refusal %s", (code) => {
    expect(refusalWords(code)).not.toBe(code);
    expect(refusalWords(code)).not.toMatch(/[A-Z]{2}|_/);
  });

  it.each(["mcp.files.read", "constructor", "__proto__", "toString", ""])("leave %j as it is", (name) => {
    expect(toolWords(name)).toBe(name);
  });

  it.each([
    ["claude-code", "Claude Code"],
    ["gemini-cli", "Gemini CLI"],
    ["vscode", "VS Code"],
    [null, "Unknown agent"],
    ["", "Unknown agent"],
  ])("name the host %j %j", (host, name) => expect(hostName(host)).toBe(name));

  it.each([
    ["none", "passed without a question"],
    [null, "passed without a question"],
    ["", "passed without a question"],
    ["once:7d3c", "a person approved this very change"],
    ["standing:7d3c", "a person approved all changes inside the scope in this session"],
    ["constructor:7d3c", "noted as constructor:7d3c"],
    ["granted by nobody", "noted as granted by nobody"],
  ])("say of the approval %j: %j", (approval, words) => expect(approvalWords(approval)).toBe(words));

  it("shorten a random session id and leave a given name alone", () => {
    expect(sessionName("7d3c2a10-93d1-4d0e-8a55-0123456789ab")).toBe("7d3c2a10…");
    expect(sessionName("agent-1")).toBe("agent-1");
  });
});
