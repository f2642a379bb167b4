/** Which server answers a request of the client that is no tool call, and under which names their tools are offered. */
import type { RpcRequest } from "@intentgate/json-rpc";
import { oneServer } from "./one-server.ts";
import type { Received, ServerLink } from "./server-link.ts";
import { severalServers } from "./several-servers.ts";

export interface Router {
  answer(request: RpcRequest): Promise<Received>;
  /** Null: no server can be meant. */
  toolNamed(name: string): { link: ServerLink; tool: string } | null;
}

export function createRouter(links: readonly ServerLink[]): Router {
  const [only, ...more] = links;
  if (!only) throw new Error("a gateway has a server");
  return more.length === 0 ? oneServer(only) : severalServers(links);
}
