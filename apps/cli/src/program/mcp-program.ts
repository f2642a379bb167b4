/** The program of the MCP server, the gateway and the ACP proxy: loaded by its address, as nobody imports an app. */
import { resolve } from "node:path";
import { type Args, tell } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { programUrl } from "./app-folder.ts";

interface Place {
  root: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  complain(text: string): void;
}

interface Door {
  /** Null: standard input and output. */
  http: { port: number } | null;
  tell(address: { url: string; token: string }): void;
}

export type GatewayServers = { words: readonly string[]; name: string | null } | { config: string };

export interface McpProgram {
  serve(options: Place & Door & { identity: "hooked" | "own-session" }): Promise<number>;
  serveGateway(options: Place & Door & { servers: GatewayServers; contain: boolean }): Promise<number>;
  serveAcp(options: Place & { words: readonly string[] }): Promise<number>;
}

export async function mcpProgram(): Promise<McpProgram> {
  return (await import(programUrl("mcp").href)) as McpProgram;
}

export function placeOf(args: Args, { cwd, env, complain }: Io): Place {
  return { root: resolve(cwd, args.text("root") ?? "."), cwd, env, complain };
}

/** What is wrong with `--http` and `--port`, or the door that they name. */
export function doorOf(args: Args, io: Io): Door | string {
  const port = Number(args.text("port") ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return "--port takes 0 to 65535";
  if (args.text("port") !== undefined && !args.flag("http")) return "--port goes with --http";
  return {
    http: args.flag("http") ? { port } : null,
    tell: ({ url, token }) => tell(io, { url, token }, `Serving MCP on ${url}\nAuthorization: Bearer ${token}`),
  };
}
