import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { connectGateway, connectTo, gateway, strangeServer } from "../../../../test/support/mcp/gateway-stage.ts";
import { call, type Planted, plant } from "../../../../test/support/mcp/server-stage.ts";

const policy = `tools:
  mcp.one.look: { effect: read }
  mcp.two.look: { effect: read }
  mcp.one.sample: { effect: read }
  mcp.two.sample: { effect: read }
`;
const files = { "src/a.ts": "one\n" };

describe("several servers", () => {
  function config(planted: Planted): string[] {
    const server = (name: string) => ({ command: process.execPath, args: [strangeServer, name] });
    const path = join(planted.folder, "servers.json");
    writeFileSync(path, JSON.stringify({ mcpServers: { one: server("one"), two: server("two") } }));
    return ["--config", path];
  }

  it("are offered as one: names carry the server's, lists are joined", async () => {
    const planted = plant({ files, policy });
    const client = await connectGateway(planted, config(planted));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["one__look", "two__look", "one__hidden", "select_active_intent"]));
    expect((await call(client, "two__look", { a: 1 })).json).toMatchObject({ name: "two", input: { a: 1 } });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(["one://one", "two://one"]);
    expect(await client.readResource({ uri: "two://one" })).toMatchObject({ contents: [{ text: "of two" }] });
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["one__greet", "two__greet"]);
    expect((await client.getPrompt({ name: "two__greet" })).description).toBe("two greet");
    expect((await call(client, "two__write", { path: "x" })).json.code).toBe("INTENT_REQUIRED");
  });

  it("ask the client under the same ids, and each gets its own answer", async () => {
    const planted = plant({ files, policy });
    let count = 0;
    let comeSecond = () => {};
    const second = new Promise<void>((resolve) => {
      comeSecond = resolve;
    });
    const client = await connectTo(gateway(planted, config(planted)), { capabilities: { sampling: {} } }, (one) =>
      one.setRequestHandler("sampling/createMessage", async () => {
        count += 1;
        const mine = count;
        if (mine === 1) await second;
        comeSecond();
        return { role: "assistant", model: `m${mine}`, content: { type: "text", text: "x" } };
      }),
    );
    const [one, two] = await Promise.all([call(client, "one__sample"), call(client, "two__sample")]);
    expect([one.json.model, two.json.model].toSorted()).toEqual(["m1", "m2"]);
  });
});

describe("what a person wrote down", () => {
  it.each<[string, string]>([
    ["no JSON", "{"],
    ["no servers", "{}"],
    ["a server called like ours", '{"mcpServers":{"intentgate":{"command":"x"}}}'],
    ["a name that could be read in two ways", '{"mcpServers":{"a__b":{"command":"x"}}}'],
    ["a name that would lend its end to a tool", '{"mcpServers":{"a_":{"command":"x"}}}'],
    ["a name with a dot", '{"mcpServers":{"a.b":{"command":"x"}}}'],
    ["a server without a command", '{"mcpServers":{"a":{}}}'],
    ["arguments that are no list", '{"mcpServers":{"a":{"command":"x","args":"y"}}}'],
    ["an address that is none", '{"mcpServers":{"a":{"url":"ftp://x"}}}'],
  ])("%s is refused before anything is started", async (_name, text) => {
    const planted = plant({ files });
    const path = join(planted.folder, "servers.json");
    writeFileSync(path, text);
    const started = gateway(planted, ["--config", path]);
    const code = await new Promise((resolve) => started.child.once("exit", resolve));
    expect([code, started.lines]).toEqual([2, []]);
    expect(started.errors()).toContain("cannot be used");
  });
});
