import { afterEach, describe, expect, it } from "vitest";
import { type Dialect, dialects, type Talk } from "../../../test/support/scripted-model/dialects.ts";
import { type Fault, type ScriptedModel, type Scripts, startScriptedModel } from "./index.ts";

const scripts: Scripts = {
  main: [
    { say: "grüße — 👋", calls: [{ name: "write", input: { path: "ä.txt", text: "one\ntwo" } }] },
    {
      calls: [
        { name: "a", input: {} },
        { name: "b", input: { n: 1 } },
      ],
    },
    { say: "done" },
  ],
  sub: [{ calls: [{ name: "write", input: {} }] }],
  broken: [{ calls: [{ name: "write", input: {}, raw: '{"path":' }] }],
  patch: [{ calls: [{ name: "apply_patch", input: "*** Begin Patch" }] }],
  server: [{ calls: [{ name: "mcp__gate__take", input: { id: "INT-001" } }] }],
};
const open: ScriptedModel[] = [];

afterEach(async () => {
  for (const model of open.splice(0)) await model.close();
});

async function started(more: { chunkBytes?: number; faults?: readonly Fault[] } = {}) {
  const model = await startScriptedModel({ scripts, ...more });
  open.push(model);
  return model;
}

const post = (url: string, body: object | string) =>
  fetch(url, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

function eventsIn(text: string): never[] {
  const data = text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
  return data.filter((one) => one !== "[DONE]").map((one) => JSON.parse(one) as never);
}

async function asked(model: ScriptedModel, dialect: Dialect, talk: readonly Talk[], stream: boolean) {
  const path = stream ? (dialect.streamPath ?? dialect.path) : dialect.path;
  const reply = await post(`${model.url}${path}`, dialect.body(talk, stream));
  expect(reply.status).toBe(200);
  const text = await reply.text();
  return stream ? dialect.events(eventsIn(text)) : dialect.whole(JSON.parse(text) as never);
}

describe.each(dialects)("a script played in $name", (dialect) => {
  describe.each([
    ["whole", false, undefined],
    ["streamed", true, undefined],
    ["streamed one byte at a time", true, 1],
    ["streamed in seven bytes", true, 7],
  ])("%s", (_how, stream, chunkBytes) => {
    const rows: [string, Talk[], string, { name: string; args: unknown }[]][] = [
      [
        "begins with its first step",
        [{ text: "SCRIPT:main go" }],
        "grüße — 👋",
        [{ name: "write", args: { path: "ä.txt", text: "one\ntwo" } }],
      ],
      [
        "goes on after a tool turn",
        [{ text: "SCRIPT:main" }, { calls: 1 }, { results: 1 }],
        "",
        [
          { name: "a", args: {} },
          { name: "b", args: { n: 1 } },
        ],
      ],
      [
        "counts two calls of one turn once",
        [{ text: "SCRIPT:main" }, { calls: 1 }, { results: 1 }, { calls: 2 }, { results: 2 }],
        "done",
        [],
      ],
      [
        "begins anew with a new name",
        [{ text: "SCRIPT:main" }, { calls: 1 }, { results: 1 }, { text: "now SCRIPT:sub" }],
        "",
        [{ name: "write", args: {} }],
      ],
      ["follows the last name of a text", [{ text: "SCRIPT:main or SCRIPT:sub" }], "", [{ name: "write", args: {} }]],
      ["says that it is at its end", [{ text: "SCRIPT:sub" }, { calls: 1 }, { results: 1 }], "script end", []],
      ["has only a word for a name nobody wrote", [{ text: "SCRIPT:constructor" }], "ok", []],
      ["has only a word for whoever names no script", [{ text: "hello" }], "ok", []],
    ];
    it.each(rows)("%s", async (_what, talk, said, calls) => {
      const model = await started({ chunkBytes });
      expect(await asked(model, dialect, talk, stream)).toEqual({ said, calls });
    });
  });

  it("calls nothing when no tool is offered", async () => {
    const model = await started();
    const { tools: _, ...body } = dialect.body([{ text: "SCRIPT:main" }], false) as { tools: unknown };
    const reply = await post(`${model.url}${dialect.path}`, body);
    expect(dialect.whole((await reply.json()) as never)).toEqual({ said: "ok", calls: [] });
  });

  it("keeps what it was asked", async () => {
    const model = await started();
    await asked(model, dialect, [{ text: "SCRIPT:main" }, { calls: 1 }, { results: 1 }], true);
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]).toMatchObject({ script: "main", step: 1, tools: ["write", "a", "b"], fault: null });
    expect(model.requests[0]?.text).toContain("SCRIPT:main");
    expect(model.requests[0]?.latest).toContain("SCRIPT:sub");
    expect(model.requests[0]?.latest).not.toContain("SCRIPT:main");
  });
});

it("does what a step wants done before it is answered", async () => {
  const done: string[] = [];
  const step = { say: "after", before: async () => done.push("before") };
  const model = await startScriptedModel({ scripts: { slow: [step] } });
  open.push(model);
  const [, chat] = dialects as readonly [Dialect, Dialect];
  expect(await asked(model, chat, [{ text: "SCRIPT:slow" }], true)).toEqual({ said: "after", calls: [] });
  expect(done).toEqual(["before"]);
});

describe("faults", () => {
  const [messages] = dialects as readonly [Dialect];
  const once = (model: ScriptedModel) =>
    post(`${model.url}/v1/messages`, messages.body([{ text: "SCRIPT:main" }], true));

  it("answers with the status asked for, and then goes on", async () => {
    const model = await started({ faults: [{ at: 0, kind: "status", status: 529, headers: { "retry-after": "0" } }] });
    const refused = await once(model);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([529, "0"]);
    expect((await once(model)).status).toBe(200);
    expect(model.requests.map(({ fault }) => fault?.kind ?? null)).toEqual(["status", null]);
  });

  it("breaks the connection in the middle of an answer", async () => {
    const model = await started({ chunkBytes: 16, faults: [{ at: 0, kind: "cut", afterBytes: 100 }] });
    const reply = await once(model);
    await expect(reply.text()).rejects.toThrow();
  });

  it("sends what is no event of the protocol", async () => {
    const model = await started({ faults: [{ at: 0, kind: "malformed" }] });
    const text = await (await once(model)).text();
    expect(() => eventsIn(text)).toThrow(SyntaxError);
  });

  it("says nothing until the asker gives up, and still closes", async () => {
    const model = await started({ faults: [{ at: 0, kind: "silent" }] });
    const body = JSON.stringify(messages.body([{ text: "SCRIPT:main" }], true));
    const waiting = fetch(`${model.url}/v1/messages`, { method: "POST", body, signal: AbortSignal.timeout(200) });
    await expect(waiting).rejects.toThrow();
  });

  it("sends arguments that are no JSON where a step says so", async () => {
    const model = await started();
    const reply = await post(`${model.url}/v1/messages`, messages.body([{ text: "SCRIPT:broken" }], true));
    const events = eventsIn(await reply.text()) as { delta?: { partial_json?: string } }[];
    expect(events.map(({ delta }) => delta?.partial_json ?? "").join("")).toBe('{"path":');
  });

  it.each([
    ["what is no JSON", "POST", "/v1/messages", "{", 200],
    ["another place", "POST", "/v1/embeddings", "{}", 404],
    ["a question without a body's method", "GET", "/v1/messages", undefined, 404],
  ])("lives with %s", async (_what, method, path, body, status) => {
    const model = await started();
    expect((await fetch(`${model.url}${path}`, { method, body })).status).toBe(status);
    expect(model.requests[0]?.script).toBeNull();
  });
});

describe("kinds of calls in Responses", () => {
  const offered = [
    { type: "function", name: "shell" },
    { type: "custom", name: "apply_patch" },
    { type: "namespace", name: "mcp__gate", tools: [{ type: "function", name: "take" }] },
  ];
  const ask = async (model: ScriptedModel, script: string, where: "tools" | "input") => {
    const user = { type: "message", role: "user", content: `SCRIPT:${script}` };
    const late = { type: "additional_tools", role: "developer", tools: offered };
    const body = where === "tools" ? { tools: offered, input: [user] } : { input: [late, user] };
    return (await post(`${model.url}/v1/responses`, body)).json() as Promise<{ output: object[] }>;
  };

  it.each(["tools", "input"] as const)("follow from the offers in %s", async (where) => {
    const model = await started();
    expect((await ask(model, "patch", where)).output).toMatchObject([
      { type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch" },
    ]);
    expect((await ask(model, "server", where)).output).toMatchObject([
      { type: "function_call", namespace: "mcp__gate", name: "take", arguments: '{"id":"INT-001"}' },
    ]);
    expect(model.requests.at(-1)?.tools).toEqual(["shell", "apply_patch", "mcp__gate__take"]);
  });

  it("are guessed from the name of a tool that was not offered", async () => {
    const model = await started();
    const user = { type: "message", role: "user", content: "SCRIPT:server" };
    const reply = await post(`${model.url}/v1/responses`, { tools: [{ type: "tool_search" }], input: [user] });
    expect(((await reply.json()) as { output: object[] }).output).toMatchObject([
      { type: "function_call", namespace: "mcp__gate", name: "take" },
    ]);
  });
});

it("is reachable on this machine only", async () => {
  expect(new URL((await started()).url).hostname).toBe("127.0.0.1");
});
