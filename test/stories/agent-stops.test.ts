import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { agentScene, command, outcomes, select, type Told } from "./agent-scene.ts";

const slow = "printf half > src/auth/half.ts; sleep 61.5";
const scripts = {
  slow: [{ calls: [select("INT-001")] }, { calls: [command(slow)] }, { say: "It is slow." }],
  talk: [{ say: "word ".repeat(30_000) }],
};
const policy = "approval: { mode: balanced }\n";

describe("Ctrl-C", () => {
  it("stops the running command with all it started, and what it did is recorded", async () => {
    const scene = await agentScene({ scripts, policy });
    const started = scene.starts(["SCRIPT:slow go", "--json"]);
    await started.sees('"tool":"execute_command","decision":"allow"');
    await until(() => existsSync(`${scene.repo}/src/auth/half.ts`));
    started.child.kill("SIGINT");
    expect(await started.ended, started.out()).toBe(130);
    const events = started
      .out()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Told);
    expect(outcomes(events)).toEqual(["select_active_intent ok", "execute_command failed"]);
    expect(events.at(-1)).toMatchObject({ type: "ended", reason: "aborted" });
    const [record] = scene
      .text(".orchestration/agent_trace.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(record).toMatchObject({ intent_id: "INT-001", decision: { outcome: "FAILED" } });
    expect(record.files[0].relative_path).toBe("src/auth/half.ts");
    expect(stillRunning("61.5")).toEqual([]);
    expect(scene.model.requests).toHaveLength(2);
  });

  it("stops in the middle of an answer", async () => {
    const scene = await agentScene({ scripts, policy, chunkBytes: 7 });
    const started = scene.starts(["SCRIPT:talk go"]);
    await started.sees("word word");
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(130);
    expect(started.out()).toContain("Stopping; Ctrl-C again ends at once.");
    expect(started.out()).toContain("✖ Stopped.");
  });

  it("ends at once the second time, even where the model says nothing and will not", async () => {
    const scene = await agentScene({ scripts, policy, faults: [{ at: 0, kind: "silent" }] });
    const started = scene.starts(["SCRIPT:talk go"]);
    await started.sees("no intent yet");
    started.child.kill("SIGINT");
    await started.sees("Stopping");
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(130);
  });

  it("takes a command with it that does not want to end", async () => {
    const files = { "stubborn.sh": "trap '' TERM INT\nwhile :; do sleep 62.5; done\n" };
    const stubborn = [{ calls: [select("INT-001")] }, { calls: [command("sh stubborn.sh")] }, { say: "Still there." }];
    const declared = `${policy}commands:\n  - run: sh stubborn.sh\n`;
    const scene = await agentScene({ scripts: { stubborn }, policy: declared, files });
    const started = scene.starts(["SCRIPT:stubborn go"]);
    await until(() => stillRunning("62.5").length > 0);
    started.child.kill("SIGINT");
    await started.sees("Stopping");
    started.child.kill("SIGINT");
    expect(await started.ended).toBe(130);
    expect(stillRunning("62.5")).toEqual([]);
  });

  it("at a question is a no, and the task is stopped", async () => {
    const scene = await agentScene({ scripts, policy: "approval: { mode: strict }\n" });
    const terminal = scene.runsAtTerminal(["SCRIPT:slow go"]);
    await terminal.sees("Your answer:");
    terminal.type("\u0003");
    const { code, out } = await terminal.done;
    expect(code, out).toBe(130);
    expect(out).toContain("✖ Stopped.");
    expect(scene.has("src/auth/half.ts")).toBe(false);
  });
});

/** Command lines of living processes that name this word. */
function stillRunning(word: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
        return line.startsWith("sleep") && line.includes(word) ? [line] : [];
      } catch (error) {
        if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return []; // it has ended
        throw error;
      }
    });
}
