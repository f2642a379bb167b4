import { hostNamed } from "@intentgate/hosts";
import { createColors } from "picocolors";
import { expect, it } from "vitest";
import { type Tried, tellLive } from "./tell-live.ts";

const host = hostNamed("claude-code");
if (!host || "untried" in host.live) throw new Error("no host that can be tried");
const { live } = host;
const denied = {
  ...{ kind: "denied", invocation: "i", session: "s", code: "CONTROL_FILE", modelReadWhy: true },
  box: { kind: "untried", why: "there is no box here" },
} as const;
const mod = {
  ...{ host: "claude-code", where: ".claude/skills/hostile", remedy: "Switch it off.", doubt: null },
  ...{ why: "the plugin hostile@skills-dir can take ours away", outlivesProof: true },
};

function told(gated: Partial<Tried["gated"]>): string {
  const lines: string[] = [];
  const io = { color: createColors(false), print: (text: string) => lines.push(text) };
  const tried = { standing: { host }, live, program: "/bin/claude", verdict: denied, ms: 1_000, gated };
  tellLive([tried as unknown as Tried], io as unknown as Parameters<typeof tellLive>[1]);
  return lines.join("\n");
}

it("a denied call is no tick where a module that the trial did not load can take our hook away, and it is named", () => {
  const text = told({ answer: "NOT GATED HERE", reasons: [mod] });
  expect(text).toMatch(/✖ Claude Code {2}NOT GATED HERE, although in the trial it was denied: CONTROL_FILE/);
  expect(text).toContain("hostile@skills-dir");
  expect(text).not.toContain("✔");
});

it("a denied call that nothing speaks against is one", () => {
  const text = told({ answer: "proved live", at: "2026-01-01T00:00:00Z" });
  expect(text).toContain("✔ Claude Code  denied: CONTROL_FILE");
  expect(text).not.toContain("NOT GATED");
});
