/** The agent's end of the wire: what it was asked, by the editor or by the gate, and whose answer is whose. */
import { randomUUID } from "node:crypto";
import type { RpcId, RpcMessage, RpcParams, RpcRequest, RpcResponse } from "@intentgate/json-rpc";

export interface AgentLink {
  /** A request of the gate's own. */
  ask(method: string, params: RpcParams): Promise<RpcResponse>;
  /** A request of the editor's, under the editor's id. */
  hand(request: RpcRequest, then: (response: RpcResponse) => void | Promise<void>): void;
  /** Null where nobody has asked for this answer. */
  take(response: RpcResponse): Promise<void> | null;
}

export function createAgentLink(send: (message: RpcMessage) => void): AgentLink {
  const waiting = new Map<RpcId, (response: RpcResponse) => void | Promise<void>>();

  function hand(request: RpcRequest, then: (response: RpcResponse) => void | Promise<void>): void {
    waiting.set(request.id, then);
    send(request);
  }

  return {
    hand,
    ask: (method, params) =>
      new Promise((resolve) => hand({ jsonrpc: "2.0", id: `intentgate-${randomUUID()}`, method, params }, resolve)),
    take(response) {
      const then = response.id === null ? undefined : waiting.get(response.id);
      if (!then || response.id === null) return null;
      waiting.delete(response.id);
      return Promise.resolve(then(response));
    },
  };
}
