import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  connectGateway,
  filesystemServer,
  ledger,
  type Raw,
  start,
} from "../../../../test/support/mcp/gateway-stage.ts";
import { binary, call, giveToNobody, listen, type Planted, plant } from "../../../../test/support/mcp/server-stage.ts";

const files = { "src/a.ts": "one\n", "README.md": "read me\n" };

/** A gateway that listens, and a client of it. */
async function overHttp(planted: Planted, words: readonly string[]) {
  const child = spawn(process.execPath, [binary, "mcp-gateway", "--http", "--json", "--root", planted.root, ...words], {
    cwd: planted.root,
    env: planted.env,
    stdio: ["ignore", "pipe", "ignore"],
    ...giveToNobody(planted),
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  onTestFinished(() => {
    child.kill("SIGTERM");
    return ended;
  });
  const told = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", resolve);
    child.once("exit", (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  const { url, token } = JSON.parse(told) as { url: string; token: string };
  const connect = async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    onTestFinished(() => client.close());
    return client;
  };
  return { url, connect };
}

describe("clients over HTTP", () => {
  it("have each a session and a server of their own", async () => {
    const planted = plant({ files });
    const { connect } = await overHttp(planted, ["--", process.execPath, filesystemServer, planted.root]);
    const [one, two] = [await connect(), await connect()];
    await call(one, "select_active_intent", { intent_id: "INT-001" });
    const write = (client: Client, path: string) =>
      call(client, "write_file", { path: join(planted.root, path), content: "x\n" });
    expect((await write(one, "src/new.ts")).isError).toBe(false);
    expect((await write(two, "src/other.ts")).json.code).toBe("INTENT_REQUIRED");
    await call(one, "list_intents");
    expect(ledger(planted).map((record: Raw) => record.files[0].relative_path)).toEqual(["src/new.ts"]);
  });

  it("are let in with the token only", async () => {
    const planted = plant({ files });
    const { url } = await overHttp(planted, ["--", process.execPath, filesystemServer, planted.root]);
    const response = await fetch(url, { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
    expect(response.status).toBe(401);
  });
});

describe("a server that is reached over HTTP", () => {
  it("is gated like any other, and its tools that are called like ours have its name", async () => {
    const there = plant({ files });
    const server = await listen(there, ["--own-session"]);
    const here = plant({
      files,
      policy:
        "tools:\n  mcp.far.list_intents: { effect: read }\n  mcp.far.why: { effect: write, paths_from: [file] }\n",
    });
    const config = join(here.folder, "servers.json");
    const headers = { Authorization: `Bearer ${server.token}` };
    writeFileSync(config, JSON.stringify({ mcpServers: { far: { type: "http", url: server.url, headers } } }));
    const client = await connectGateway(here, ["--config", config]);
    expect((await call(client, "far__list_intents")).json.intents).toHaveLength(2);
    expect((await call(client, "far__record_lesson", { lesson: "x" })).json.code).toBe("INTENT_REQUIRED");
    await call(client, "select_active_intent", { intent_id: "INT-001" });
    expect((await call(client, "far__record_lesson", { lesson: "x" })).json.code).toBe("NO_ANSWER");
    // On which machine and in which folder it counts from is not known.
    expect((await call(client, "far__why", { file: "src/a.ts" })).json.code).toBe("NO_ANSWER");
    expect(readFileSync(join(there.root, "README.md"), "utf8")).toBe("read me\n");
  });

  it("that is not there is said to be so", async () => {
    const planted = plant({ files });
    const started = start(planted, [binary, "mcp-gateway", "--root", planted.root, "--", "http://127.0.0.1:9/mcp"]);
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    started.write({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    expect((await started.until((message) => message.id === 0)).error.message).toContain("could not be reached");
  });
});

describe("below a program that an agent runs", () => {
  it.each(["mcp-gateway", "acp"])("%s is not started: the agent would answer its own questions", async (verb) => {
    const planted = plant({ files });
    planted.gate().hosts.record(process.pid);
    const started = start(planted, [
      binary,
      verb,
      "--root",
      planted.root,
      "--",
      process.execPath,
      filesystemServer,
      ".",
    ]);
    expect(await new Promise((resolve) => started.child.once("exit", resolve))).toBe(2);
    expect(started.errors()).toContain("agent");
    expect(started.lines).toEqual([]);
  });
});
