import type { Fault, Scripts } from "@intentgate/scripted-model";
import { describe, expect, it } from "vitest";
import { KEY, modelAt, outcomes, plant, play, serve, type Wire } from "../../../test/support/agent/agent-stage.ts";
import { judgeError, retryAfterMs } from "./models/provider-error.ts";

const scripts: Scripts = {
  read: [
    { say: "Looking.", calls: [{ name: "read_file", input: { path: "src/auth/token.ts" } }] },
    { say: "It is there." },
  ],
};

async function playWith(wire: Wire, faults: readonly Fault[], retries = 4, silenceMs = 60_000) {
  const place = plant();
  const server = await serve(scripts, { chunkBytes: 4, faults });
  const { model, secrets } = await modelAt(server.url, wire);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const options = { workspace: place.open(), model, secrets, wait, limits: { retries, silenceMs } };
  const played = await play(options, "SCRIPT:read go");
  return { ...played, waits, requests: server.requests.length };
}

describe.each<Wire>(["anthropic", "openai"])("a provider in trouble (%s)", (wire) => {
  const troubles: [string, Fault][] = [
    ["has too much to do", { at: 0, kind: "status", status: 429 }],
    ["is overloaded", { at: 0, kind: "status", status: 529 }],
    ["breaks down", { at: 1, kind: "status", status: 500 }],
    ["cuts the answer at its beginning", { at: 0, kind: "cut", afterBytes: 1 }],
    ["cuts the answer in the middle of a call", { at: 0, kind: "cut", afterBytes: 700 }],
    ["cuts the last answer", { at: 1, kind: "cut", afterBytes: 200 }],
    ["sends what is no event", { at: 0, kind: "malformed" }],
  ];

  it.each(troubles)("%s: it is asked again, and nothing is done twice", async (_what, fault) => {
    const { end, events, of, requests, waits } = await playWith(wire, [fault]);
    expect(outcomes(events)).toEqual(["read_file ok"]);
    expect(of("decision")).toHaveLength(1);
    expect(end.reason).toBe("done");
    expect(requests).toBe(3);
    expect(waits).toEqual([500]);
  });

  it("says nothing at all: it is asked again", async () => {
    const { end, of, requests } = await playWith(wire, [{ at: 0, kind: "silent" }], 4, 1_000);
    expect(of("retry").map((one) => one.reason)).toEqual(["the provider said nothing for 1 seconds"]);
    expect([end.reason, requests]).toEqual(["done", 3]);
  });

  it("is given up where it never says anything", async () => {
    const faults = [0, 1].map((at): Fault => ({ at, kind: "silent" }));
    const { end } = await playWith(wire, faults, 1, 300);
    expect(end).toMatchObject({ reason: "provider_error", message: expect.stringContaining("tried 2 times") });
  });

  it("is waited for as long as it asks", async () => {
    const headers = { "retry-after": "7" };
    const { waits, end } = await playWith(wire, [{ at: 0, kind: "status", status: 429, headers }]);
    expect(waits).toEqual([7_000]);
    expect(end.reason).toBe("done");
  });

  it("is given up where it wants to be waited for too long", async () => {
    const headers = { "retry-after": "3600" };
    const { waits, end } = await playWith(wire, [{ at: 0, kind: "status", status: 429, headers }]);
    expect(waits).toEqual([]);
    expect(end).toMatchObject({ reason: "provider_error" });
    expect(end.message).toContain("60 minutes");
  });

  it("is given up after so many tries, with growing pauses between them", async () => {
    const faults = [0, 1, 2, 3].map((at): Fault => ({ at, kind: "status", status: 503 }));
    const { waits, end, events } = await playWith(wire, faults, 3);
    expect(waits).toEqual([500, 1000, 2000]);
    expect(end.reason).toBe("provider_error");
    expect(end.message).toContain("tried 4 times");
    expect(outcomes(events)).toEqual([]);
  });

  it.each([400, 401, 403, 404, 422])("is not asked again after a %i", async (status) => {
    const { end, waits, requests } = await playWith(wire, [{ at: 0, kind: "status", status }]);
    expect(end.reason).toBe("provider_error");
    expect(end.message).toContain(String(status));
    expect(waits).toEqual([]);
    expect(requests).toBe(1);
  });
});

describe("what an error means", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const http = (statusCode: number, message: string, more: object = {}) =>
    Object.assign(new Error(message), { statusCode, ...more });

  it.each([
    [http(400, "prompt is too long: 210000 tokens > 200000 maximum"), "context_too_long"],
    [http(400, "This model's maximum context length is 8192 tokens"), "context_too_long"],
    [http(400, "Bad Request", { responseBody: '{"code":"context_length_exceeded"}' }), "context_too_long"],
    [http(413, "Request Entity Too Large"), "context_too_long"],
    [http(400, "The input token count exceeds the maximum number of tokens allowed"), "context_too_long"],
    [http(429, "too many tokens per minute"), "retry"],
    [http(408, "time-out"), "retry"],
    [http(500, "boom"), "retry"],
    [http(400, "tools.0.name: String should match pattern"), "final"],
    [http(401, "invalid x-api-key"), "final"],
    [http(402, "no credit"), "final"],
    [http(451, "no"), "final"],
    [Object.assign(new Error("no key"), { name: "AI_LoadAPIKeyError" }), "final"],
    [new TypeError("terminated"), "retry"],
    [{ type: "overloaded_error", message: "Overloaded" }, "retry"],
    ["something", "retry"],
    [undefined, "retry"],
  ])("%s", (error, kind) => {
    expect(judgeError(error, now).kind).toBe(kind);
  });

  it.each<[Record<string, string>, number | null]>([
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "1500", "retry-after": "9" }, 1_500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "-5" }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "" }, null],
    [{}, null],
  ])("%j asks for a pause of %s ms", (headers, ms) => {
    expect(retryAfterMs(headers, now)).toBe(ms);
  });
});

it("a key that a server sends back in its error is not shown", async () => {
  const place = plant();
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const body = JSON.stringify({ type: "error", error: { type: "authentication_error", message: `bad key ${KEY}` } });
  const fetch = async () => new Response(body, { status: 401, headers: { "content-type": "application/json" } });
  const model = createAnthropic({ apiKey: KEY, fetch })("claude-test");
  const { end, events } = await play({ workspace: place.open(), model, secrets: [KEY] }, "hello");
  expect(end.message).toContain("bad key [redacted]");
  expect(JSON.stringify(events)).not.toContain(KEY);
});
