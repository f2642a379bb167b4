/** Nobody who listens, asks or hangs keeps the others from being served. */
import { connect as dial, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  call,
  type Listening,
  listen,
  type Planted,
  persons,
  plant,
} from "../../../../test/support/mcp/server-stage.ts";
import { until } from "../../../../test/support/patience.ts";

const accept = "application/json, text/event-stream";
const proposal = { name: "Three", owned_scope: ["docs/**"] };
const asksForms = { elicitation: { form: {} } };

/** One POST; its stream is read as it comes. */
async function post({ url, token }: Listening, session: string | null, message: object) {
  const leave = new AbortController();
  const response = await fetch(url, {
    method: "POST",
    signal: leave.signal,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept,
      ...(session === null ? {} : { "mcp-session-id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  /** Until something like this was said, or all was. */
  const heard = async (what: RegExp): Promise<string> => {
    while (!what.test(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
    return text;
  };
  onTestFinished(() => leave.abort());
  return { status: response.status, id: response.headers.get("mcp-session-id") ?? "", heard, leave };
}

async function begin(server: Listening, capabilities: object = {}): Promise<string> {
  const clientInfo = { name: "raw", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities, clientInfo };
  const { id, heard } = await post(server, null, { id: 1, method: "initialize", params });
  await heard(/serverInfo/);
  await post(server, id, { method: "notifications/initialized" });
  return id;
}

const listing = { id: 5, method: "tools/list" };
const proposing = { id: 7, method: "tools/call", params: { name: "propose_intent", arguments: proposal } };

async function served(planted: Planted = plant({ policy: persons })) {
  return { planted, server: await listen(planted, ["--own-session"]) };
}

describe("more sessions than there may be", () => {
  it("end the one that was idle longest, and its client is told that there is none", async () => {
    const { server } = await served();
    const first = await begin(server);
    const second = await begin(server);
    for (let more = 0; more < 30; more += 1) await begin(server);
    expect((await post(server, first, listing)).status).toBe(200); // the second is the longest idle now
    await begin(server);
    expect((await post(server, second, listing)).status).toBe(404);
    expect((await post(server, first, listing)).status).toBe(200);
  });

  it("never end one whose call is on its way", async () => {
    const { server } = await served();
    const first = await begin(server, asksForms);
    const asked = await post(server, first, proposing);
    const question = await asked.heard(/elicitation\/create/);
    const second = await begin(server);
    for (let more = 0; more < 32; more += 1) await begin(server);
    expect((await post(server, second, listing)).status).toBe(404);
    const { id } = JSON.parse(/data: (.*elicitation\/create.*)/.exec(question)?.[1] ?? "{}") as { id: number };
    await post(server, first, { id, result: { action: "accept", content: { answer: "once" } } });
    expect(await asked.heard(/INT-003/)).toContain("INT-003");
  });

  it("are refused with a reason where each has a call on its way", async () => {
    const { server } = await served();
    for (let one = 0; one < 32; one += 1) {
      const id = await begin(server, asksForms);
      await (await post(server, id, proposing)).heard(/elicitation\/create/);
    }
    const refused = await post(server, null, { id: 1, method: "initialize", params: {} });
    expect(refused.status).toBe(503);
    expect(await refused.heard(/later/)).toContain("each has a call on its way");
  });
});

describe("connections that nobody uses", () => {
  it.each<[string, string]>([
    ["say nothing", ""],
    ["stop in the middle of a line", "POST /mcp HT"],
    ["stop in the middle of their headers", "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: "],
    ["were refused and stay", "GET /mcp HTTP/1.1\r\nhost: evil.example\r\n\r\n"],
    ["promise a body without a token", "POST /mcp HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 9000\r\n\r\n{"],
  ])("and %s do not keep a client out", async (_what, said) => {
    const { server } = await served();
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let count = 0; count < 140; count += 1) {
      const socket = dial(server.port, "127.0.0.1");
      socket.on("error", () => undefined); // it is the one that had to go
      sockets.push(socket);
      await new Promise((resolve) => socket.once("connect", resolve));
      socket.write(said);
    }
    const client = await server.connect();
    expect((await call(client, "list_intents")).isError).toBe(false);
  });
});

describe("a question over HTTP", () => {
  it("comes in the course of the call that needs it: the client need not listen to anything else", async () => {
    const { server } = await served();
    const id = await begin(server, asksForms);
    const asked = await post(server, id, proposing);
    expect(await asked.heard(/elicitation\/create/)).toContain("proposes a new intent");
  });

  it("has no answer when the client went away, and nobody waits for it", async () => {
    const { planted, server } = await served();
    const id = await begin(server, asksForms);
    const asked = await post(server, id, proposing);
    await asked.heard(/elicitation\/create/);
    asked.leave.abort();
    const rows = () => planted.gate().home.store.decisions.newest(50);
    const ended = () => rows().find(({ phase, tool }) => phase === "done" && tool === "propose_intent");
    await until(() => ended() !== undefined);
    expect(ended()).toMatchObject({ decision: "denied", code: "NO_ANSWER" });
    expect((await post(server, id, listing)).status).toBe(200);
  });
});
