import type { Scripts } from "@intentgate/scripted-model";
import { describe, expect, it } from "vitest";
import { modelAt, outcomes, person, plant, play, serve } from "../../../test/support/agent/agent-stage.ts";
import { until } from "../../../test/support/patience.ts";
import { type McpTools, mcpToolName } from "./mcp/mcp-tools.ts";
import { createScriptedModel } from "./models/scripted-model.ts";

const select = { name: "select_active_intent", input: { intent_id: "INT-001" } };
const scripts: Scripts = {
  write: [
    { calls: [select] },
    {
      calls: [
        { name: "write_to_file", input: { path: "src/auth/one.ts", content: "1\n" } },
        { name: "write_to_file", input: { path: "src/auth/two.ts", content: "2\n" } },
      ],
    },
    { say: "Done." },
  ],
};

describe("a task is stopped", () => {
  it("while the model says nothing", async () => {
    const place = plant();
    const server = await serve(scripts, { faults: [{ at: 1, kind: "silent" }] });
    const { model } = await modelAt(server.url, "anthropic");
    const played = await play({ workspace: place.open(), model }, "SCRIPT:write go", (task) => {
      task.listen((event) => {
        if (event.type === "turn" && event.turn === 2)
          void until(() => server.requests.length === 2).then(() => task.abort());
      });
    });
    expect(played.end.reason).toBe("aborted");
    expect(outcomes(played.events)).toEqual(["select_active_intent ok"]);
    expect(played.of("retry")).toEqual([]);
  });

  it("in the middle of an answer: the call that was on its way is never decided", async () => {
    const place = plant();
    const server = await serve({ long: [{ say: "word ".repeat(2_000), calls: [select] }] }, { chunkBytes: 7 });
    const { model } = await modelAt(server.url, "openai");
    const played = await play({ workspace: place.open(), model }, "SCRIPT:long go", (task) => {
      task.listen((event) => {
        if (event.type === "text_delta") task.abort();
      });
    });
    expect(played.end.reason).toBe("aborted");
    expect(played.of("decision")).toEqual([]);
    expect(played.of("tool_call")).toEqual([]);
  });

  it("while a person is asked: the question is taken back, and the calls after it are not run", async () => {
    const place = plant();
    const server = await serve(scripts);
    const { model } = await modelAt(server.url, "openai");
    const never = () => new Promise<null>(() => undefined);
    const played = await play({ workspace: place.open(never), model }, "SCRIPT:write go", (task) => {
      task.listen((event) => {
        if (event.type === "approval_waiting") task.abort();
      });
    });
    expect(played.end.reason).toBe("aborted");
    expect(outcomes(played.events)).toEqual([
      "select_active_intent ok",
      "write_to_file NO_ANSWER",
      "write_to_file NOT_RUN",
    ]);
    expect(() => place.read("src/auth/one.ts")).toThrow("ENOENT");
  });

  it("while the inbox is asked: nobody needs to answer for it any more", async () => {
    const place = plant();
    const server = await serve(scripts);
    const { model } = await modelAt(server.url, "openai");
    const opened = place.open(null);
    const { approvals } = opened.workspace.home.store;
    const watch = approvals.watch();
    const played = await play({ workspace: opened, model }, "SCRIPT:write go", (task) => {
      task.listen((event) => {
        if (event.type === "approval_waiting") task.abort();
      });
    });
    watch.stop();
    expect(played.end.reason).toBe("aborted");
    expect(outcomes(played.events)[1]).toBe("write_to_file HITL_REJECT");
    expect(approvals.list()).toEqual([]);
  });

  it("in the middle of a tool: the tool hears of it and what it did is recorded", async () => {
    const place = plant({ policy: "tools:\n  mcp.slow.work: { effect: run, paths_from: [] }\n" });
    let heard = false;
    let abort = () => {};
    const slow = { server: "slow", tool: "work", name: mcpToolName("slow", "work"), description: "", inputSchema: {} };
    const mcp: McpTools = {
      list: () => [slow],
      call: (_tool, _input, signal) =>
        new Promise((done) => {
          place.put("src/auth/left.ts", "half\n");
          signal.addEventListener("abort", () => {
            heard = true;
            done({ error: "stopped" });
          });
          abort();
        }),
      close: async () => undefined,
    };
    const plan = {
      name: "slow",
      next: ({ turns }: { turns: number }) => ({
        say: "",
        calls: turns === 0 ? [{ tool: select.name, input: select.input }] : [{ tool: slow.name, input: {} }],
      }),
    };
    const { ask } = person("once");
    const options = { workspace: place.open(ask), model: createScriptedModel(plan), mcp };
    const played = await play(options, "go", (task) => {
      abort = () => task.abort();
    });
    expect(played.end.reason).toBe("aborted");
    expect(heard).toBe(true);
    expect(outcomes(played.events)).toEqual(["select_active_intent ok", `${slow.name} failed`]);
    const [record] = place
      .read(".orchestration/agent_trace.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(record.decision.outcome).toBe("FAILED");
    expect(record.files[0].relative_path).toBe("src/auth/left.ts");
  });

  it("and can be given another prompt afterwards", async () => {
    const place = plant();
    const model = createScriptedModel({ name: "x", next: ({ prompt }) => ({ say: `heard: ${prompt}`, calls: [] }) });
    const { createTask } = await import("./task/task.ts");
    const task = createTask({ workspace: place.open(), model });
    const stop = task.listen((event) => event.type === "turn" && task.abort());
    expect((await task.run("one")).reason).toBe("aborted");
    stop();
    expect((await task.run("two")).reason).toBe("done");
    await task.close();
  });
});

describe("budgets", () => {
  const forever = createScriptedModel({
    name: "forever",
    next: () => ({ say: "", calls: [{ tool: "list_intents", input: {} }] }),
  });

  it("of turns end a task that would go on for ever", async () => {
    const { end, of } = await play({ workspace: plant().open(), model: forever, limits: { turns: 3 } }, "go");
    expect(end.reason).toBe("turns");
    expect(end.message).toContain("3 turns");
    expect(of("tool_result")).toHaveLength(3);
  });

  it("of tokens hold for a model that does not tell what it costs", async () => {
    const { end, of } = await play({ workspace: plant().open(), model: forever, limits: { tokens: 5_000 } }, "go");
    expect(end.reason).toBe("tokens");
    expect(of("usage").length).toBeGreaterThan(0);
    expect(of("usage").length).toBeLessThan(6);
  });
});
