import { describe, expect, it } from "vitest";
import { readMcpConfig } from "./read-config.ts";

const read = (config: unknown, env: Record<string, string> = {}) =>
  readMcpConfig(typeof config === "string" ? config : JSON.stringify(config), "mcp.json", env);
const servers = (entry: object) => ({ mcpServers: { files: entry } });

describe("the file of MCP servers", () => {
  it("knows programs and addresses, as other hosts write them", () => {
    const config = {
      mcpServers: {
        files: { type: "stdio", command: "npx", args: ["-y", "server"], env: { ROOT: "/x" } },
        "my-web_2": { type: "http", url: "https://mcp.example/mcp", headers: { Authorization: `Bearer \${TOKEN}` } },
      },
    };
    const found = read(config, { TOKEN: "secret-token" });
    expect(found).toEqual({
      ok: true,
      value: {
        secrets: ["secret-token"],
        variables: ["TOKEN"],
        servers: [
          { kind: "stdio", name: "files", command: "npx", args: ["-y", "server"], env: { ROOT: "/x" }, cwd: null },
          {
            kind: "http",
            name: "my-web_2",
            url: "https://mcp.example/mcp",
            headers: { Authorization: "Bearer secret-token" },
          },
        ],
      },
    });
  });

  it("keeps secret what it filled in, but not where a person lives", () => {
    const entry = { command: "x", env: { A: `\${GH}`, B: `\${HOME}/bin:\${PATH}` } };
    const found = read(servers(entry), { GH: "gh-secret", HOME: "/home/ann", PATH: "/usr/bin" });
    expect(found).toMatchObject({ ok: true, value: { secrets: ["gh-secret"], variables: ["GH"] } });
  });

  const secret = { Authorization: `Bearer \${GH}` };
  it.each<[string, object]>([
    ["to another machine", { url: "http://mcp.example/mcp", headers: secret }],
    ["to a name that begins like this machine's", { url: "http://127.0.0.1.example/mcp", headers: secret }],
    ["under a name of its own", { url: "http://mcp.example/mcp", headers: { "X-Mine": `\${GH}` } }],
    ["written into the file", { url: "http://mcp.example/mcp", headers: { "X-Api-Key": "k" } }],
    ["as a password in the address", { url: "https://ann:secret@mcp.example/mcp" }],
    ["by another protocol", { url: "ftp://mcp.example/mcp" }],
  ])("sends no key unencrypted: %s", (_what, entry) => {
    const found = read(servers(entry), { GH: "gh-secret" });
    expect(found.ok).toBe(false);
    expect(found.ok || found.problems[0]).toMatchObject({ file: "mcp.json", remedy: expect.stringMatching(/./) });
    expect(JSON.stringify(found)).not.toContain("gh-secret");
  });

  it.each<[string, object]>([
    ["encrypted", { url: "https://mcp.example/mcp", headers: secret }],
    ["on this machine", { url: "http://127.0.0.1:7000/mcp", headers: secret }],
    ["without a key", { url: "http://mcp.example/mcp", headers: { "X-Region": "eu" } }],
  ])("takes an address %s", (_what, entry) => {
    expect(read(servers(entry), { GH: "gh-secret" }).ok).toBe(true);
  });

  it.each<[string, unknown]>([
    ["is no JSON", "{"],
    ["is a list", []],
    ["names no servers", {}],
    ["has a server without command and address", servers({ args: [] })],
    ["has an empty command", servers({ command: "" })],
    ["has an address that is none", servers({ url: "not a url" })],
    ["has arguments that are no texts", servers({ command: "x", args: [1] })],
    ["asks for what the environment does not have", servers({ command: "x", env: { A: `\${MISSING}` } })],
    ["gives a server the gate's own name", { mcpServers: { intentgate: { command: "x" } } }],
    ["gives it that name in other letters", { mcpServers: { IntentGate: { command: "x" } } }],
    ["has a separator in a name", { mcpServers: { "a--b": { command: "x" } } }],
    ["has the other separator in a name", { mcpServers: { a__b: { command: "x" } } }],
    ["has a name that ends in half a separator", { mcpServers: { "a-": { command: "x" } } }],
    ["has a name that begins with half a separator", { mcpServers: { _a: { command: "x" } } }],
    ["has a name with a dot", { mcpServers: { "a.b": { command: "x" } } }],
    ["has an empty name", { mcpServers: { "": { command: "x" } } }],
  ])("is refused when it %s", (_what, config) => {
    const found = read(config);
    expect(found.ok).toBe(false);
    expect(found.ok || found.problems.every((one) => one.remedy !== "" && one.file === "mcp.json")).toBe(true);
  });
});
