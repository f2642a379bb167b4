/** A model server on 127.0.0.1 that plays scripts: four protocols, streaming, faults, and a list of what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { jsonFields } from "@intentgate/documents";
import { anthropicMessages } from "./anthropic-messages.ts";
import { chatCompletions } from "./chat-completions.ts";
import { type Body, type Fault, send } from "./fault.ts";
import { fieldsOf, listOf, partsText, shownIn, textOf } from "./json-fields.ts";
import { type Answering, type Protocol, type ProtocolName, piecesOf } from "./protocol.ts";
import { responses } from "./responses.ts";
import { latestIn, placeIn, type Scripts, type Step, stepAt } from "./script.ts";

/** Gemini: a stream of server-sent events with `alt=sse`, one JSON array without. */
const generateContent: Protocol = {
  name: "generate-content",
  asksAt: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  read: (body, path) => ({
    turns: listOf(body.contents).map((content) => ({
      role: content.role === "model" ? "assistant" : "user",
      text: partsText(content.parts),
      callsTools: listOf(content.parts).some((part) => part.functionCall !== undefined),
      shown: shownIn(content),
    })),
    tools: listOf(body.tools).flatMap((tool) =>
      listOf(tool.functionDeclarations).map((declared) => textOf(declared.name)),
    ),
    streams: path.endsWith(":streamGenerateContent"),
  }),
  whole: (answering) =>
    chunkOf([...saidIn(answering, Number.POSITIVE_INFINITY), ...callsIn(answering)], answering, true),
  events(answering) {
    // A call is never split: the protocol has no pieces of arguments.
    const groups = [...saidIn(answering, answering.pieceLength), ...callsIn(answering)];
    return groups.map((part, at) => ({ data: chunkOf([part], answering, at === groups.length - 1) }));
  },
};

function saidIn({ body, step }: Answering, pieceLength: number): object[] {
  const config = fieldsOf(body.generationConfig);
  const wantsJson = config.responseMimeType === "application/json" || config.responseJsonSchema !== undefined;
  const calls = (step.calls?.length ?? 0) > 0;
  const text = wantsJson && !calls ? "{}" : (step.say ?? (calls ? undefined : ""));
  return text === undefined ? [] : piecesOf(text, pieceLength).map((piece) => ({ text: piece }));
}

function callsIn({ step, id }: Answering): object[] {
  return (step.calls ?? []).map((call) => ({
    functionCall: { name: call.name, args: call.raw ?? call.input ?? {}, id: id("fc") },
    thoughtSignature: "c2lnbmVk",
  }));
}

function chunkOf(parts: object[], { usage, id }: Answering, isLast: boolean) {
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...(isLast ? { finishReason: "STOP" } : {}) }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: "scripted",
    responseId: id("resp"),
  };
}

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** Null for what is not a question to the model: lists of models, counts of tokens, strangers. */
  protocol: ProtocolName | null;
  tools: readonly string[];
  /** Every text of the request, joined by line breaks: what was injected is in here. */
  text: string;
  /** Of these, what came after the model's last turn: the prompt, or the results of its calls. */
  latest: string;
  script: string | null;
  step: number | null;
  answer: Step | null;
  fault: Fault | null;
}

export interface ScriptedModel {
  url: string;
  requests: readonly SeenRequest[];
  close(): Promise<void>;
}

export interface ScriptedModelOptions {
  scripts: Scripts;
  /** The answer leaves in pieces of so many bytes, its texts and arguments in events of so many characters. Left out: whole. */
  chunkBytes?: number;
  faults?: readonly Fault[];
}

const protocols: readonly Protocol[] = [anthropicMessages, chatCompletions, responses, generateContent];

export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const chunkBytes = Math.max(1, options.chunkBytes ?? Number.POSITIVE_INFINITY);
  const requests: SeenRequest[] = [];
  let ids = 0;
  let questions = 0;
  const id = (prefix: string) => `${prefix}_scripted${String(++ids).padStart(6, "0")}`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const text = await textIn(request);
    // What is no JSON is a request without fields: it finds no script.
    const body = jsonFields(text);
    const method = request.method ?? "GET";
    const protocol = method === "POST" ? protocols.find((one) => one.asksAt(url.pathname)) : undefined;
    const seen = { method, path: `${url.pathname}${url.search}`, headers: request.headers, body, text: shownIn(body) };
    if (!protocol) {
      requests.push({
        ...seen,
        protocol: null,
        tools: [],
        latest: "",
        script: null,
        step: null,
        answer: null,
        fault: null,
      });
      const known = sideAnswer(method, url.pathname);
      response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(known ?? { error: { type: "not_found_error", message: "no such place" } }));
      return;
    }
    const asked = protocol.read(body, url.pathname);
    const place = placeIn(asked.turns);
    const step = stepAt(options.scripts, place, asked.tools.length > 0);
    const at = questions++;
    const fault = options.faults?.find((one) => one.at === at);
    requests.push({
      ...seen,
      protocol: protocol.name,
      tools: asked.tools,
      latest: latestIn(asked.turns),
      script: place?.script ?? null,
      step: place?.step ?? null,
      answer: step,
      fault: fault ?? null,
    });
    await step.before?.();
    const usage = { input: tokens(text), output: tokens(JSON.stringify(step)) };
    const answering = { body, step, pieceLength: chunkBytes, usage, id };
    const isEventStream = protocol.name !== "generate-content" || url.searchParams.get("alt") === "sse";
    await send(bodyOf(protocol, answering, asked.streams, isEventStream), chunkBytes, fault, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { type: "scripted_model_error", message: String(error) } }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function bodyOf(protocol: Protocol, answering: Answering, streams: boolean, isEventStream: boolean): Body {
  if (!streams) return { type: "application/json", text: JSON.stringify(protocol.whole(answering)) };
  const events = protocol.events(answering);
  if (!isEventStream) return { type: "application/json", text: JSON.stringify(events.map(({ data }) => data)) };
  const lines = events.map(({ event, data }) => {
    const shown = typeof data === "string" ? data : JSON.stringify(data);
    return `${event ? `event: ${event}\n` : ""}data: ${shown}\n\n`;
  });
  return { type: "text/event-stream", text: lines.join("") };
}

/** What hosts ask besides, and would stumble over without an answer. */
function sideAnswer(method: string, path: string): object | null {
  if (method === "POST" && path.endsWith("/count_tokens")) return { input_tokens: 10 };
  if (method === "POST" && path.endsWith(":countTokens")) return { totalTokens: 10 };
  if (method === "GET" && path.endsWith("/models"))
    return {
      object: "list",
      data: [{ id: "scripted", object: "model", created: 1, owned_by: "scripted" }],
      models: [],
    };
  return null;
}

async function textIn(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Four characters a token, as a rule of thumb: enough for those who add up. */
function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
