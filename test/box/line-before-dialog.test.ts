/** A line that Codex is about to ask its person about: whether the gate says yes in their place. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostStage, sandboxedCodex, setHostStage } from "./hosts-stage.ts";

let host: HostStage;
let asked = 0;
const SPOKEN = '"decision":{"behavior":"allow"}';

beforeAll(async () => {
  host = await setHostStage("", sandboxedCodex);
  host.takes("INT-1");
  host.plain("echo 'echo in > src/in.ts' > run.sh; git add -A; git commit -qm run");
  writeTurn({});
});
afterAll(() => {
  // Nobody ends these calls, and what was made ready for them lies where every session can see it.
  host.plain(`cat ${host.state}/tickets/*/place | xargs -0 -n 1 rm -rf --`);
  host.clear();
});

function writeTurn(more: object): void {
  const payload = {
    turn_id: "t",
    sandbox_policy: { type: "workspace-write", exclude_slash_tmp: false },
    permission_profile: { type: "managed", file_system: { entries: [{ access: "read" }] } },
    collaboration_mode: { mode: "default" },
    ...more,
  };
  host.plain(`echo '${JSON.stringify({ type: "turn_context", payload })}' >> ~/rollout.jsonl`);
}

const lineFor = (command: string, more: Parameters<HostStage["before"]>[1] = {}): string =>
  host.before(command, { ...more, id: `line-${asked++}` }).line ?? "";

function askedAbout(line: string, more: Record<string, unknown> = {}): string {
  return host.hook("PermissionRequest", {
    ...{ hook_event_name: "PermissionRequest", transcript_path: `${host.home}/rollout.jsonl`, tool_use_id: undefined },
    ...{ tool_name: "Bash", tool_input: { command: line, ...(more.input as object) } },
    ...more,
  });
}

describe("a line that Codex is about to ask about", () => {
  it("is spoken for inside an intent, as often as it is asked about before it runs", () => {
    const line = lineFor("sh run.sh");
    expect(line).toContain("/ig-run ");
    expect([askedAbout(line), askedAbout(line)].every((said) => said.includes(SPOKEN))).toBe(true);
  });

  it("is with a reason of the model's to leave the sandbox, as the box holds it there too", () => {
    expect(askedAbout(lineFor("sh run.sh"), { input: { description: "it needs more" } })).toContain(SPOKEN);
  });

  it("is not once it has run, with a reason or without: then Codex asks about leaving its sandbox", () => {
    const line = lineFor("sh run.sh");
    host.shell(line);
    expect([askedAbout(line), askedAbout(line, { input: { description: "it needs more" } })]).toEqual(["", ""]);
  });

  it.each<[string, (line: string) => string]>([
    ["with a server to be reached", (line) => askedAbout(line, { input: { description: "network-access https://x" } })],
    ["in another session", (line) => askedAbout(line, { session_id: "s2" })],
    ["with more behind it", (line) => askedAbout(`${line}; rm -rf .`)],
    ["with another id", (line) => askedAbout(line.replace(/[0-9a-f]{32}/, "0".repeat(32)))],
    ["in another tool", (line) => askedAbout(line, { tool_name: "mcp__shell__run" })],
    ["in another mode", (line) => askedAbout(line, { permission_mode: "plan" })],
    ["in a turn that nobody knows", (line) => askedAbout(line, { turn_id: "t2" })],
    ["in a session of which nothing is written down", (line) => askedAbout(line, { transcript_path: "/x" })],
  ])("is not %s", (_what, ask) => {
    expect(ask(lineFor("sh run.sh"))).not.toContain(SPOKEN);
  });

  it("is not without an intent", () => {
    const line = lineFor("sh run.sh", { session: "none" });
    expect(line).toContain("/ig-run ");
    expect(askedAbout(line, { session_id: "none" })).toBe("");
  });

  it("is not where the turn only plans or only reads by now", () => {
    const line = lineFor("sh run.sh");
    for (const more of [{ collaboration_mode: { mode: "plan" } }, { sandbox_policy: { type: "read-only" } }]) {
      writeTurn(more);
      expect(askedAbout(line)).toBe("");
    }
    writeTurn({});
    expect(askedAbout(line)).toContain(SPOKEN);
  });

  it("is not where a rule of the person's came in between, nor where they stopped the session", () => {
    const line = lineFor("sh run.sh");
    host.plain(`mkdir -p ~/.codex/rules; echo "prefix_rule(['sh'], 'prompt')" > ~/.codex/rules/own.rules`);
    expect(askedAbout(line)).toBe("");
    host.plain("rm ~/.codex/rules/own.rules");
    expect(askedAbout(line)).toContain(SPOKEN);
    host.typed("stop --all");
    expect(askedAbout(line)).not.toContain(SPOKEN);
  });
});
