/**
 * The server that the conformance suite is made for: its tools, resources and prompts by name. Spoken to over HTTP (its
 * address is printed), or with `--lines` on standard input and output.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAESsAACJWAAACABAAZGF0YQAAAAA=";
const text = (said) => ({ type: "text", text: said });
const image = { type: "image", data: PIXEL, mimeType: "image/png" };
const resource = (uri, mimeType, said) => ({ type: "resource", resource: { uri, mimeType, text: said } });
const content = (...list) => ({ content: list });
const object = (properties = {}, more = {}) => ({ type: "object", properties, ...more });
const user = (...list) => ({ messages: list.map((one) => ({ role: "user", content: one })) });
const titled = (names) => names.map((name, at) => ({ const: `value${at + 1}`, title: name }));
const options = ["option1", "option2", "option3"];

const defaults = object({
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
});
const enums = object({
  untitledSingle: { type: "string", enum: options },
  titledSingle: { type: "string", oneOf: titled(["First Option", "Second Option", "Third Option"]) },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: options } },
  titledMulti: { type: "array", items: { anyOf: titled(["First Choice", "Second Choice", "Third Choice"]) } },
});
const modern = object(
  { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $defs: { address: object({ street: { type: "string" }, city: { type: "string" } }) },
    additionalProperties: false,
  },
);

const elicits = (requestedSchema) => async (_input, peer) => {
  const { action, content: given } = await peer.ask("elicitation/create", {
    message: "Please answer",
    requestedSchema,
  });
  return content(text(`Elicitation completed: action=${action}, content=${JSON.stringify(given)}`));
};

const tools = {
  test_simple_text: () => content(text("This is a simple text response for testing.")),
  test_image_content: () => content(image),
  test_audio_content: () => content({ type: "audio", data: SILENCE, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    content(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    content(
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ),
  async test_tool_with_logging(_input, peer) {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      peer.tell("notifications/message", { level: "info", data });
      await wait(50);
    }
    return content(text("Logged"));
  },
  async test_tool_with_progress(_input, peer, { progressToken } = {}) {
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        peer.tell("notifications/progress", { progressToken, progress, total: 100, message: `${progress}` });
      await wait(50);
    }
    return content(text("Done"));
  },
  test_error_handling: () => ({
    ...content(text("This tool intentionally returns an error for testing")),
    isError: true,
  }),
  test_reconnection: () => content(text("Still connected")),
  async test_sampling({ prompt }, peer) {
    const messages = [{ role: "user", content: text(prompt) }];
    const answer = await peer.ask("sampling/createMessage", { messages, maxTokens: 100 });
    return content(text(`LLM response: ${answer.content?.text}`));
  },
  async test_elicitation({ message }, peer) {
    const requestedSchema = object({ response: { type: "string" } }, { required: ["response"] });
    const answer = await peer.ask("elicitation/create", { message, requestedSchema });
    return content(text(`User response: action=${answer.action}, content=${JSON.stringify(answer.content)}`));
  },
  test_elicitation_sep1034_defaults: elicits(defaults),
  test_elicitation_sep1330_enums: elicits(enums),
  json_schema_2020_12_tool: ({ name }) => content(text(`Hello ${name}`)),
};

const inputs = {
  test_sampling: object({ prompt: { type: "string" } }, { required: ["prompt"] }),
  test_elicitation: object({ message: { type: "string" } }, { required: ["message"] }),
  json_schema_2020_12_tool: modern,
};

const prompts = {
  test_simple_prompt: () => user(text("This is a simple prompt for testing.")),
  test_prompt_with_arguments: ({ arg1, arg2 }) => user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri }) =>
    user(
      resource(resourceUri, "text/plain", "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ),
  test_prompt_with_image: () => user(image, text("Please analyze the image above.")),
};
const promptArguments = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
};

function read(uri) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id)
    return {
      uri,
      mimeType: "application/json",
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    };
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PIXEL };
  if (uri.startsWith("test://"))
    return { uri, mimeType: "text/plain", text: "This is the content of the static text resource." };
  throw new Error(`there is no resource ${uri}`);
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
    serverInfo: { name: "reference", version: "1.0.0" },
  }),
  ping: () => ({}),
  "logging/setLevel": () => ({}),
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
  "completion/complete": () => ({ completion: { values: [], total: 0, hasMore: false } }),
  "tools/list": () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `The tool ${name}`,
      inputSchema: inputs[name] ?? object(),
    })),
  }),
  "tools/call"({ name, arguments: input = {}, _meta }, peer) {
    if (!Object.hasOwn(tools, name)) throw new Error(`there is no tool ${name}`);
    return tools[name](input, peer, _meta);
  },
  "resources/list": () => ({
    resources: ["static-text", "static-binary", "watched-resource"].map((name) => ({ uri: `test://${name}`, name })),
  }),
  "resources/templates/list": () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }),
  "resources/read": ({ uri }) => ({ contents: [read(uri)] }),
  "prompts/list": () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: `The prompt ${name}`,
      arguments: (promptArguments[name] ?? []).map((one) => ({ name: one, description: one, required: true })),
    })),
  }),
  "prompts/get": ({ name, arguments: given = {} }) => prompts[name](given),
};

/** `send` takes a message and the id of the request in whose course it is said. */
function answering(send) {
  const open = new Map();
  let count = 0;
  return async (message) => {
    const { id, method, params = {}, result } = message;
    if (method === undefined) return open.get(id)?.(result ?? {});
    if (id === undefined) return undefined;
    const peer = {
      tell: (name, told) => send({ jsonrpc: "2.0", method: name, params: told }, id),
      ask: (name, asked) =>
        new Promise((resolve) => {
          count += 1;
          open.set(count, resolve);
          send({ jsonrpc: "2.0", id: count, method: name, params: asked }, id);
        }),
    };
    try {
      if (!Object.hasOwn(answers, method)) throw Object.assign(new Error(`${method} is not known`), { code: -32601 });
      send({ jsonrpc: "2.0", id, result: await answers[method](params, peer) }, id);
    } catch (error) {
      send({ jsonrpc: "2.0", id, error: { code: error.code ?? -32602, message: error.message } }, id);
    }
    return undefined;
  };
}

if (process.argv.includes("--lines")) {
  const answer = answering((message) => process.stdout.write(`${JSON.stringify(message)}\n`));
  createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line)));
} else {
  const sessions = new Map();
  const server = createServer(async (asked, response) => {
    const port = server.address().port;
    const [host, origin] = [asked.headers.host ?? "", asked.headers.origin];
    const known = [`127.0.0.1:${port}`, `localhost:${port}`];
    if (!known.includes(host) || (origin && !known.some((name) => origin === `http://${name}`)))
      return response.writeHead(403).end();
    let transport = sessions.get(asked.headers["mcp-session-id"]);
    if (!transport) {
      transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      const answer = answering((message, relatedRequestId) => void transport.send(message, { relatedRequestId }));
      transport.onmessage = answer;
      await transport.start();
    }
    const body = ["GET", "HEAD"].includes(asked.method) ? undefined : Readable.toWeb(asked);
    const web = new Request(`http://${host}${asked.url}`, {
      method: asked.method,
      headers: asked.headers,
      body,
      duplex: "half",
    });
    const reply = await transport.handleRequest(web);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.flushHeaders();
    if (!reply.body) return response.end();
    for await (const chunk of reply.body) response.write(chunk);
    return response.end();
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(`http://localhost:${server.address().port}/mcp\n`));
}
