/** Broken documents, no sidecar, and what the program says of a ledger afterwards. */
import { claudeCode, generic } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import { openLibrary } from "../library-session.ts";
import type { Story } from "../play-story.ts";
import { twoIntents } from "../stage.ts";

const intents = ".orchestration/active_intents.yaml";

const broken: Story = {
  name: "broken-files",
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    await ann.take("INT-001");
    stage.put(intents, "active_intents: {{\n");
    await ann.writes("src/auth/a.ts", "a\n");
    await ann.runs("ls src");
    await ann.take("INT-001");
    stage.put(intents, twoIntents.replace("owned_scope", "owned_scop"));
    await ann.writes("src/auth/a.ts", "a\n");
    stage.put(intents, twoIntents);
    stage.put(".orchestration/policy.yaml", "mode: watch\n");
    await ann.writes("src/auth/a.ts", "a\n");
    stage.put(".orchestration/policy.yaml", "version: 1\n");
    await ann.writes("src/auth/a.ts", "a\n");
    await ann.asksToWrite("src/auth/open.ts", "open\n", "open");
    stage.put("src/auth/open.ts", "open\n");
    stage.remove(".orchestration");
    await ann.saysItWrote("src/auth/open.ts", "open\n", "open");
    await ann.writes("src/auth/b.ts", "b\n");
    await ann.runs("ls src");
    for (const input of ["", "}{", "[]", "{}", '{"session_id":"a","session_id":"b"}'])
      await stage.fromHost(`payload ${JSON.stringify(input)}`, ["hook", "claude-code", "PreToolUse"], input);
    await stage.fromHost("no such host", ["hook", "nobody", "PreToolUse"], "{}");
    await stage.fromHost("no such event", ["hook", "claude-code", "NoSuchEvent"], "{}");
  },
};

const bare: Story = {
  name: "no-sidecar",
  setting: { intents: null },
  async play(stage) {
    for (const host of [claudeCode, generic]) {
      const ann = hostSession(stage, host, `ses-${host.name}`);
      await ann.writes("src/auth/a.ts", "a\n");
      await ann.take("INT-001");
      await ann.runs("ls src");
      await ann.stops();
    }
    const start = { hook_event_name: "SessionStart", session_id: "ses", cwd: stage.repo, source: "startup" };
    await stage.fromHost("a session starts", ["hook", "claude-code", "SessionStart"], JSON.stringify(start));
    await stage.run("call", ["call"], '{"tool":"write_to_file","input":{"path":"a","content":""},"session":"s1"}');
  },
};

const told: Story = {
  name: "session-events",
  setting: { files: { "AGENT.md": "# AGENT.md\n" } },
  async play(stage) {
    const ann = hostSession(stage, claudeCode);
    const event = (name: string, more: object = {}) =>
      ann.send(name, {
        event: name,
        payload: { hook_event_name: name, session_id: "ses-ann", cwd: stage.repo, ...more },
      });
    await event("SessionStart", { source: "startup" });
    await event("UserPromptSubmit", { prompt: "Add a greeting" });
    await ann.take("INT-001");
    await event("UserPromptSubmit", { prompt: "Go on" });
    await event("SubagentStart", { agent_id: "helper-1", agent_type: "worker" });
    await ann.writes("src/auth/a.ts", "a\n");
    await event("SubagentStop", { agent_id: "helper-1", agent_type: "worker", stop_hook_active: false });
    const one = ann.call("read");
    const read = {
      tool_name: "Read",
      tool_input: { file_path: `${stage.repo}/src/auth/token.ts` },
      tool_use_id: one.id,
    };
    await event("PreToolUse", read);
    await event("PostToolUse", { ...read, tool_response: {} });
    await ann.writes("src/auth/token.ts", "read before\n");
    const failing = ann.call("fails");
    const bash = { tool_name: "Bash", tool_input: { command: "echo x > src/auth/half.ts" }, tool_use_id: failing.id };
    await event("PreToolUse", bash);
    stage.put("src/auth/half.ts", "x\n");
    await event("PostToolUseFailure", { ...bash, error: "timed out", is_interrupt: false });
    await event("PreToolUse", { tool_name: "mcp__other__tool", tool_input: { a: 1 }, tool_use_id: "other" });
    await event("PreToolUse", { tool_name: "Teleport", tool_input: {}, tool_use_id: "teleport" });
    await event("Stop", { stop_hook_active: false });
    await event("SessionEnd", { reason: "exit" });
    await event("SessionStart", { source: "resume" });
    await ann.writes("src/auth/resumed.ts", "r\n");
  },
};

const provenance: Story = {
  name: "provenance",
  async play(stage) {
    const gate = openLibrary(stage);
    await gate.take();
    await gate.take("INT-002", "s2");
    await gate.write("src/auth/jwt.ts", "export function sign() {\n  return 1;\n}\n\nexport const age = 60;\n");
    await gate.call("edit", { file_path: "src/auth/jwt.ts", old_string: "return 1", new_string: "return 2" });
    stage.put("src/auth/jwt.ts", "// a person's\nexport function sign() {\n  return 2;\n}\n\nexport const age = 60;\n");
    await gate.call("read_file", { path: "src/auth/jwt.ts" });
    await gate.shell("mv src/auth/jwt.ts src/auth/token-signing.ts", { says: "once" });
    await gate.write("src/pay/new.ts", "export const paid = true;\n", { session: "s2" });
    await gate.write("src/auth/no.ts", "x\n", { session: "s2" });
    await gate.ends();
    const file = "src/auth/token-signing.ts";
    for (const words of [
      ["why", `${file}:1`],
      ["why", `${file}:3`],
      ["why", `${file}:6`],
      ["why", "src/pay/new.ts:1"],
      ["why", "src/auth/token.ts:1"],
      ["why", "nowhere.ts:1"],
      ["blame", file],
      ["impact", "INT-001"],
      ["impact", "INT-404"],
      ["trace", "log"],
      ["trace", "log", "--file", `${file}:3`],
      ["trace", "verify"],
      ["coverage"],
      ["decisions"],
      ["decisions", "--code", "SCOPE_VIOLATION"],
      ["map"],
      ["status"],
    ])
      await stage.run(words.join(" "), [...words, "--json"]);
  },
};

export const surroundings: readonly Story[] = [broken, bare, told, provenance];
