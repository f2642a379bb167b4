/** One server behind the gateway as the relay knows it: what it was asked, and what it asks the client. */
import {
  errorOf,
  isResponse,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
} from "@intentgate/json-rpc";
import type { ServerSpec } from "./server-config.ts";
import type { Upstream } from "./upstream.ts";

export interface ServerLink {
  spec: ServerSpec;
  /** Declared by the server when it was initialized. */
  capabilities: Record<string, unknown>;
  send(message: RpcMessage): void;
  /** Answers with an error where the server is gone, and for what it can no longer answer. */
  ask(request: RpcRequest): Promise<Received>;
  /** Stops waiting: what the server may still answer goes nowhere. */
  giveUp(id: RpcId, why: string): void;
  agreed(version: string): void;
  /** True where somebody here waits for this very response. */
  take(message: RpcMessage, text: string | null): boolean;
  isUp(): boolean;
  ended(how: string): void;
  end(): Promise<void>;
}

export interface Received {
  response: RpcResponse;
  text: string | null;
}

export function createServerLink(spec: ServerSpec, opened: Promise<Upstream>): ServerLink {
  const waiting = new Map<RpcId, { id: RpcId; done(received: Received): void }>();
  let gone: string | null = null;
  let upstream: Upstream | null = null;
  /** Before it is connected. */
  let held: RpcMessage[] = [];
  opened.then(
    (up) => {
      upstream = up;
      for (const message of held) up.send(message);
      held = [];
    },
    (error: unknown) => link.ended(`could not be reached: ${String(error)}`),
  );

  const link: ServerLink = {
    spec,
    capabilities: {},
    send(message) {
      if (gone !== null) return;
      if (upstream) upstream.send(message);
      else held.push(message);
    },
    ask(request) {
      if (gone !== null) return Promise.resolve(lost(request.id, `the server ${spec.name} ${gone}`));
      return new Promise((done) => {
        waiting.set(request.id, { id: request.id, done });
        link.send(request);
      });
    },
    giveUp(id, why) {
      waiting.get(id)?.done(lost(id, why));
      waiting.delete(id);
    },
    agreed: (version) => upstream?.agreed(version),
    take(message, text) {
      if (!isResponse(message) || message.id === null) return false;
      const found = waiting.get(message.id);
      waiting.delete(message.id);
      found?.done({ response: message, text });
      return found !== undefined;
    },
    isUp: () => gone === null,
    ended(how) {
      if (gone !== null) return;
      gone = how;
      for (const { id, done } of waiting.values()) done(lost(id, `the server ${spec.name} ${how}`));
      waiting.clear();
    },
    async end() {
      gone ??= "was ended";
      await (await opened.catch(() => null))?.end();
    },
  };
  return link;
}

function lost(id: RpcId, why: string): Received {
  return { response: errorOf(id, -32000, why), text: null };
}
