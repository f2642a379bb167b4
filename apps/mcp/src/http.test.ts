import { request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import {
  afterGroup,
  call,
  type Listening,
  listen,
  type Planted,
  persons,
  plant,
} from "../../../test/support/mcp/server-stage.ts";

const own = ["--own-session"];
const opening = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

let planted: Planted;
let server: Listening;
const ending = afterGroup();
beforeAll(async () => {
  planted = plant({ policy: persons }, ending);
  server = await listen(planted, own, ending);
});

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

const accept = "application/json, text/event-stream";

function send({ method = "POST", path = "/mcp", headers = {}, body = JSON.stringify(opening) }: Sent) {
  const all = { authorization: `Bearer ${server.token}`, "content-type": "application/json", accept, ...headers };
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, method, path, headers: kept }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (more: string) => {
        text += more;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    asked.on("error", reject);
    asked.end(method === "GET" ? undefined : body);
  });
}

describe("the door", () => {
  it("lets a program in that was told the token", async () => {
    const { status, headers } = await send({});
    expect(status).toBe(200);
    expect(headers["mcp-session-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each<[string, Sent, number]>([
    ["no token", { headers: { authorization: "" } }, 401],
    ["a wrong token", { headers: { authorization: "Bearer x" } }, 401],
    ["an empty token", { headers: { authorization: "Bearer " } }, 401],
    ["a password in its place", { headers: { authorization: "Basic eDp5" } }, 401],
    ["a strange host", { headers: { host: "evil.example" } }, 403],
    ["a strange host that ends like ours", { headers: { host: "127.0.0.1.evil.example" } }, 403],
    ["our host with another port", { headers: { host: "127.0.0.1:1" } }, 403],
    ["a page of the web", { headers: { origin: "https://evil.example" } }, 403],
    ["a page without an origin of its own", { headers: { origin: "null" } }, 403],
    ["a page of another local server", { headers: { origin: "http://127.0.0.1:1" } }, 403],
    ["another path", { path: "/" }, 404],
    ["a path that climbs", { path: "/mcp/../etc/passwd" }, 404],
    ["a text that is no JSON", { body: "{" }, 400],
    ["a form, as a page could send it", { headers: { "content-type": "text/plain" } }, 415],
    ["a body beyond all size", { body: JSON.stringify({ ...opening, extra: "x".repeat(5_000_000) }) }, 413],
    ["a stream without a session", { method: "GET" }, 400],
    ["a call without a session", { body: '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' }, 400],
    ["a session nobody has", { headers: { "mcp-session-id": "x" } }, 404],
    ["another method", { method: "PUT" }, 405],
  ])("does not let in %s", async (_what, sent, status) => {
    const answer = await send(sent);
    expect(answer.status).toBe(status);
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
  });

  it("says nothing before the token is checked", async () => {
    const right = await send({ headers: { authorization: "Bearer x" }, path: "/mcp" });
    const wrong = await send({ headers: { authorization: "Bearer x" }, path: "/nowhere" });
    expect(right.body).toBe(wrong.body);
  });

  it("is open on one address alone, so not to other machines", async () => {
    await expect(fetch(`http://127.0.0.2:${server.port}/mcp`, { method: "POST" })).rejects.toThrow();
  });
});

describe("clients over HTTP", () => {
  it.each(["legacy", "auto"] as const)("are served by a revision with sessions (%s)", async (mode) => {
    const client = await server.connect({ versionNegotiation: { mode } });
    expect(client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    expect((await client.listTools()).tools.length).toBe(11);
  });

  it("do not share an intent", async () => {
    const [one, two] = [await server.connect(), await server.connect()];
    await call(one, "select_active_intent", { intent_id: "INT-001" });
    await call(two, "select_active_intent", { intent_id: "INT-002" });
    expect((await call(one, "list_intents")).json.active).toBe("INT-001");
    expect((await call(two, "list_intents")).json.active).toBe("INT-002");
    const third = await server.connect();
    expect((await call(third, "complete_intent")).json.code).toBe("INTENT_REQUIRED");
  });

  it("end their session by taking leave", async () => {
    const client = await server.connect();
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    const open = () =>
      planted
        .gate()
        .home.store.sessions.list()
        .filter((one) => !one.ended && one.intent !== null);
    const before = open().length;
    await (client.transport as unknown as { terminateSession(): Promise<void> }).terminateSession();
    await expect(call(client, "list_intents")).rejects.toThrow();
    expect(open().length).toBe(before - 1);
  });

  it("are asked by a question in the middle of their call", async () => {
    const client = await server.connect({ capabilities: { elicitation: { form: {} } } }, (one) => {
      one.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { answer: "once" } }));
    });
    const answer = await call(client, "propose_intent", { name: "Three", owned_scope: ["docs/**"] });
    expect(answer.json).toMatchObject({ success: true });
  });
});
