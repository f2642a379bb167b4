/** Starts the gateway: MCP servers behind the gate, in the program that also holds our own server. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { programUrl } from "../program/app-folder.ts";
import { type Io, tell } from "../terminal/io.ts";

export const verb: Verb = {
  name: "mcp-gateway",
  summary: "put MCP servers behind the gate",
  usage: ["[--name NAME] [--root DIR] -- SERVER [ARGS…]", "--config FILE [--root DIR]", "--http [--port N] …"],
  options: {
    config: text("FILE", 'a JSON file with "mcpServers", for several servers at once'),
    name: text("NAME", "what the server is called in the policy; by default what it is known as"),
    root: text("DIR", "the repository that is governed; by default the one around the present folder"),
    http: flag("listen on 127.0.0.1 instead of standard input; prints address and token once"),
    port: text("N", "with --http; by default any that is free"),
  },
  examples: {
    "intentgate mcp-gateway -- npx -y @modelcontextprotocol/server-filesystem .":
      "the file system server, which then writes only what the taken intent owns",
    "intentgate mcp-gateway --name search -- https://mcp.example.org/mcp": "a server that is reached over HTTP",
    "intentgate mcp-gateway --config servers.json": "several servers, their tools named server__tool",
  },
  notes: [
    "A tool that is neither declared under `tools` in policy.yaml nor in the catalogue has an unknown effect: it asks.",
    "Standard output carries the protocol and nothing else; what the servers write to standard error passes.",
  ],
  run,
};

/** What the other program offers; it is loaded by its address, as nobody imports an app. */
interface McpProgram {
  serveGateway(options: {
    root: string;
    servers: { words: readonly string[]; name: string | null } | { config: string };
    http: { port: number } | null;
    cwd: string;
    env: NodeJS.ProcessEnv;
    tell(address: { url: string; token: string }): void;
    complain(text: string): void;
  }): Promise<number>;
}

async function run(args: Args, io: Io): Promise<number> {
  const config = args.text("config");
  const name = args.text("name") ?? null;
  if (config === undefined && args.words.length === 0)
    return refuseUsage(io, "mcp-gateway", "which server? Name it after --");
  if (config !== undefined && args.words.length > 0)
    return refuseUsage(io, "mcp-gateway", "a server after -- and --config exclude each other");
  if (config !== undefined && name !== null)
    return refuseUsage(io, "mcp-gateway", "in a --config file servers have names");
  const port = Number(args.text("port") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return refuseUsage(io, "mcp-gateway", "--port takes 0 to 65535");
  if (args.text("port") !== undefined && !args.flag("http"))
    return refuseUsage(io, "mcp-gateway", "--port goes with --http");
  const servers = config === undefined ? { words: args.words, name } : { config: readConfig(resolve(io.cwd, config)) };
  if ("config" in servers && servers.config === null) return refuseUsage(io, "mcp-gateway", `${config} cannot be read`);
  const program = (await import(programUrl("mcp").href)) as McpProgram;
  const code = await program.serveGateway({
    root: resolve(io.cwd, args.text("root") ?? "."),
    servers: servers as { words: readonly string[]; name: string | null } | { config: string },
    http: args.flag("http") ? { port } : null,
    cwd: io.cwd,
    env: io.env,
    tell({ url, token }) {
      tell(io, { url, token }, `Serving MCP on ${url}\nAuthorization: Bearer ${token}`);
    },
    complain: io.complain,
  });
  return code === 0 ? exitCodes.done : exitCodes.denied;
}

function readConfig(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}
