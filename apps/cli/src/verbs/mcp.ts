/** Starts the MCP server, which is a program of its own beside this one. */
import { resolve } from "node:path";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { programUrl } from "../program/app-folder.ts";
import { type Io, tell } from "../terminal/io.ts";

export const verb: Verb = {
  name: "mcp",
  summary: "offer intents, history and abilities to agents over MCP",
  usage: ["[--root DIR]", "--own-session [--root DIR]", "--http [--port N] [--own-session] [--root DIR]"],
  options: {
    root: text("DIR", "the repository it serves; by default the one around the present folder"),
    hooked: flag("the host's hook decides and binds; this is the default"),
    "own-session": flag("for clients without hooks: one session for each connection"),
    http: flag("listen on 127.0.0.1 instead of standard input; prints address and token once"),
    port: text("N", "with --http; by default any that is free"),
  },
  examples: {
    "intentgate mcp": "serve the host that started it, whose hook Intentgate is",
    "intentgate mcp --own-session": "serve a client that has no hooks",
    "intentgate mcp --http --port 7411 --own-session": "serve clients that connect over HTTP",
  },
  notes: [
    "Standard output carries the protocol and nothing else; what is to be told goes to standard error.",
    "With --http a client sends `Authorization: Bearer TOKEN`; the token is new with every start.",
  ],
  run,
};

/** What the other program offers; it is loaded by its address, as nobody imports an app. */
interface McpProgram {
  serve(options: {
    root: string;
    http: { port: number } | null;
    identity: "hooked" | "own-session";
    env: NodeJS.ProcessEnv;
    tell(address: { url: string; token: string }): void;
    complain(text: string): void;
  }): Promise<number>;
}

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "mcp", "mcp takes options only");
  if (args.flag("hooked") && args.flag("own-session"))
    return refuseUsage(io, "mcp", "--hooked and --own-session exclude each other");
  const port = Number(args.text("port") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return refuseUsage(io, "mcp", "--port takes 0 to 65535");
  if (args.text("port") !== undefined && !args.flag("http")) return refuseUsage(io, "mcp", "--port goes with --http");
  const program = (await import(programUrl("mcp").href)) as McpProgram;
  const code = await program.serve({
    root: resolve(io.cwd, args.text("root") ?? "."),
    http: args.flag("http") ? { port } : null,
    identity: args.flag("own-session") ? "own-session" : "hooked",
    env: io.env,
    tell({ url, token }) {
      tell(io, { url, token }, `Serving MCP on ${url}\nAuthorization: Bearer ${token}`);
    },
    complain: io.complain,
  });
  return code === 0 ? exitCodes.done : exitCodes.denied;
}
