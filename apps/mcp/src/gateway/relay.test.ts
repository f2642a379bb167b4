import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  connectGateway,
  filesystemServer,
  gateway,
  ledger,
  type Raw,
} from "../../../../test/support/mcp/gateway-stage.ts";
import { call, type Planted, persons, plant } from "../../../../test/support/mcp/server-stage.ts";
import { behind, callOf, files, opened, opening, policy, said } from "../../../../test/support/mcp/strange-stage.ts";

describe("what passes untouched", () => {
  it("keeps what the server says of itself, and adds a word on the gate", async () => {
    const started = gateway(plant({ files, policy }), behind());
    started.write(opening());
    const { result } = await started.until((message) => message.id === 0);
    expect(result).toMatchObject({
      protocolVersion: "2025-11-25",
      serverInfo: { name: "strange", version: "1", extra: "kept" },
      capabilities: { experimental: { own: { kept: true } }, logging: {} },
    });
    expect(result.instructions).toMatch(/^I am strange\.\n\nNo change without an intent/);
  });

  it.each([7, "seven", "intentgate-1", -1])(
    "keeps the id %j, methods nobody knows, and the server's very line",
    async (id) => {
      const started = await opened(plant({ files, policy }));
      const params = { _meta: { trace: "t", nested: { deep: [1, null] } }, "odd key": true };
      started.write({ jsonrpc: "2.0", id, method: "own/method", params });
      const answer = await started.until((message) => message.id === id);
      expect(answer.result).toEqual({ ...params, answered: 1 });
    },
  );

  it("keeps errors with their data, and notifications both ways", async () => {
    const started = await opened(plant({ files, policy }));
    started.write({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "nobody://x" } });
    expect((await started.until((message) => message.id === 1)).error).toEqual({
      code: -32602,
      message: "not mine",
      data: { kept: [1, 2] },
    });
    started.write({ jsonrpc: "2.0", method: "notifications/tell", params: { a: 1 } });
    expect(await started.until((message) => message.method === "notifications/told")).toEqual({
      jsonrpc: "2.0",
      method: "notifications/told",
      params: { by: "strange", a: 1 },
    });
  });

  it("lets the server ask the client, whose answer reaches it", async () => {
    const client = await connectGateway(plant({ files, policy }), behind(), {
      options: { capabilities: { sampling: {}, elicitation: { form: {} } } },
      prepare(one) {
        one.setRequestHandler("sampling/createMessage", async () => ({
          role: "assistant",
          model: "m",
          content: { type: "text", text: "sampled" },
        }));
        one.setRequestHandler("elicitation/create", async () => ({ action: "decline" }));
      },
    });
    expect((await call(client, "sample")).json).toMatchObject({ model: "m", content: { text: "sampled" } });
    expect((await call(client, "elicit")).json).toEqual({ action: "decline" });
  });

  it("passes progress on while a call runs, and its cancelling", async () => {
    const started = await opened(plant({ files, policy }));
    started.write(callOf(5, "slow", {}, { _meta: { progressToken: "p" } }));
    await started.until(
      (message) => message.method === "notifications/progress" && message.params.progressToken === "p",
    );
    started.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } });
    await expect.poll(() => started.errors()).toContain("was told that 5 is cancelled");
    started.write({ jsonrpc: "2.0", id: 6, method: "own/method", params: {} });
    await started.until((message) => message.id === 6);
  });

  it("lists the server's tools page by page with their hints, and ours after the last", async () => {
    const started = await opened(plant({ files, policy }));
    started.write({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const first = (await started.until((message) => message.id === 1)).result;
    expect(first.tools[0]).toMatchObject({ name: "look", annotations: { readOnlyHint: true } });
    expect(first.tools.map((tool: Raw) => tool.name)).not.toContain("list_intents");
    started.write({ jsonrpc: "2.0", id: 2, method: "tools/list", params: { cursor: first.nextCursor } });
    const second = (await started.until((message) => message.id === 2)).result.tools;
    expect(second.map((tool: Raw) => tool.name)).toEqual(expect.arrayContaining(["hidden", "list_intents"]));
    expect(second.find((tool: Raw) => tool.name === "select_active_intent").inputSchema.required).toEqual([
      "intent_id",
    ]);
  });

  it("hands a call on with all that came with it", async () => {
    const started = await opened(plant({ files, policy }));
    started.write(callOf("x", "look", { deep: { a: [1] } }, { _meta: { progressToken: 3, own: "kept" } }));
    expect(said(await started.until((message) => message.id === "x"))).toEqual({
      name: "strange",
      input: { deep: { a: [1] } },
      _meta: { progressToken: 3, own: "kept" },
    });
  });
});

describe("what does not get past", () => {
  it("a tool that nobody declared, whatever its hints say", async () => {
    const planted = plant({ files });
    const client = await connectGateway(planted, behind());
    const target = join(planted.root, "src/new.ts");
    expect((await call(client, "look")).json.code).toBe("INTENT_REQUIRED");
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    expect((await call(client, "look")).json.code).toBe("NO_ANSWER");
    expect((await call(client, "write", { path: target })).json.code).toBe("NO_ANSWER");
    expect((await call(client, "no_such_tool", { path: target })).isError).toBe(true);
    expect(existsSync(target)).toBe(false);
  });

  it("a server's tool that is called like ours: ours is run, theirs has another name and is unknown", async () => {
    const client = await connectGateway(plant({ files, policy }), behind());
    expect((await call(client, "select_active_intent", { intent_id: "INT-001" })).json.success).toBe(true);
    const theirs = await call(client, "strange__select_active_intent", { intent_id: "INT-002" });
    expect(theirs.json.code).toBe("NO_ANSWER");
  });

  it.each<[string, string]>([
    ["a method in another case", '{"jsonrpc":"2.0","id":9,"method":"ping","METHOD":"tools/call","params":{}}'],
    ["params in another case", '{"jsonrpc":"2.0","id":9,"method":"ping","Params":{}}'],
    [
      "a name in another case",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","Name":"write"}}',
    ],
    [
      "arguments in another case",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","ARGUMENTS":{}}}',
    ],
    [
      "arguments that are a list",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","arguments":[]}}',
    ],
    [
      "arguments with a long s, which is an s to some readers",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","arguments":{},"argument\u017f":{}}}',
    ],
    ["params with a long s", '{"jsonrpc":"2.0","id":9,"method":"own/method","param\u017f":{}}'],
    [
      "a task in another case",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","Task":{"ttl":1}}}',
    ],
    [
      "an argument beside one in another case",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","arguments":{"path":"src/a.ts","Path":"README.md"}}}',
    ],
    [
      "an argument beside one with the sign for kelvin",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","arguments":{"key":1,"\u212aey":2}}}',
    ],
    [
      "two spellings of an argument deep inside",
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"look","arguments":{"files":[{"path":"a","PATH":"b"}]}}}',
    ],
    ["a call without a name", '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}'],
    ["no JSON-RPC", '{"id":9,"method":"tools/call","params":{"name":"write"}}'],
    [
      "an id that no number keeps",
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/call","params":{"name":"look"}}',
    ],
    ["no JSON", "{"],
    ["an empty batch", "[]"],
  ])("%s", async (_name, line) => {
    const planted = plant({ files, policy });
    const seen = join(planted.folder, "tmp", "seen");
    const started = await opened(planted, behind(seen));
    started.child.stdin?.write(`${line}\n`);
    expect((await started.until((message) => message.error !== undefined)).error.code).toBeLessThan(-32599);
    started.write({ jsonrpc: "2.0", id: "last", method: "own/method" });
    await started.until((message) => message.id === "last");
    const received = readFileSync(seen, "utf8")
      .trim()
      .split("\n")
      .map((one) => JSON.parse(one).method);
    expect(received).toEqual(["initialize", "notifications/initialized", "own/method"]);
  });

  it("of two keys of the same name, one: the server gets what was decided on", async () => {
    const planted = plant({ files, policy });
    const seen = join(planted.folder, "tmp", "seen");
    const started = await opened(planted, behind(seen));
    started.child.stdin?.write(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","name":"look","arguments":{"path":"README.md"},"arguments":{"a":1}}}\n',
    );
    expect(said(await started.until((message) => message.id === 1)).input).toEqual({ a: 1 });
    expect(readFileSync(seen, "utf8")).not.toContain("README.md");
  });

  it.each([
    "Tools/Call",
    "TOOLS/CALL",
    "tools/Call",
    "tools//call",
    "tools.call",
    "toolsCall",
    "/tools/call/",
    " tools/call",
    "tools/call\n",
    "tools/ca\u200bll",
    "tools\u2215call",
    "ｔools/call",
    "Initialize",
    "",
  ])("a method that is spelled almost like one of the protocol's: %j", async (method) => {
    const planted = plant({ files, policy });
    const seen = join(planted.folder, "tmp", "seen");
    const started = await opened(planted, behind(seen));
    const params = { name: "write", arguments: { path: "README.md" } };
    started.write({ jsonrpc: "2.0", id: "twin", method, params });
    const answer = await started.until((message) => message.id === "twin");
    expect(answer.error).toMatchObject({ code: -32601 });
    expect(readFileSync(seen, "utf8")).not.toContain("twin");
    expect(readFileSync(join(planted.root, "README.md"), "utf8")).toBe(files["README.md"]);
  });

  it.each([
    ["tools/call", { name: "write", arguments: { path: "README.md" } }],
    ["tools/call", [{ name: "write" }]],
    ["Tools/Call", { name: "write", arguments: { path: "README.md" } }],
    ["resources/read", { uri: "strange://one" }],
    ["own/method", {}],
  ])("a request without an id: %s", async (method, params) => {
    const planted = plant({ files, policy });
    const seen = join(planted.folder, "tmp", "seen");
    const started = await opened(planted, behind(seen));
    started.write({ jsonrpc: "2.0", method, params });
    started.write([{ jsonrpc: "2.0", method, params }]);
    started.write({ jsonrpc: "2.0", id: "last", method: "resources/list" });
    await started.until((message) => message.id === "last");
    expect(readFileSync(seen, "utf8")).not.toContain(method);
    expect(readFileSync(join(planted.root, "README.md"), "utf8")).toBe(files["README.md"]);
  });

  it("a change that would go on after its answer", async () => {
    const planted = plant({ files, policy });
    const started = await opened(planted);
    started.write(callOf(1, "select_active_intent", { intent_id: "INT-001" }));
    await started.until((message) => message.id === 1);
    started.write(callOf(2, "write", { path: join(planted.root, "src/new.ts") }, { task: { ttl: 1000 } }));
    expect(JSON.stringify(await started.until((message) => message.id === 2))).toContain("as a task");
    expect(existsSync(join(planted.root, "src/new.ts"))).toBe(false);
  });

  it("an id that is in use", async () => {
    const started = await opened(plant({ files, policy }));
    started.write(callOf(5, "slow"));
    started.write({ jsonrpc: "2.0", id: 5, method: "own/method" });
    expect((await started.until((message) => message.id === 5)).error.message).toContain("in use");
  });
});

describe("what a server really does", () => {
  it("a declared write is recorded, and what it wrote besides is a violation that the model hears of", async () => {
    const planted = plant({ files, policy });
    const client = await connectGateway(planted, behind());
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    const path = join(planted.root, "src/new.ts");
    expect((await call(client, "write", { path })).json).toEqual({ written: path });
    const result = await client.callTool({
      name: "write",
      arguments: { path: join(planted.root, "src/other.ts"), also: join(planted.root, "sneaked.txt") },
    });
    const texts = (result.content as { text: string }[]).map(({ text }) => text);
    expect(texts[1]).toMatch(/hook_warning.*sneaked\.txt/s);
    const records = ledger(planted);
    expect(records[0]).toMatchObject({ intent_id: "INT-001", decision: { tool: "mcp.strange.write" } });
    const unknown = records.flatMap((one: Raw) => one.files).find((file: Raw) => file.relative_path === "sneaked.txt");
    expect(unknown.conversations[0].contributor.entity_type).toBe("UNKNOWN");
  });

  it("a declared write outside the scope does not run", async () => {
    const planted = plant({ files, policy });
    const client = await connectGateway(planted, behind());
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    const path = join(planted.root, "README.md");
    expect((await call(client, "write", { path })).json.code).toBe("SCOPE_VIOLATION");
    expect(readFileSync(path, "utf8")).toBe("read me\n");
  });

  it("a tool's own failure stays its own", async () => {
    const client = await connectGateway(plant({ files, policy }), behind());
    expect(await call(client, "fail")).toMatchObject({ isError: true, json: { failed: true } });
  });

  it("a server that crashes leaves errors that say so, and the gate's own tools", async () => {
    const started = await opened(plant({ files, policy }));
    expect(started.errors()).toContain("strange is up");
    started.write(callOf(1, "crash"));
    expect(JSON.stringify(await started.until((message) => message.id === 1))).toContain("ended with exit code 7");
    started.write(callOf(2, "look"));
    expect(JSON.stringify(await started.until((message) => message.id === 2))).toContain("ended with exit code 7");
    started.write(callOf(3, "list_intents"));
    expect(said(await started.until((message) => message.id === 3)).intents).toHaveLength(2);
  });

  it.each([
    ["/no/such/program", "could not be started"],
    [process.execPath, "ended with exit code"],
  ])("a server that cannot be started (%s) is said to be so", async (program, why) => {
    const started = gateway(plant({ files }), ["--name", "x", "--", program, "/no/such/file.js"]);
    started.write(opening());
    expect((await started.until((message) => message.id === 0)).error.message).toContain(why);
  });
});

describe("the person behind the client", () => {
  /** It is never kept: a person is asked. */
  const withKey = { ...files, "src/a.pem": "a key\n" };
  const moving = (planted: Planted) => ({
    source: join(planted.root, "src/a.pem"),
    destination: join(planted.root, "src/b.pem"),
  });

  it.each([
    ["once", true],
    ["reject", false],
  ] as const)("is asked by elicitation, and %s holds", async (answer, moves) => {
    const planted = plant({ files: withKey, policy: persons });
    const asked: string[] = [];
    const client = await connectGateway(planted, ["--", process.execPath, filesystemServer, planted.root], {
      options: { capabilities: { elicitation: { form: {} } } },
      prepare(one) {
        one.setRequestHandler("elicitation/create", async ({ params }) => {
          asked.push(params.message);
          return { action: "accept", content: { answer } };
        });
      },
    });
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    const result = await call(client, "move_file", moving(planted));
    expect(asked[0]).toContain("mcp__filesystem__move_file");
    expect(existsSync(join(planted.root, "src/b.pem"))).toBe(moves);
    if (moves) {
      await call(client, "list_intents");
      expect(ledger(planted)[0].files.map((file: Raw) => file.relative_path)).toContain("src/b.pem");
    } else expect(result.json.code).toBe("HITL_REJECT");
  });

  it("sees what a tool that nobody knows is called with, and that a declaration is for every later call", async () => {
    const planted = plant({ files, policy: persons });
    const asked: { message: string; answers: string }[] = [];
    const client = await connectGateway(planted, behind(), {
      options: { capabilities: { elicitation: { form: {} } } },
      prepare(one) {
        one.setRequestHandler("elicitation/create", async ({ params }) => {
          asked.push({ message: params.message, answers: JSON.stringify(params) });
          return { action: "accept", content: { answer: "reject" } };
        });
      },
    });
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    await call(client, "look", { sql: "COMMIT; DROP TABLE users; --", more: { deep: ["er"] } });
    expect(asked[0]?.message).toContain("sql = COMMIT; DROP TABLE users; --");
    expect(asked[0]?.message).toContain('more = {"deep":["er"]}');
    expect(asked[0]?.answers).toContain("every later call of it runs unasked");
  });

  it("where nobody can be asked, it is no", async () => {
    const planted = plant({ files: withKey });
    const client = await connectGateway(planted, ["--", process.execPath, filesystemServer, planted.root]);
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    expect((await call(client, "move_file", moving(planted))).json).toMatchObject({
      code: "NO_ANSWER",
      meta: { request_id: expect.any(String) },
    });
    expect(existsSync(join(planted.root, "src/b.pem"))).toBe(false);
  });
});
