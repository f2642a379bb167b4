import { spawn } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createNativeTools } from "@intentgate/tools";
import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { afterGroup, binary, call, connect, type Planted, plant } from "../../../test/support/mcp/server-stage.ts";
import { toolList } from "./tools/tool-list.ts";

const own = ["--own-session"];
const sessionsIn = ({ root }: Planted) => {
  try {
    return readdirSync(join(root, ".orchestration", "sessions"));
  } catch {
    return [];
  }
};

describe("what the server offers", () => {
  it("is exactly the tools, resources and prompts that are meant", async () => {
    const client = await connect(plant(), own);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "select_active_intent",
      "list_intents",
      "propose_intent",
      "request_scope_expansion",
      "record_lesson",
      "complete_intent",
      "why",
      "find_abilities",
      "ability_task_create",
      "ability_task_run",
      "find_documents",
    ]);
    for (const { inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
      const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
      expect(hints.map((hint) => typeof annotations?.[hint])).toEqual(Array(4).fill("boolean"));
      expect(description?.length).toBeGreaterThan(80);
    }
    const readOnly = tools.filter((tool) => tool.annotations?.readOnlyHint).map((tool) => tool.name);
    expect(readOnly).toEqual(["list_intents", "why", "find_abilities", "find_documents"]);
    expect((await client.listResources()).resources.map((one) => one.uri)).toEqual([
      "intentgate://intents",
      "intentgate://map",
      "intentgate://ledger",
      "intentgate://policy",
    ]);
    expect((await client.listPrompts()).prompts.map((one) => one.name)).toEqual(["start_work", "explain_line"]);
    expect(client.getInstructions()).toContain("No change without an intent");
  });

  it("has the native tools' own inputs, field by field", () => {
    const native = createNativeTools().definitions.filter((one) => one.kind === "gate");
    expect(native.length).toBe(6);
    for (const { name, aliases, jsonSchema } of native) {
      const tool = toolList.find((one) => one.name === name || aliases.includes(one.name));
      expect(tool?.input["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toEqual({
        ...jsonSchema,
        additionalProperties: false,
      });
    }
  });
});

describe("a client with a session of its own", () => {
  it.each(["legacy", "auto"] as const)("takes an intent, decided and logged like any call (%s)", async (mode) => {
    const planted = plant();
    const client = await connect(planted, own, { versionNegotiation: { mode } });
    expect((await call(client, "list_intents")).json).toMatchObject({ active: null, more: 0 });
    const taken = await call(client, "select_active_intent", { intent_id: "INT-001" });
    expect(taken.json).toMatchObject({ success: true, intent: { id: "INT-001", status: "IN_PROGRESS" } });
    expect(taken.json.context).toContain("<intent_context>");
    expect((await call(client, "list_intents")).json.active).toBe("INT-001");
    const { store } = planted.gate().home;
    const [session] = store.sessions.list();
    expect(session).toMatchObject({ host: "mcp", intent: { id: "INT-001", by: "agent" } });
    expect(session?.id).toMatch(/^mcp-/);
    const logged = store.decisions.newest(100).filter((row) => row.tool === "select_active_intent");
    expect(logged.map((row) => row.phase)).toEqual(expect.arrayContaining(["received", "pre", "done"]));
    await client.close();
    expect(planted.gate().home.store.sessions.list()[0]?.ended).toBe(true);
  });

  it("does not share its intent with another connection", async () => {
    const planted = plant();
    const [one, two] = [await connect(planted, own), await connect(planted, own)];
    await call(one, "select_active_intent", { intent_id: "INT-001" });
    expect((await call(two, "list_intents")).json.active).toBeNull();
    expect(await call(two, "complete_intent")).toMatchObject({ isError: true, json: { code: "INTENT_REQUIRED" } });
  });

  it("gets an error for a tool that is not there, and goes on", async () => {
    const client = await connect(plant(), own);
    for (const name of ["write_to_file", "execute_command", "constructor", "__proto__", ""])
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/not found|disabled/);
    expect((await call(client, "list_intents")).isError).toBe(false);
  });

  it("gets an id that nobody declared refused, with those that can be taken", async () => {
    const client = await connect(plant(), own);
    const answer = await call(client, "select_active_intent", { intent_id: "../../INT-001" });
    expect(answer).toMatchObject({ isError: true, json: { type: "tool_error", code: "INTENT_NOT_FOUND" } });
    expect(answer.json.meta).toMatchObject({ known_ids: ["INT-001", "INT-002"], remedy: expect.any(String) });
  });

  it("is told of a broken sidecar with its place and remedy, and served again once it is mended", async () => {
    const planted = plant({ intents: "active_intents:\n  - id: INT-001\n    owned_scop: [a]\n" });
    const client = await connect(planted, own);
    const broken = await call(client, "list_intents");
    expect(broken.isError).toBe(true);
    expect(broken.text).toContain("owned_scop");
    expect((await call(client, "select_active_intent", { intent_id: "INT-001" })).json.code).toBe("HOOK_ERROR");
    await expect(client.readResource({ uri: "intentgate://intents" })).rejects.toThrow(/owned_scop/);
    planted.put(".orchestration/active_intents.yaml", "active_intents: []\n");
    expect((await call(client, "list_intents")).json).toMatchObject({ intents: [] });
  });

  it("is told to run init where there is no sidecar at all, by every tool that needs one", async () => {
    const planted = plant({ intents: null, files: { "src/a.ts": "one\n" } });
    const client = await connect(planted, own);
    expect((await call(client, "list_intents")).text).toContain("intentgate init");
    expect((await call(client, "select_active_intent", { intent_id: "INT-001" })).text).toContain("intentgate init");
    await expect(client.readResource({ uri: "intentgate://policy" })).rejects.toThrow(/sidecar/);
    expect((await client.listTools()).tools.length).toBe(11);
  });

  it("sees hidden and turning characters spelled out", async () => {
    const name = "Sa\u202Efe \u001b[31mred";
    const intents = `active_intents:\n  - id: INT-001\n    name: ${JSON.stringify(name)}\n    status: PENDING\n    owned_scope: [a]\n`;
    const answer = await call(await connect(plant({ intents }), own), "list_intents");
    expect(answer.text).not.toMatch(/[\u202e\u001b]/u);
  });

  it("knows only the root it was opened for, whatever roots the client names", async () => {
    const [mine, other] = [plant(), plant({ intents: "active_intents: []\n" })];
    const client = await connect(mine, own, { capabilities: { roots: { listChanged: true } } }, (one) => {
      one.setRequestHandler("roots/list", async () => ({ roots: [{ uri: `file://${other.root}`, name: "other" }] }));
    });
    await client.sendRootsListChanged();
    expect((await call(client, "list_intents")).json.intents.length).toBe(2);
  });

  it("is not served at all below a program that an agent runs", async () => {
    const planted = plant();
    planted.gate().hosts.record(process.pid);
    for (const words of [["--own-session"], ["--http"]]) {
      const ended = await runRaw(planted, words, "");
      expect(ended).toMatchObject({ code: 2, out: "" });
      expect(ended.err).toContain("agent");
    }
    const client = await connect(planted, []);
    expect((await client.listTools()).tools.length).toBe(11);
  });
});

describe("an input that does not fit", () => {
  let around: Planted;
  let shared: Client;
  const ending = afterGroup();
  beforeAll(async () => {
    around = plant({ files: { "src/a.ts": "one\n" } }, ending);
    shared = await connect(around, own, {}, undefined, ending);
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ["no id", "select_active_intent", {}, "intent_id"],
    ["a number for an id", "select_active_intent", { intent_id: 5 }, "intent_id"],
    ["a list for an id", "select_active_intent", { intent_id: ["INT-001"] }, "intent_id"],
    ["an id beyond all length", "select_active_intent", { intent_id: "I".repeat(129) }, "128"],
    ["a field nobody knows", "select_active_intent", { intent_id: "INT-001", session: "s1" }, "session"],
    ["a field for a tool without any", "list_intents", { all: true }, "all"],
    ["a scope that is no list", "propose_intent", { name: "x", owned_scope: "src/**" }, "owned_scope"],
    ["no globs", "request_scope_expansion", { additional_globs: [], reason: "r" }, "additional_globs"],
    ["no reason", "request_scope_expansion", { additional_globs: ["a"] }, "reason"],
    ["an empty lesson", "record_lesson", { lesson: "" }, "lesson"],
    ["a lesson beyond all length", "record_lesson", { lesson: "x".repeat(2_001) }, "2000"],
    ["a line that is a text", "why", { file: "src/a.ts", line: "1" }, "line"],
    ["line zero", "why", { file: "src/a.ts", line: 0 }, "line"],
    ["half a line", "why", { file: "src/a.ts", line: 1.5 }, "line"],
    ["a file with a hidden end", "why", { file: "src/a.ts\u0000.png", line: 1 }, "file"],
    ["no question", "find_documents", { question: "" }, "question"],
    ["a stage nobody knows", "find_documents", { question: "x", stage: "later" }, "stage"],
    ["a prompt beyond all length", "find_abilities", { prompt: "x".repeat(4_001) }, "prompt"],
    ["an input that is a text", "ability_task_create", { ability: "a", input: "x", reason: "r" }, "input"],
    ["no key", "ability_task_run", {}, "task_key"],
    [
      "thousands of globs",
      "request_scope_expansion",
      { additional_globs: Array(6_000).fill("a"), reason: "r" },
      "5000",
    ],
  ])("is told what is wrong with %s (%s), and nothing happens", async (_what, tool, input, named) => {
    const answer = await call(shared, tool, input);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(named) });
    expect(sessionsIn(around)).toEqual([]);
  });
});

describe("why", () => {
  let shared: Client;
  const ending = afterGroup();
  beforeAll(async () => {
    const around = plant({ files: { "src/a.ts": "one\n" } }, ending);
    writeFileSync(join(around.folder, "secret.txt"), "TOPSECRET\n");
    symlinkSync(around.folder, join(around.root, "linked"));
    symlinkSync(join(around.folder, "secret.txt"), join(around.root, "link.txt"));
    shared = await connect(around, [], {}, undefined, ending);
  });

  it("tells what the ledger knows of a line, and what it does not", async () => {
    const planted = plant({ files: { "src/a.ts": "one\ntwo\n" } });
    const gate = planted.gate();
    await gate.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s" } });
    const input = { path: "src/a.ts", old_string: "two", new_string: "2" };
    expect((await gate.run({ tool: "edit", input, session: { id: "s", model: "m1" } })).decision).toBe("allow");
    const client = await connect(planted, []);
    expect((await call(client, "why", { file: "src/a.ts", line: 1 })).json.credit).toBe("before_ledger");
    const known = (await call(client, "why", { file: "./src/../src/a.ts", line: 2 })).json;
    expect(known).toMatchObject({ credit: "record", text: "2", record: { intent: { id: "INT-001" }, model: "m1" } });
  });

  it.each([
    "../secret.txt",
    "src/../../secret.txt",
    "/etc/hostname",
    "linked/secret.txt",
    "link.txt",
    "src",
    ".",
    "src/../..",
    "nowhere/a.ts",
    "..",
  ])("reads nothing outside the repository: %s", async (file) => {
    const answer = await call(shared, "why", { file, line: 1 });
    expect(answer.isError).toBe(true);
    expect(answer.text).not.toContain("TOPSECRET");
  });

  it("does not repeat the text of a secret file", async () => {
    const planted = plant({ files: { ".env": "KEY=TOPSECRET\n" } });
    const answer = await call(await connect(planted, []), "why", { file: ".env", line: 1 });
    expect(answer).toMatchObject({ isError: false, json: { text: "(secret)" } });
  });
});

describe("resources and prompts", () => {
  it("tell the newest records, the map, the policy and the open intents", async () => {
    const planted = plant({ files: { "src/a.ts": "one\n" }, policy: "mode: observe\n" });
    const gate = planted.gate();
    await gate.run({ tool: "select_active_intent", input: { intent_id: "INT-001" }, session: { id: "s" } });
    const input = { path: "src/a.ts", old_string: "one", new_string: "1" };
    await gate.run({ tool: "edit", input, session: { id: "s" } });
    const client = await connect(planted, []);
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse((content as { text: string }).text);
    };
    expect((await read("intentgate://ledger")).records[0]).toMatchObject({ intent_id: "INT-001", files: ["src/a.ts"] });
    expect(JSON.stringify(await read("intentgate://map"))).toContain("src/a.ts");
    expect(await read("intentgate://policy")).toMatchObject({ mode: "observe" });
    expect((await read("intentgate://intents")).intents.length).toBe(2);
    await expect(client.readResource({ uri: "intentgate://../../etc/passwd" })).rejects.toThrow();
  });

  it("start work under an intent with its context, and never under one that is not there", async () => {
    const client = await connect(plant(), []);
    const text = async (name: string, given: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      return messages.map(({ content }) => (content.type === "text" ? content.text : "")).join();
    };
    expect(await text("start_work", { intent_id: "INT-001" })).toContain("keep the tests green");
    expect(await text("start_work", {})).toContain("list_intents");
    expect(await text("explain_line", { file: "src/a\u202E.ts", line: "3" })).not.toContain("\u202E");
    await expect(client.getPrompt({ name: "start_work", arguments: { intent_id: "INT-9" } })).rejects.toThrow(
      /no such/,
    );
    await expect(client.getPrompt({ name: "explain_line", arguments: { file: "a", line: "x" } })).rejects.toThrow();
    await expect(client.getPrompt({ name: "nothing" })).rejects.toThrow();
  });
});

describe("standard output", () => {
  const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  const line = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

  it("carries the protocol and nothing else, whatever comes in", async () => {
    const planted = plant({ intents: "}broken{" });
    const input = [
      line(1, "initialize", opening),
      "this is no JSON\n",
      '{"jsonrpc":"2.0"}\n',
      '{"jsonrpc":"1.0","id":9,"method":"tools/list"}\n',
      line(2, "tools/call", { name: "list_intents", arguments: {} }),
      line(3, "no/such/method", {}),
      line(4, "tools/call", { name: 5 }),
    ].join("");
    const { out, code } = await runRaw(planted, own, input, 4);
    const answers = out
      .trim()
      .split("\n")
      .map((one) => JSON.parse(one));
    expect(answers.every((one) => one.jsonrpc === "2.0")).toBe(true);
    const ids = answers.map((one) => one.id);
    expect(ids).toEqual(expect.arrayContaining([1, 2, 3, 4]));
    expect(answers.find((one) => one.id === 1).result.protocolVersion).toBe("2025-06-18");
    expect(answers.find((one) => one.id === 2).result.isError).toBe(true);
    expect(code).toBe(0);
  });

  it("ends quietly when a message is larger than any can be", async () => {
    const giant = line(2, "tools/call", { name: "record_lesson", arguments: { lesson: "x".repeat(5_000_000) } });
    const { out, err, code } = await runRaw(plant(), own, line(1, "initialize", opening) + giant, 99);
    expect(out.trim().split("\n").length).toBe(1);
    expect(err).toMatch(/exceed/i);
    expect(code).toBe(0);
  });
});

/** Keeps the input open until so many lines were answered, as a client would. */
function runRaw({ root, env }: Planted, words: readonly string[], input: string, answers = 0) {
  const child = spawn(process.execPath, [binary, "mcp", ...words, "--root", root], { env });
  let out = "";
  let err = "";
  const endWhenAnswered = () => {
    if (out.split("\n").length > answers) child.stdin.end();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    endWhenAnswered();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.stdin.on("error", () => undefined); // who ends early does not read all of its input
  child.stdin.write(input);
  if (answers === 0) child.stdin.end();
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
