import { readFileSync, statSync } from "node:fs";
import type { Scripts } from "@intentgate/scripted-model";
import { describe, expect, it } from "vitest";
import {
  KEY,
  modelAt,
  outcomes,
  person,
  plant,
  play,
  serve,
  type Wire,
} from "../../../../test/support/agent/agent-stage.ts";

const write = (path: string, content: string, more: object = {}) => ({
  name: "write_to_file",
  input: { path, content, ...more },
});

const seedFlow: Scripts = {
  seed: [
    { say: "I look first. ✓", calls: [{ name: "read_file", input: { path: "src/auth/token.ts" } }] },
    { say: "I write.", calls: [write("src/auth/token.ts", "export const token = 2;\n")] },
    { calls: [{ name: "select_active_intent", input: { intent_id: "INT-001" } }] },
    { calls: [write("src/auth/token.ts", "export const token = 2;\n")] },
    { calls: [write("src/payments/new.ts", "export const paid = true;\n")] },
    {
      calls: [
        write("src/payments/new.ts", "export const paid = true;\n", {
          request_scope_expansion: { additional_globs: ["src/payments/**"], reason: "The client sends the token." },
        }),
      ],
    },
    { calls: [{ name: "attempt_completion", input: { result: "Tokens are 2 now." } }] },
    { say: "Done: tokens are 2 now." },
  ],
};

describe.each<Wire>(["anthropic", "openai", "google"])("the whole flow of the seeds over the wire of %s", (wire) => {
  it.each([3, 7])("in pieces of %i bytes", async (chunkBytes) => {
    const place = plant();
    const server = await serve(seedFlow, { chunkBytes });
    const { ask, asked } = person("once");
    const { model, name, secrets } = await modelAt(server.url, wire);
    const played = await play({ workspace: place.open(ask), model, modelName: name, secrets }, "SCRIPT:seed please");
    expect(outcomes(played.events)).toEqual([
      "read_file ok",
      "write_to_file INTENT_REQUIRED",
      "select_active_intent ok",
      "write_to_file ok",
      "write_to_file SCOPE_VIOLATION",
      "write_to_file ok",
      "attempt_completion ok",
    ]);
    expect(played.end.reason).toBe("completed");
    expect(place.read("src/auth/token.ts")).toBe("export const token = 2;\n");
    expect(place.read("src/payments/new.ts")).toBe("export const paid = true;\n");
    expect(place.read(".orchestration/active_intents.yaml")).toMatch(/id: INT-001[\s\S]*?status: COMPLETE/);
    const ledger = place
      .read(".orchestration/agent_trace.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(ledger.map((one) => [one.intent_id, one.files[0].relative_path])).toEqual([
      ["INT-001", "src/auth/token.ts"],
      ["INT-001", "src/payments/new.ts"],
    ]);
    expect(ledger[0].files[0].conversations[0].contributor.model_identifier).toBe(`${wire}/scripted`);
    // Strict: both writes and the completion were a person's to allow; the refused ones never got that far.
    expect(asked.map((one) => one.tool)).toEqual(["write_to_file", "write_to_file", "attempt_completion"]);
    const texts = played.of("text_delta").map((one) => one.text);
    expect(texts.join("")).toContain("I look first. ✓I write.");
  });
});

describe("what the model is shown", () => {
  it("hides tools that change things until an intent is active, and tells what changed on the next turn", async () => {
    const place = plant();
    const server = await serve(seedFlow);
    const { model } = await modelAt(server.url, "openai");
    await play({ workspace: place.open(person("once").ask), model }, "SCRIPT:seed go");
    const [first, , , afterSelect, afterWrite] = server.requests;
    expect(first?.tools).not.toContain("write_to_file");
    expect(first?.tools).not.toContain("execute_command");
    expect(first?.tools).toEqual(expect.arrayContaining(["read_file", "select_active_intent", "list_intents"]));
    expect(first?.text).toContain("first select an intent; you cannot write before");
    expect(afterSelect?.tools).toEqual(expect.arrayContaining(["write_to_file", "execute_command"]));
    expect(afterSelect?.text).toContain("You are currently working on Intent: INT-001");
    expect(afterSelect?.text).not.toContain("first select an intent");
    const last = server.requests.at(-1);
    expect(afterWrite?.text).not.toContain("<recent_changes>\n- src/payments");
    expect(last?.text).toContain("<recent_changes>");
    expect(last?.text).toContain("src/auth/token.ts");
  });

  it("shows everything from the start where that is wanted, and refuses all the same", async () => {
    const place = plant();
    const server = await serve(seedFlow);
    const { model } = await modelAt(server.url, "openai");
    const options = { workspace: place.open(), model, hideUntilIntent: false, limits: { turns: 2 } };
    const { events } = await play(options, "SCRIPT:seed go");
    expect(server.requests[0]?.tools).toContain("write_to_file");
    expect(outcomes(events)).toEqual(["read_file ok", "write_to_file INTENT_REQUIRED"]);
  });
});

describe("calls that are none", () => {
  const scripts: Scripts = {
    broken: [
      { calls: [{ name: "write_to_file", input: {}, raw: '{"path":"src/auth/a.ts","content":"x' }] },
      { calls: [{ name: "read_file", input: {}, raw: '"src/auth/token.ts"' }] },
      { calls: [{ name: "format_disk", input: { disk: "/dev/sda" } }] },
      { say: "I give up." },
    ],
    parallel: [
      { calls: [{ name: "select_active_intent", input: { intent_id: "INT-001" } }] },
      {
        calls: [
          write("src/auth/one.ts", "1\n"),
          write("src/payments/two.ts", "2\n"),
          { name: "read_file", input: { path: "src/auth/one.ts" } },
          { name: "frobnicate", input: {} },
          write("src/auth/three.ts", "3\n"),
        ],
      },
      { say: "All in order." },
    ],
  };

  it.each<Wire>(["anthropic", "openai"])("come back as errors and are never decided (%s)", async (wire) => {
    const place = plant();
    const server = await serve(scripts, { chunkBytes: 1 });
    const { model } = await modelAt(server.url, wire);
    const played = await play({ workspace: place.open(), model }, "SCRIPT:broken go");
    expect(outcomes(played.events)).toEqual([
      "write_to_file BAD_INPUT",
      "read_file BAD_INPUT",
      "format_disk UNKNOWN_TOOL",
    ]);
    expect(played.of("decision")).toEqual([]);
    expect(played.end.reason).toBe("done");
    expect(server.requests[1]?.text).toContain("is not a JSON object");
    expect(server.requests.at(-1)?.text).toContain("UNKNOWN_TOOL");
  });

  it.each<Wire>(["anthropic", "openai"])(
    "stand between parallel calls, each decided once and in order (%s)",
    async (wire) => {
      const place = plant();
      const server = await serve(scripts, { chunkBytes: 3 });
      const { model } = await modelAt(server.url, wire);
      const { asked, ask } = person("once");
      const played = await play({ workspace: place.open(ask), model }, "SCRIPT:parallel go");
      expect(outcomes(played.events)).toEqual([
        "select_active_intent ok",
        "write_to_file ok",
        "write_to_file SCOPE_VIOLATION",
        "read_file ok",
        "frobnicate UNKNOWN_TOOL",
        "write_to_file ok",
      ]);
      expect(played.of("decision").map((one) => one.decision)).toEqual(["allow", "allow", "deny", "allow", "allow"]);
      expect(asked).toHaveLength(2);
      expect(new Set(played.of("tool_call").map((one) => one.call)).size).toBe(6);
    },
  );
});

describe("what is sent back to a provider", () => {
  const odd = [{ say: " \n", calls: [{ name: "bad tool!\u0007", input: {} }] }, { say: "Sorry." }];

  it("holds only names and texts that it takes, and marks what it need not read again", async () => {
    const place = plant();
    const server = await serve({ odd });
    const { model } = await modelAt(server.url, "anthropic");
    const { end } = await play({ workspace: place.open(), model }, "SCRIPT:odd go");
    expect(end.reason).toBe("done");
    const body = server.requests.at(-1)?.body as {
      system: object[];
      max_tokens: number;
      messages: { content: Block[] }[];
    };
    const blocks = body.messages.flatMap((one) => one.content);
    for (const block of blocks) {
      if (block.type === "tool_use") expect(block.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      if (block.type === "text") expect(block.text?.trim()).not.toBe("");
    }
    expect(JSON.stringify(body.system)).toContain("ephemeral");
    expect(blocks.at(-1)?.cache_control).toEqual({ type: "ephemeral" });
    expect(body.max_tokens).toBeGreaterThan(10_000);
  });
});

interface Block {
  type: string;
  name?: string;
  text?: string;
  cache_control?: object;
}

describe("a person's no", () => {
  const scripts: Scripts = {
    write: [
      { calls: [{ name: "select_active_intent", input: { intent_id: "INT-001" } }] },
      { calls: [write("src/auth/new.ts", "1\n")] },
      { say: "Then not." },
    ],
  };

  it("reaches the model with its reason", async () => {
    const place = plant();
    const server = await serve(scripts);
    const { model } = await modelAt(server.url, "anthropic");
    const { ask } = person("reject", "not on a Friday");
    const played = await play({ workspace: place.open(ask), model }, "SCRIPT:write go");
    expect(outcomes(played.events)).toEqual(["select_active_intent ok", "write_to_file HITL_REJECT"]);
    expect(server.requests.at(-1)?.text).toContain("not on a Friday");
    expect(played.of("approval_waiting")).toHaveLength(1);
    expect(played.of("approval_answered").map((one) => one.answer)).toEqual(["rejected"]);
  });

  it("is what comes of nobody being there, with the id of the request that stays open", async () => {
    const place = plant();
    const server = await serve(scripts);
    const { model } = await modelAt(server.url, "anthropic");
    const opened = place.open(null);
    const played = await play({ workspace: opened, model }, "SCRIPT:write go");
    expect(outcomes(played.events)).toEqual(["select_active_intent ok", "write_to_file NO_ANSWER"]);
    const [open] = opened.workspace.home.store.approvals.list();
    expect(played.of("tool_blocked")[0]?.refusal.meta).toMatchObject({ request_id: open?.id });
  });

  it("can come from the inbox while the task waits", async () => {
    const place = plant();
    const server = await serve(scripts);
    const { model } = await modelAt(server.url, "anthropic");
    const opened = place.open(null);
    const { approvals } = opened.workspace.home.store;
    const watch = approvals.watch();
    const played = await play({ workspace: opened, model }, "SCRIPT:write go", (task) => {
      task.listen((event) => {
        if (event.type !== "approval_waiting") return;
        const said = { by: "ann", at: new Date().toISOString() };
        approvals.answer(event.approval.id, { answer: "once", ...said });
      });
    });
    watch.stop();
    expect(outcomes(played.events)).toEqual(["select_active_intent ok", "write_to_file ok"]);
  });
});

describe("the transcript", () => {
  it("keeps the whole task, privately and without the key", async () => {
    const place = plant();
    const scripts: Scripts = {
      leak: [{ say: `my key is ${KEY}`, calls: [{ name: "read_file", input: { path: KEY } }] }],
    };
    const server = await serve(scripts);
    const { model, secrets } = await modelAt(server.url, "openai");
    const played = await play({ workspace: place.open(), model, secrets }, `SCRIPT:leak ${KEY}`);
    const { transcript } = played.task;
    const text = readFileSync(transcript ?? "", "utf8");
    expect(statSync(transcript ?? "").mode & 0o777).toBe(0o600);
    expect(text).not.toContain(KEY);
    const kinds = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(kinds).toEqual(expect.arrayContaining(["started", "text", "tool_call", "tool_result", "usage", "ended"]));
    expect(JSON.stringify(played.events.filter((one) => one.type !== "text_delta"))).not.toContain(KEY);
    expect(place.read(".orchestration/decisions.jsonl")).not.toContain(KEY);
  });
});
