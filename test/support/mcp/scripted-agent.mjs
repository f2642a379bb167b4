/** For tests: an ACP agent that does what its prompt says, step by step, and tells in the end what came of it. */
import { writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { agent, ndJsonStream } from "@agentclientprotocol/sdk";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const [name = "scripted", mode = "default", ...flags] = process.argv.slice(2);
const modes = ["default", "acceptEdits", "yolo"].map((id) => ({ id, name: id }));
const servers = new Map();
const asked = [];
let current = mode;

const options = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

async function callServer(sessionId, tool, input) {
  const entry = servers.get(sessionId)?.find((one) => one.name === "intentgate");
  if (!entry) return "no such server";
  const headers = Object.fromEntries(entry.headers.map((one) => [one.name, one.value]));
  // An agent that would answer the gate's questions itself.
  const client = new Client({ name: "agent", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler("elicitation/create", async () => {
    asked.push(["elicitation/create"]);
    return { action: "accept", content: { answer: "once" } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(entry.url), { requestInit: { headers } }));
  const result = await client.callTool({ name: tool, arguments: input });
  await client.close();
  return JSON.parse(result.content[0].text);
}

/** Each gives back what it got for an answer; an error is an answer. */
const steps = {
  permission: async ({ toolCall, offered = options }, { sessionId, client }) =>
    (await client.request("session/request_permission", { sessionId, toolCall, options: offered })).outcome,
  update: ({ update }, { sessionId, client }) => client.notify("session/update", { sessionId, update }),
  write: ({ path, content }) => writeFileSync(path, content),
  fsWrite: ({ path, content }, { sessionId, client }) =>
    client.request("fs/write_text_file", { sessionId, path, content }),
  fsRead: (step, { sessionId, client }) => client.request("fs/read_text_file", { sessionId, ...step.params }),
  terminal: async ({ params }, { sessionId, client }) => {
    const { terminalId } = await client.request("terminal/create", { sessionId, ...params });
    const ended = await client.request("terminal/wait_for_exit", { sessionId, terminalId });
    await client.request("terminal/release", { sessionId, terminalId });
    return ended;
  },
  mcp: ({ tool, input }, { sessionId }) => callServer(sessionId, tool, input),
  own: ({ method, params }, { client }) => client.request(method, params),
  mode: () => current,
  asked: () => asked,
};

agent({ name })
  .onRequest("initialize", ({ params }) => {
    asked.push(["initialize", params.protocolVersion]);
    return {
      protocolVersion: flags.includes("v2") ? 2 : 1,
      agentInfo: { name, version: "1" },
      agentCapabilities: { loadSession: true, mcpCapabilities: { http: !flags.includes("no-http"), sse: false } },
    };
  })
  .onRequest("session/new", ({ params }) => {
    const sessionId = `s${servers.size + 1}`;
    servers.set(sessionId, params.mcpServers);
    if (flags.includes("no-modes")) return { sessionId };
    return { sessionId, modes: { currentModeId: current, availableModes: modes }, _meta: { kept: true } };
  })
  .onRequest("session/set_mode", ({ params }) => {
    asked.push(["set_mode", params.modeId]);
    current = params.modeId;
    return {};
  })
  .onRequest("session/prompt", async ({ params, client }) => {
    const text = params.prompt.at(-1).text;
    const told = [];
    if (params.prompt.length > 1) told.push({ note: params.prompt[0].text });
    for (const step of JSON.parse(text)) {
      try {
        told.push((await steps[step.do](step, { sessionId: params.sessionId, client })) ?? null);
      } catch (error) {
        told.push({ error: error.message });
      }
    }
    return { stopReason: "end_turn", _meta: { told } };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
