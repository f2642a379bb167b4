import { describe, expect, it } from "vitest";
import { named } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { Silence } from "../host/around.ts";
import { hosts } from "../hosts/hosts.ts";
import { type GatedFacts, gatedAnswer, type Level } from "./gated.ts";

const root = "/r/shop";
const at = (level: Level["level"], ...silences: Silence[]): Level => ({ level, where: ".x/settings.json", silences });
const silence = (why: string, more: Partial<Silence> = {}): Silence => ({
  ...{ host: "x", where: "f", why, remedy: "Mend it.", doubt: null, outlivesProof: false },
  ...more,
});
const proof = { at: "2026-11-16T12:00:00.000Z" };

function answer(host: string, facts: Partial<Omit<GatedFacts, "host">>): string {
  const place = { root, startedIn: root };
  const found = gatedAnswer({
    ...{ host: named(host), isSetUp: true, version: "99.0.0", place, levels: [at("root")], proof: null },
    ...facts,
  });
  return found.answer === "NOT GATED HERE" ? found.reasons.map(({ why }) => why).join("; ") : found.answer;
}

const below = { root, startedIn: `${root}/docs` };
const nothing = "nothing found against it";

describe("an agent whose hooks stand in the root", () => {
  it.each<[string, string | null, string]>([
    ["claude-code", "2.1.211", nothing],
    ["claude-code", "2.1.325", nothing],
    ["claude-code", "2.2.0", nothing],
    ["claude-code", "10.0.0", nothing],
    ["claude-code", "2.1.209", "does not read the hooks of the root"],
    ["claude-code", "2.1.197", "does not read the hooks of the root"],
    ["claude-code", "2.0.400", "does not read the hooks of the root"],
    ["claude-code", null, "nobody knows that its version reads"],
    ["codex", "0.166.0", nothing],
    ["codex", null, "nobody knows that its version reads"],
    ["opencode", null, nothing],
    ["cline", "3.0.65", nothing],
    ["gemini-cli", "0.61.0", "does not read the hooks of the root"],
    ["gemini-cli", null, "nobody knows"],
    ["copilot-cli", "1.0.102", "does not read the hooks of the root"],
    ["qwen-code", "0.24.4", "does not read the hooks of the root"],
    ["cursor", "2.4.0", "does not read the hooks of the root"],
  ])("and that is started below it: %s %s: %s", (host, version, said) => {
    expect(answer(host, { version, place: below })).toContain(said);
  });

  it.each(hosts.filter(({ name }) => name !== "generic").map(({ name }) => name))(
    "and that is started there has nothing against it: %s",
    (host) => {
      expect(answer(host, {})).toBe(nothing);
      expect(answer(host, { version: null })).toBe(nothing);
    },
  );
});

describe("an agent in a linked worktree, whose hooks stand in the main one", () => {
  const levels = [at("main")];
  it.each<[string, string, string]>([
    ["claude-code", "2.1.211", nothing],
    ["claude-code", "2.1.197", "of the main worktree"],
    ["codex", "0.166.0", "of the main worktree"],
    ["gemini-cli", "0.61.0", "of the main worktree"],
    ["copilot-cli", "1.0.102", "of the main worktree"],
    ["opencode", "1.18.33", "of the main worktree"],
    ["qwen-code", "0.24.4", "of the main worktree"],
    ["cline", "3.0.65", "of the main worktree"],
  ])("%s %s: %s", (host, version, said) => {
    expect(answer(host, { version, levels })).toContain(said);
    expect(answer(host, { version, levels, place: below })).toContain(said);
  });

  it("is gated by hooks that the worktree has itself, and by the person's own", () => {
    expect(answer("codex", { levels: [at("main"), at("root")] })).toBe(nothing);
    expect(answer("gemini-cli", { levels: [at("main"), at("user")], place: below })).toBe(nothing);
  });
});

it.each<[string, string | null, string]>([
  ["claude-code", "1.0.37", "has no hooks that stop a call"],
  ["claude-code", "0.9.0", "has no hooks"],
  ["codex", "0.123.9", "has no hooks"],
  ["codex", "0.114.0", "has no hooks"],
  ["gemini-cli", "0.25.0", "has no hooks"],
  ["gemini-cli", "0.26.0-preview.1", nothing],
  ["claude-code", "1.0.38", nothing],
  ["codex", "0.124.0", nothing],
  ["codex", null, nothing],
  ["gemini-cli", "1.0.0", nothing],
  ["opencode", "0.0.1", nothing],
])("%s %s, by its version: %s", (host, version, said) => {
  expect(answer(host, { version })).toContain(said);
});

describe("what was found", () => {
  const levels = [at("root", silence("switched off"))];

  it("counts, all of it, of the hooks that have the least against them", () => {
    expect(answer("claude-code", { levels })).toBe("switched off");
    expect(answer("claude-code", { levels: [at("root", silence("a"), silence("b"))] })).toBe("a; b");
    expect(answer("claude-code", { levels: [...levels, at("user")] })).toBe(nothing);
    expect(answer("claude-code", { levels: [] })).toContain("nothing of Intentgate");
    expect(answer("claude-code", { levels: [], isSetUp: false })).toContain("nothing of Intentgate");
  });

  it("is disproved by a call that was refused, except what such a call cannot show", () => {
    expect(answer("claude-code", { levels, proof })).toBe("proved live");
    expect(answer("claude-code", { proof })).toBe("proved live");
    expect(answer("gemini-cli", { place: below, proof })).toBe("proved live");
    const astray = silence("led astray", { outlivesProof: true });
    expect(answer("claude-code", { levels: [at("root", astray, silence("x"))], proof })).toBe("led astray");
  });
});
