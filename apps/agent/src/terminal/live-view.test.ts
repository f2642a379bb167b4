import { describe, expect, it } from "vitest";
import type { TaskEvent } from "../events/events.ts";
import { createLiveView } from "./live-view.ts";

const asIs = (text: string) => text;
const color = { bold: asIs, cyan: asIs, dim: asIs, green: asIs, red: asIs, yellow: asIs };

function shown(events: readonly TaskEvent[], columns = 80, isTerminal = false): string {
  let out = "";
  const write = (text: string) => {
    out += text;
  };
  const view = createLiveView({ write, columns: () => columns, isTerminal, color });
  for (const event of events) view.hear(event);
  return out;
}

const long = "An explanation that goes on and on and on and says very little about anything, really. ".repeat(3);
const refusal = {
  type: "tool_error" as const,
  code: "NOT_RUN" as const,
  message: long,
  meta: { tool_name: "x", remedy: long },
};
const story: TaskEvent[] = [
  { type: "started", task: "t", model: "m/n", root: `/${"deep/".repeat(40)}`, intent: null, prompt: long },
  { type: "turn", turn: 1, tools: 9 },
  { type: "text_delta", text: `${long}\n- list ${"x".repeat(120)}` },
  { type: "tool_call", call: "1", tool: "write_to_file", input: { path: `src/${"a".repeat(200)}.ts` } },
  { type: "decision", call: "1", invocation: "i", tool: "write_to_file", decision: "deny", code: "X", ms: 1 },
  { type: "tool_blocked", call: "1", tool: "write_to_file", reason: long, refusal },
  { type: "tool_call", call: "2", tool: "execute_command", input: { command: `echo ${"y".repeat(200)}` } },
  {
    type: "tool_result",
    call: "2",
    tool: "execute_command",
    failed: true,
    result: { exit_code: 1, stdout: `${"z".repeat(300)}\n`.repeat(20), stderr: "\u001b[31mred", error: long },
  },
  { type: "message", from: "remind", kind: "message", text: long },
  { type: "message", from: "gate", kind: "violation", text: long },
  { type: "retry", attempt: 1, waitMs: 1500, reason: long },
  { type: "usage", turn: { inputTokens: 1, outputTokens: 2 }, total: { inputTokens: 1000, outputTokens: 234 } },
  { type: "ended", reason: "turns", message: long },
];

describe("the view of a task", () => {
  it.each([40, 80, 200])("fits %i columns", (columns) => {
    for (const line of shown(story, columns).split("\n")) {
      expect([...line].length, line).toBeLessThanOrEqual(Math.min(columns, 100));
    }
  });

  it("moves no cursor where there is no terminal, and lets nobody else move it", () => {
    expect(shown(story)).not.toContain("\u001b");
    expect(shown(story)).toContain("\\u001b[31mred");
  });

  it("takes its own status lines back on a terminal", () => {
    const out = shown(story, 80, true);
    expect(out.split("\u001b[2K").length).toBeGreaterThan(1);
    expect(out.replaceAll("\r\u001b[2K", "")).not.toContain("\u001b");
  });

  it("tells a refusal with its remedy, the end and the cost", () => {
    const out = shown(story);
    expect(out).toContain("✖ NOT_RUN");
    expect(out).toContain("→ An explanation");
    expect(out).toContain("1,234 tokens");
    expect(out).toMatchInlineSnapshot(`
      "An explanation that goes on and on and on and says very little about anything,…
      m/n in /deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/…
      no intent yet

      An explanation that goes on and on and on and says very little about anything,
      really. An explanation that goes on and on and on and says very little about
      anything, really. An explanation that goes on and on and on and says very
      little about anything, really.
      - list
      xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        write_to_file src/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
          ✖ NOT_RUN
            An explanation that goes on and on and on and says very little about
            anything, really. An explanation that goes on and on and on and says very
            little about anything, really. An explanation that goes on and on and on
            and says very little about anything, really.
            → An explanation that goes on and on and on and says very little about
              anything, really. An explanation that goes on and on and on and says
              very little about anything, really. An explanation that goes on and on
              and on and says very little about anything, really.
        execute_command echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
          ! failed  An explanation that goes on and on and on and says very littl…
            … 16 lines before
            zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…
            zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…
            zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…
            zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…
            
            \\u001b[31mred
          ℹ remind: An explanation that goes on and on and on and says very little
                    about anything, really. An explanation that goes on and on and on
                    and says very little about anything, really. An explanation that
                    goes on and on and on and says very little about anything,
                    really.
          ! An explanation that goes on and on and on and says very little about
            anything, really. An explanation that goes on and on and on and says very
            little about anything, really. An explanation that goes on and on and on
            and says very little about anything, really.
        ↻ An explanation that goes on and on and on and says very little about anyth…
          asking again in 1.5 s

      ✖ An explanation that goes on and on and on and says very little about
        anything, really. An explanation that goes on and on and on and says very
        little about anything, really. An explanation that goes on and on and on and
        says very little about anything, really.
        1 turn, 1,234 tokens
      "
    `);
  });
});
