/** Starts the gateway: MCP servers behind the gate, in the program that also holds our own server. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { doorOf, type GatewayServers, mcpProgram, placeOf } from "../program/mcp-program.ts";
import type { Io } from "../terminal/io.ts";

export const verb: Verb = {
  name: "mcp-gateway",
  usage: ["[--name NAME] [--root DIR] -- SERVER [ARGS…]", "--config FILE [--root DIR]", "--http [--port N] …"],
  options: {
    config: text("FILE", 'a JSON file with "mcpServers", for several servers at once'),
    name: text("NAME", "what the server is called in the policy; by default what it is known as"),
    root: text("DIR", "the repository that is governed; by default the one around the present folder"),
    contain: flag("start the servers where they can change nothing that steers the gate, agents or git"),
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
    "With --contain control files, git's hooks and settings, and settings of agents are read-only for the servers, whatever their own path logic does, and what the gate keeps is not there. It needs Linux and bubblewrap; without them nothing is started. A server that is reached over HTTP cannot be contained.",
    "Standard output carries the protocol and nothing else; what the servers write to standard error passes.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const config = args.text("config");
  const name = args.text("name") ?? null;
  const refuse = (message: string) => refuseUsage(io, "mcp-gateway", message);
  if (config === undefined && args.words.length === 0) return refuse("which server? Name it after --");
  if (config !== undefined && args.words.length > 0) return refuse("a server after -- and --config exclude each other");
  if (config !== undefined && name !== null) return refuse("in a --config file servers have names");
  const door = doorOf(args, io);
  if (typeof door === "string") return refuse(door);
  const servers = config === undefined ? { words: args.words, name } : readConfig(resolve(io.cwd, config));
  if (servers === null) return refuse(`${config} cannot be read`);
  const code = await (await mcpProgram()).serveGateway({
    ...{ ...placeOf(args, io), ...door, servers, contain: args.flag("contain") },
  });
  return code === 0 ? exitCodes.done : exitCodes.denied;
}

function readConfig(path: string): GatewayServers | null {
  try {
    return { config: readFileSync(path, "utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}
