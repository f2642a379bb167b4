/** Which server answers a request of the client that is no tool call, and under which names their tools are offered. */
import type { RpcRequest } from "@intentgate/json-rpc";
import type { Received, ServerLink } from "./server-link.ts";

export interface Router {
  answer(request: RpcRequest): Promise<Received>;
  /** Null: no server can be meant. */
  toolNamed(name: string): { link: ServerLink; tool: string } | null;
}
