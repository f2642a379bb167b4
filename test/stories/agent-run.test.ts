import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Scripts } from "@intentgate/scripted-model";
import { describe, expect, it } from "vitest";
import { agentScene, command, KEY, outcomes, select, write } from "./agent-scene.ts";
import { makeHookScene } from "./hook-scene.ts";
import { atTerminal, binary, jsonOf, run } from "./scene.ts";

const expansion = { additional_globs: ["docs/**"], reason: "The guide tells about tokens." };
const scripts: Scripts = {
  seed: [
    { say: "I look first.", calls: [{ name: "read_file", input: { path: "src/auth/token.ts" } }] },
    { calls: [write("src/auth/token.ts", "export const token = 2;\n")] },
    { calls: [select("INT-001")] },
    { calls: [write("src/auth/token.ts", "export const token = 2;\n")] },
    { calls: [write("docs/tokens.md", "Tokens.\n")] },
    { calls: [write("docs/tokens.md", "Tokens.\n", { request_scope_expansion: expansion })] },
    { calls: [{ name: "attempt_completion", input: { result: "Done." } }] },
    { say: "Tokens are 2 now." },
  ],
  write: [{ calls: [select("INT-001")] }, { calls: [write("src/auth/new.ts", "1\n")] }, { say: "So be it." }],
  env: [{ calls: [select("INT-001")] }, { calls: [command("env")] }, { say: "That is all of it." }],
  forever: Array.from({ length: 30 }, () => ({ calls: [{ name: "list_intents", input: {} }] })),
};

describe.each(["anthropic", "openai"] as const)("a person runs the agent at a terminal (%s)", (wire) => {
  it("from the refusal to the completion, and is asked three times", async () => {
    const scene = await agentScene({ scripts, wire, chunkBytes: 3 });
    const terminal = scene.runsAtTerminal(["SCRIPT:seed move to tokens"]);
    await terminal.sees("INTENT_REQUIRED");
    await terminal.sees("works under INT-001");
    await terminal.sees("+export const token = 2;");
    await terminal.sees("Your answer:");
    terminal.type("a\n");
    await terminal.sees("SCOPE_VIOLATION");
    await terminal.sees("Approve Expansion");
    await terminal.sees("Your answer:");
    terminal.type("a\n");
    await terminal.sees("says that INT-001 is complete.");
    await terminal.sees("Your answer:");
    terminal.type("a\n");
    const { code, out } = await terminal.done;
    expect(code, out).toBe(0);
    expect(out).toContain("Tokens are 2 now.");
    expect(out).toContain("The intent is complete.");
    expect(scene.text("src/auth/token.ts")).toBe("export const token = 2;\n");
    expect(scene.text("docs/tokens.md")).toBe("Tokens.\n");
    const intents = scene.text(".orchestration/active_intents.yaml");
    expect(intents).toContain("docs/**");
    expect(intents).toContain("COMPLETE");
    const why = await run(scene, ["why", "docs/tokens.md:1", "--json"]);
    expect(why.out).toContain("INT-001");
    expect(why.out).toContain(`${wire}/scripted`);
  });
});

describe("without a terminal", () => {
  it("nobody is asked: the call is denied with a request that stays open, and passes once it was approved", async () => {
    const scene = await agentScene({ scripts });
    const first = await scene.tells(["SCRIPT:write go"]);
    expect(first.code).toBe(0);
    expect(outcomes(first.events)).toEqual(["select_active_intent ok", "write_to_file NO_ANSWER"]);
    const blocked = first.events.find((one) => one.type === "tool_blocked");
    const refusal = blocked?.refusal as { meta: { request_id: string } } | undefined;
    const yes = atTerminal(scene, ["approvals", "approve", refusal?.meta.request_id ?? ""]);
    expect((await yes.done).code, yes.shown()).toBe(0);
    // Another task is another session: what was approved for one is not the other's.
    const second = await scene.tells(["SCRIPT:write go"]);
    expect(outcomes(second.events)[1]).toBe("write_to_file NO_ANSWER");
    expect(scene.has("src/auth/new.ts")).toBe(false);
  });

  it("tells every event as one line of JSON and nothing else on standard output", async () => {
    const scene = await agentScene({ scripts, policy: "approval: { mode: balanced }\n" });
    const { code, out } = await scene.runs(["SCRIPT:write go", "--intent", "INT-001", "--json"]);
    expect(code).toBe(0);
    const events = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: "started", intent: "INT-001", model: "anthropic/scripted" });
    expect(events.at(-1)).toMatchObject({ type: "ended", reason: "done" });
    expect(scene.text("src/auth/new.ts")).toBe("1\n");
  });

  it("ends when a budget is used up, with an exit code that says so", async () => {
    const scene = await agentScene({ scripts });
    const { code, events } = await scene.tells(["SCRIPT:forever go", "--max-turns", "3"]);
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "ended", reason: "turns" });
    const tokens = await scene.tells(["SCRIPT:forever go", "--max-tokens", "2000"]);
    expect(tokens.events.at(-1)).toMatchObject({ reason: "tokens" });
  });

  it("is plain text without any colour or cursor movement", async () => {
    const scene = await agentScene({ scripts });
    const { out } = await scene.runs(["SCRIPT:forever go", "--max-turns", "2"], { NO_COLOR: "" });
    expect(out).toContain("list_intents");
    expect(out).not.toContain("\u001b");
    for (const line of out.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
  });
});

describe("keys", () => {
  it("reach the provider and nothing else: no command, no file", async () => {
    const scene = await agentScene({ scripts, policy: "commands:\n  - run: env\n" });
    const { events } = await scene.tells([`SCRIPT:env my key is ${KEY}`]);
    expect(outcomes(events)).toEqual(["select_active_intent ok", "execute_command ok"]);
    expect(scene.model.requests[0]?.headers["x-api-key"]).toBe(KEY);
    const last = JSON.stringify(scene.model.requests.at(-1)?.body);
    expect(last).toContain("HOME=");
    expect(last).not.toContain("ANTHROPIC_API_KEY");
    const below = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    const holding = below(dirname(scene.repo)).filter((file) => readFileSync(file).includes(KEY));
    expect(holding).toEqual([]);
  });
});

describe("what a process shows of itself", () => {
  const below = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it("is not read for the asking: the agent's own environment is no safe thing to look at", async () => {
    const looks = [
      command("cat /proc/$PPID/environ"),
      command("cat /proc/[0-9]*/environ"),
      command("ps eww"),
      { name: "read_file", input: { path: "/proc/self/environ" } },
      { name: "search_files", input: { path: "/proc", regex: "API_KEY" } },
    ];
    const scene = await agentScene({ scripts: { look: [{ calls: looks }, { say: "No." }] } });
    const { events } = await scene.tells(["SCRIPT:look go"]);
    expect(outcomes(events)).toHaveLength(looks.length);
    for (const outcome of outcomes(events)) expect(outcome).not.toMatch(/ ok$| failed$/);
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  it("reaches neither the model nor a file, even where a command that may run reads it", async () => {
    const leak = `import { readdirSync, readFileSync } from "node:fs";
for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) {
  try {
    const found = readFileSync("/proc/" + pid + "/environ", "utf8").split("\\0").filter((one) => one.includes("API_KEY"));
    if (found.length > 0) console.log("found " + found.join(" "));
  } catch { continue; }
}
`;
    const scene = await agentScene({
      scripts: { leak: [{ calls: [select("INT-001")] }, { calls: [command("node leak.mjs")] }, { say: "So." }] },
      files: { "leak.mjs": leak },
      policy: "approval: { mode: balanced }\ncommands:\n  - run: node leak.mjs\n",
    });
    const { events } = await scene.tells(["SCRIPT:leak go"]);
    expect(outcomes(events)).toEqual(["select_active_intent ok", "execute_command ok"]);
    const last = JSON.stringify(scene.model.requests.at(-1)?.body);
    expect(last).toContain("found ANTHROPIC_API_KEY=[redacted]");
    expect(last).not.toContain(KEY);
    expect(JSON.stringify(events)).not.toContain(KEY);
    expect(below(dirname(scene.repo)).filter((file) => readFileSync(file).includes(KEY))).toEqual([]);
  });
});

describe("the file of MCP servers", () => {
  it("names variables that no command sees, and whose values the model does not read", async () => {
    const scene = await agentScene({
      scripts: {
        env: [{ calls: [select("INT-001")] }, { calls: [command("env"), command("cat note")] }, { say: "So." }],
      },
      files: { note: "it is gh-story-secret\n" },
      policy: "approval: { mode: balanced }\ncommands:\n  - run: env\n",
    });
    const gone = { command: "/nonexistent/server", env: { GITHUB_TOKEN: `\${STORY_GH}`, WHERE: `\${HOME}` } };
    scene.put("mcp.json", JSON.stringify({ mcpServers: { gone } }));
    const { out } = await scene.runs(["SCRIPT:env go", "--mcp", "mcp.json", "--json"], { STORY_GH: "gh-story-secret" });
    const last = JSON.stringify(scene.model.requests.at(-1)?.body);
    expect(last).toContain("HOME=/");
    expect(last).toContain("it is [redacted]");
    for (const text of [last, out]) {
      expect(text).not.toContain("gh-story-secret");
      expect(text).not.toContain("STORY_GH");
    }
  });

  it("sends no key to another machine unencrypted", async () => {
    const scene = await agentScene({ scripts });
    const web = { url: "http://mcp.example/mcp", headers: { Authorization: `Bearer \${STORY_GH}` } };
    scene.put("mcp.json", JSON.stringify({ mcpServers: { web } }));
    const ran = await scene.runs(["SCRIPT:write go", "--mcp", "mcp.json"], { STORY_GH: "gh-story-secret" });
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("sent to mcp.example unencrypted")]);
    expect(scene.model.requests).toEqual([]);
  });
});

describe("tools that change things", () => {
  it("are hidden until there is an intent, or shown and refused all the same", async () => {
    const scene = await agentScene({
      scripts: { write: [{ calls: [write("src/auth/x.ts", "1\n")] }, { say: "No." }] },
    });
    await scene.tells(["SCRIPT:write go"]);
    expect(scene.model.requests[0]?.tools).not.toContain("write_to_file");
    const { events } = await scene.tells(["SCRIPT:write go", "--show-all-tools"]);
    expect(scene.model.requests[2]?.tools).toContain("write_to_file");
    expect(outcomes(events)).toEqual(["write_to_file INTENT_REQUIRED"]);
    expect(scene.has("src/auth/x.ts")).toBe(false);
  });
});

describe("transcripts", () => {
  it("can be listed and read, and are the person's alone", async () => {
    const scene = await agentScene({ scripts });
    const { events } = await scene.tells(["SCRIPT:write go"]);
    const task = String(events[0]?.task);
    const listed = jsonOf<{ id: string; prompt: string }[]>(await run(scene, ["run", "--transcript", "--json"]));
    expect(listed.map((one) => [one.id, one.prompt])).toEqual([[task, "SCRIPT:write go"]]);
    const shown = await run(scene, ["run", "--transcript", task.slice(0, 12)]);
    expect(shown.out).toContain("NO_ANSWER");
    expect(shown.out).toContain("So be it.");
    const folder = join(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots");
    const [file] = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(`${task}.jsonl`));
    expect(statSync(join(folder, String(file))).mode & 0o777).toBe(0o600);
    const missing = await run(scene, ["run", "--transcript", "agent-none"]);
    expect(missing.code).toBe(1);
    expect(missing.err).toContain("there is no transcript");
  });
});

describe("what cannot be run", () => {
  it.each<[string, string[], number, string]>([
    ["no prompt", ["run"], 64, "say what is to be done"],
    ["no model", ["run", "do it"], 64, "intentgate run --demo"],
    ["a provider nobody knows", ["run", "do it", "--model", "acme/x"], 64, "names no provider"],
    ["a missing key", ["run", "do it", "--model", "openai/x"], 1, "OPENAI_API_KEY"],
    ["a turn count that is none", ["run", "x", "--max-turns", "many"], 64, "whole number"],
    ["a token count of nothing", ["run", "x", "--max-tokens", "0"], 64, "whole number"],
    ["an option nobody knows", ["run", "x", "--yes"], 64, "--yes"],
    ["an intent that is none", ["run", "x", "--model", "ollama/x", "--intent", "INT-9"], 1, "There is no intent INT-9"],
    ["a missing file of servers", ["run", "x", "--model", "ollama/x", "--mcp", "none.json"], 1, "no such file"],
    ["a prompt for the demo", ["run", "x", "--demo"], 64, "prompt of its own"],
  ])("%s is refused with a remedy", async (_what, words, code, said) => {
    const scene = makeHookScene();
    const ran = await run(scene, words);
    expect(ran.code, ran.out + ran.err).toBe(code);
    expect(ran.err).toContain(said);
  });

  it("nothing runs in a folder without a sidecar", async () => {
    const scene = await agentScene({ scripts, intents: null, policy: undefined });
    const ran = await scene.runs(["SCRIPT:write go"]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("intentgate init");
    expect(scene.model.requests).toEqual([]);
  });

  it("an agent may not start another one, by its shell or by a program that it may run", async () => {
    const direct = command(`node ${binary} run SCRIPT:write --model ollama/x`);
    const inner = `import { spawnSync } from "node:child_process";
const ran = spawnSync(process.execPath, [${JSON.stringify(binary)}, "run", "x", "--model", "ollama/x"], { encoding: "utf8" });
console.log(ran.status, ran.stderr);
`;
    const scene = await agentScene({
      scripts: {
        nested: [{ calls: [select("INT-001")] }, { calls: [direct, command("node inner.mjs")] }, { say: "No." }],
      },
      files: { "inner.mjs": inner },
      policy: "approval: { mode: balanced }\ncommands:\n  - run: node inner.mjs\n",
    });
    const { events } = await scene.tells(["SCRIPT:nested go"]);
    expect(outcomes(events)).toEqual(["select_active_intent ok", "execute_command CONTROL_FILE", "execute_command ok"]);
    expect(JSON.stringify(events)).toMatch(/"stdout":"2 NOT_ALLOWED/);
  });
});

describe("the demo", () => {
  it("plays the whole story offline and ends by itself", async () => {
    const scene = makeHookScene();
    const { code, out } = await run(scene, ["run", "--demo"]);
    expect(code, out).toBe(0);
    const order = [
      "INTENT_REQUIRED",
      "works under INT-001",
      "SCOPE_VIOLATION",
      "to the scope of INT-001",
      "exit code 0",
      "✔ The intent is complete.",
    ];
    let from = 0;
    for (const text of order) {
      const at = out.indexOf(text, from);
      expect(at, `${text} in\n${out}`).toBeGreaterThanOrEqual(from);
      from = at;
    }
  });

  it("is offered to who has no model, and a no is a no", async () => {
    const scene = makeHookScene();
    const terminal = atTerminal(scene, ["run", "write me a shop"]);
    await terminal.sees("No model is configured, so nobody has read your prompt");
    await terminal.sees("[y/N]");
    terminal.type("n\n");
    expect((await terminal.done).code).toBe(64);
  });
});
