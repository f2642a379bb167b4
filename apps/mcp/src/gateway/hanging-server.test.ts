/** A server behind the gateway that does not answer: nobody waits for it for ever, and others are told whose file it holds. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { resultOf } from "@intentgate/json-rpc";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectGateway, gateway, type Raw } from "../../../../test/support/mcp/gateway-stage.ts";
import { call, type Planted, plant } from "../../../../test/support/mcp/server-stage.ts";
import { until } from "../../../../test/support/patience.ts";
import { serverFromWords } from "./server-config.ts";
import { createServerLink, type ServerLink } from "./server-link.ts";
import { openUpstream } from "./upstream.ts";

/** Answers `initialize` and `tools/list`; what it does with anything else is the rest of the program. */
const server = (rest: string) => `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const serverInfo = { name: "hangs", version: "1" };
  if (method === "initialize") send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  else if (method === "tools/list") send({ id, result: { tools: [{ name: "put", inputSchema: { type: "object" } }] } });
  else { ${rest} }
});`;

function linked(rest: string, silenceMs: number): ServerLink {
  const read = serverFromWords([process.execPath, "-e", server(rest)], "hangs", { cwd: "/", env: process.env });
  const spec = read.ok ? read.servers[0] : undefined;
  if (!spec) throw new Error("no server");
  const opened = openUpstream(spec, {
    onMessage: (message, text) => void link.take(message, text),
    onEnd: (how) => link.ended(how),
    complain: () => undefined,
  });
  const link = createServerLink(spec, opened, silenceMs);
  onTestFinished(() => link.end());
  return link;
}

const request = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "put" } }) as const;

describe("a server that is asked", () => {
  it.each([
    ["says nothing", ""],
    ["answers somebody else", 'send({ id: "other", result: {} });'],
    [
      "speaks once and then hangs",
      'send({ method: "notifications/progress", params: { progressToken: 1, progress: 1 } });',
    ],
    ["writes what is no message", 'process.stdout.write("working\\n");'],
    ["answers without an id", "send({ result: {} });"],
  ])("and %s is not waited for for ever", async (_what, rest) => {
    const { response } = await linked(rest, 300).ask(request(1));
    expect(response).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining("hangs said nothing for 0.3 s") },
    });
  });

  it("is waited for as long as it says that it is at work", async () => {
    const working = `let left = 8; const timer = setInterval(() => {
      if (left-- > 0) return send({ method: "notifications/progress", params: { progressToken: 1, progress: 8 - left } });
      clearInterval(timer); send({ id, result: { done: true } });
    }, 200);`;
    const { response } = await linked(working, 1_000).ask(request(1));
    expect(response).toEqual(resultOf(1, { done: true }));
  });
});

describe("a file that a hanging call holds", () => {
  it("is refused to others with the reason: they are not let pass only to fail", async () => {
    const policy = "tools:\n  mcp.hangs.put: { effect: write, paths_from: [path] }\n";
    const planted = plant({ policy });
    const open = () => connectGateway(planted, ["--name", "hangs", "--", process.execPath, "-e", server("")]);
    const [one, two] = [await open(), await open()];
    for (const client of [one, two]) await call(client, "select_active_intent", { intent_id: "INT-001" });
    const input = { path: join(planted.root, "src/a.ts") };
    call(one, "put", input).catch(() => undefined); // its client is closed before the server answers
    const locks = join(planted.root, ".orchestration", "locks");
    const isHeld = () => existsSync(locks) && readdirSync(locks).some((name) => /^file-\w+\.lock$/.test(name));
    await until(isHeld);
    const answer = await call(two, "put", input);
    expect(answer).toMatchObject({ isError: true, json: { code: "HOOK_ERROR", meta: { file_path: "src/a.ts" } } });
    // The person is told whose file it is, and not that a hook is broken.
    expect(answer.json.message).not.toMatch(/hook/i);
    expect(answer.json.message).toMatch(
      /another call is at work on src\/a\.ts and has not ended for 10 s: .*process \d+/,
    );
    const ended = planted
      .gate()
      .home.store.decisions.newest(20)
      .find(({ phase, tool }) => phase === "done" && tool.includes("put"));
    expect(ended).toMatchObject({ decision: "denied", code: "HOOK_ERROR" });
  }, 40_000);
});

describe("a file that a call held which is over", () => {
  const naming = (keys: string) => ({
    files: { "src/x.ts": "x\n" },
    policy: `tools:\n  mcp.hangs.put: { effect: write, paths_from: [${keys}] }\n`,
  });
  /** Hangs where it is told to, and else writes what it is told to. */
  const sometimes = server(
    'if (method !== "tools/call") return; const { path, to, hangs } = params.arguments; if (hangs) return; for (const one of [path, to]) if (one) require("node:fs").writeFileSync(one, "x"); send({ id, result: { content: [] } });',
  );
  const words = ["--name", "hangs", "--", process.execPath, "-e", sometimes];
  const held = ({ root }: Planted) => {
    const locks = join(root, ".orchestration", "locks");
    return existsSync(locks) ? readdirSync(locks).filter((name) => /^file-\w+\.lock$/.test(name)).length : 0;
  };

  /** A gateway with a call that hangs. */
  async function hanging(planted: Planted, input: object, files: number) {
    const one = gateway(planted, words);
    const ask = (id: number, method: string, params: object) => one.write({ jsonrpc: "2.0", id, method, params });
    const clientInfo = { name: "raw", version: "1" };
    ask(0, "initialize", { protocolVersion: "2025-03-26", capabilities: {}, clientInfo });
    await one.until((message: Raw) => message.id === 0);
    one.write({ jsonrpc: "2.0", method: "notifications/initialized" });
    ask(1, "tools/call", { name: "select_active_intent", arguments: { intent_id: "INT-001" } });
    await one.until((message: Raw) => message.id === 1);
    ask(2, "tools/call", { name: "put", arguments: { ...input, hangs: true } });
    await expect.poll(() => held(planted), { timeout: 20_000 }).toBe(files);
    return one;
  }

  async function other(planted: Planted) {
    const client = await connectGateway(planted, words);
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    return client;
  }

  it.each<[string, (one: Awaited<ReturnType<typeof hanging>>) => void]>([
    [
      "was cancelled",
      (one) => one.write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } }),
    ],
    ["died with its gateway", (one) => one.child.kill("SIGKILL")],
  ])(
    "is free again when the call %s",
    async (_how, end) => {
      const planted = plant(naming("path"));
      const path = join(planted.root, "src/a.ts");
      const two = await other(planted);
      const one = await hanging(planted, { path }, 1);
      end(one);
      const answer = await two.callTool({ name: "put", arguments: { path } });
      expect([answer.isError ?? false, existsSync(path)], JSON.stringify(answer)).toEqual([false, true]);
    },
    60_000,
  );

  it("is every one that the call names: also the second is refused to others while it hangs", async () => {
    const planted = plant(naming("path, to"));
    const [path, to] = [join(planted.root, "src/a.ts"), join(planted.root, "src/b.ts")];
    const two = await other(planted);
    await hanging(planted, { path, to }, 2);
    const answer = await call(two, "put", { path: to, to: join(planted.root, "src/c.ts") });
    expect(answer).toMatchObject({ isError: true, json: { meta: { file_path: "src/b.ts" } } });
    expect(answer.json.message).toContain("another call is at work on src/b.ts");
    expect(existsSync(to)).toBe(false);
  }, 60_000);
});
