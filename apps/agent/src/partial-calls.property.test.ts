/** No partial call is ever decided: whatever the pieces, and wherever the stream is cut. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { startScriptedModel } from "@intentgate/scripted-model";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plant, play, type Wire } from "../../../test/support/agent/agent-stage.ts";
import { searchRuns } from "../../../test/support/search-runs.ts";
import type { TaskEvent } from "./events/events.ts";
import { createRedactor } from "./events/transcript.ts";
import { askModel } from "./models/ask-model.ts";
import type { Model } from "./models/model.ts";
import { presentAssistantMessage } from "./task/present-assistant-message.ts";

const inputs = [
  { path: "src/auth/ünïcode.ts", content: 'const quote = "\\"{}[]";\nexport default 1;\n' },
  { path: "src/auth/b.ts", content: "{}" },
];
const step = { say: "Two of them: é✓", calls: inputs.map((input) => ({ name: "write_to_file", input })) };
const wires: Wire[] = ["anthropic", "openai", "google"];
const recorded = new Map<Wire, Buffer>();

type Fetch = typeof globalThis.fetch;

function modelOver(wire: Wire, fetch: Fetch, baseURL = "http://127.0.0.1:9/v1"): Model {
  if (wire === "anthropic") return createAnthropic({ apiKey: "k", fetch, baseURL })("m");
  if (wire === "google") return createGoogleGenerativeAI({ apiKey: "k", fetch, baseURL })("m");
  return createOpenAICompatible({ name: "c", baseURL, includeUsage: true, fetch })("m");
}

const request = {
  prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: "SCRIPT:two go" }] }],
  tools: [{ type: "function" as const, name: "write_to_file", inputSchema: { type: "object" as const } }],
};

async function ask(model: Model) {
  return askModel({
    model,
    request,
    signal: new AbortController().signal,
    retries: 0,
    silenceMs: 60_000,
    now: () => new Date(),
    wait: async () => undefined,
    onText: () => undefined,
    onRetry: () => undefined,
    onUsage: () => undefined,
  });
}

beforeAll(async () => {
  const server = await startScriptedModel({ scripts: { two: [step] }, chunkBytes: 6 });
  for (const wire of wires) {
    const keep: Fetch = async (...words) => {
      const response = await fetch(...words);
      const bytes = Buffer.from(await response.arrayBuffer());
      recorded.set(wire, bytes);
      return new Response(new Uint8Array(bytes), { headers: response.headers });
    };
    const asked = await ask(modelOver(wire, keep, `${server.url}/${wire === "google" ? "v1beta" : "v1"}`));
    expect(asked.kind).toBe("answered");
  }
  await server.close();
});

afterAll(() => recorded.clear());

/** The recorded answer in pieces of the given sizes, up to a byte; then the end, or a broken connection. */
function replay(bytes: Buffer, sizes: readonly number[], until: number, end: "closed" | "broken"): Fetch {
  return async () => {
    let at = 0;
    let piece = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= until) {
          if (end === "closed") controller.close();
          else controller.error(new TypeError("terminated"));
          return;
        }
        const next = Math.min(until, at + (sizes[piece++ % sizes.length] ?? 1));
        controller.enqueue(new Uint8Array(bytes.subarray(at, next)));
        at = next;
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 12 });
const end = fc.constantFrom("closed" as const, "broken" as const);

describe.each(wires)("an answer of %s", (wire) => {
  it("gives both calls, in whatever pieces it comes", async () => {
    const bytes = recorded.get(wire) as Buffer;
    await fc.assert(
      fc.asyncProperty(sizes, async (some) => {
        const asked = await ask(modelOver(wire, replay(bytes, some, bytes.length, "closed")));
        expect(asked.kind === "answered" && asked.turn.calls.map((one) => JSON.parse(one.input))).toEqual(inputs);
      }),
      { numRuns: searchRuns(15) },
    );
  });

  it("that is cut at any byte gives whole calls or none", async () => {
    const bytes = recorded.get(wire) as Buffer;
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 0, max: bytes.length - 1 }), end, async (some, until, how) => {
        const asked = await ask(modelOver(wire, replay(bytes, some, until, how)));
        const decided: unknown[] = [];
        const events: TaskEvent[] = [];
        if (asked.kind === "answered") {
          await presentAssistantMessage(asked.turn, {
            door: {
              call({ input }) {
                decided.push(input);
                return Promise.resolve({ result: {}, failed: false, contextPatch: {} });
              },
            },
            signal: new AbortController().signal,
            emit: (event) => events.push(event),
            onCurrent: () => undefined,
            onPatch: () => undefined,
            known: () => [],
            redactor: createRedactor([]),
          });
        }
        expect([[], inputs]).toContainEqual(decided);
        // What reached the end of its calls but not of its bytes has said that it is finished.
        if (decided.length > 0)
          expect(bytes.subarray(0, until).toString()).toMatch(/finish_reason":"|message_stop|STOP/);
      }),
      { numRuns: searchRuns(120) },
    );
  });
});

it("the engine itself sees whole calls or none", async () => {
  const place = plant();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...wires),
      sizes,
      fc.double({ min: 0, max: 1, noNaN: true }),
      end,
      async (wire, some, part, how) => {
        const bytes = recorded.get(wire) as Buffer;
        const model = modelOver(wire, replay(bytes, some, Math.floor(part * bytes.length), how));
        const opened = place.open();
        const received: unknown[] = [];
        opened.workspace.engine.registerPreHook("seen", async ({ payload }) => void received.push(payload));
        await play({ workspace: opened, model, transcript: null, limits: { turns: 1, retries: 0 } }, "go");
        for (const payload of received) expect(inputs).toContainEqual(payload);
      },
    ),
    { numRuns: searchRuns(40) },
  );
});
