import { describe, expect, it } from "vitest";
import type { StreamPart } from "./model.ts";
import { describeError, readTurn } from "./read-turn.ts";

type Finish = Extract<StreamPart, { type: "finish" }>["finishReason"]["unified"];

const call = (id: string, input = "{}"): StreamPart => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "write_to_file",
  input,
});
const finish = (unified: Finish): StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  },
});

async function read(parts: readonly StreamPart[], signal = new AbortController().signal) {
  const said: string[] = [];
  const stream = new ReadableStream<StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return { said, read: await readTurn(stream, (text) => said.push(text), signal) };
}

describe("an answer", () => {
  it("is whole when it says that it is finished", async () => {
    const { read: turn, said } = await read([
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Hel" },
      { type: "text-delta", id: "1", delta: "lo" },
      call("a", '{"path":"x"}'),
      finish("tool-calls"),
    ]);
    expect(said).toEqual(["Hel", "lo"]);
    expect(turn).toMatchObject({
      kind: "whole",
      cutAtLimit: false,
      spoken: [{ type: "text", text: "Hello" }],
      calls: [{ id: "a", input: '{"path":"x"}' }],
      usage: { inputTokens: 10, outputTokens: 5 },
    });
  });

  it.each<[string, StreamPart[]]>([
    ["ends without a word", []],
    ["ends after a whole call without being finished", [call("a")]],
    ["is finished for a reason nobody knows", [call("a"), finish("other")]],
    ["is finished by an error", [call("a"), finish("error")]],
    ["is withheld", [call("a"), finish("content-filter")]],
    ["tells of an error before it is finished", [call("a"), { type: "error", error: "overloaded" }, finish("stop")]],
  ])("gives no call where it %s", async (_how, parts) => {
    const { read: turn } = await read(parts);
    expect(turn.kind).toBe("broken");
  });

  it("says that it was cut where it reached the limit", async () => {
    const { read: turn } = await read([call("a", '{"path":"src/a.ts"}'), finish("length")]);
    expect(turn).toMatchObject({ kind: "whole", cutAtLimit: true });
  });

  it("gives every call an id of its own", async () => {
    const { read: turn } = await read([call("a"), call("a"), call(""), call(""), finish("tool-calls")]);
    const ids = turn.kind === "whole" ? turn.calls.map((one) => one.id) : [];
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain("");
  });

  it("keeps what a provider wants back with its parts", async () => {
    const signature = { google: { thoughtSignature: "s" } };
    const { read: turn } = await read([
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "hm" },
      { type: "reasoning-end", id: "r", providerMetadata: signature },
      { type: "tool-call", toolCallId: "a", toolName: "stat", input: "{}", providerMetadata: signature },
      finish("tool-calls"),
    ]);
    expect(turn).toMatchObject({
      spoken: [{ type: "reasoning", text: "hm", providerOptions: signature }],
      calls: [{ providerOptions: signature }],
    });
  });

  it("that nobody waits for any more is broken", async () => {
    const { read: turn } = await read([call("a"), finish("tool-calls")], AbortSignal.abort());
    expect(turn.kind).toBe("broken");
  });
});

describe("what an error says", () => {
  it.each<[unknown, string]>([
    [new Error("boom"), "boom"],
    [new Error("fetch failed", { cause: new Error("ECONNREFUSED") }), "fetch failed (ECONNREFUSED)"],
    ["plain", "plain"],
    [{ error: { message: "inner" } }, "inner"],
    [{ odd: 1 }, '{"odd":1}'],
    [undefined, "unknown error"],
  ])("%s", (error, said) => {
    expect(describeError(error)).toBe(said);
  });
});
