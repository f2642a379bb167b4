/** One server behind the gateway as the relay knows it: what it was asked, and what it asks the client. */
import {
  errorOf,
  isResponse,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
} from "@intentgate/json-rpc";
import { createOfferedTools, type OfferedTools } from "./offered-tools.ts";
import type { ServerSpec } from "./server-config.ts";
import type { Upstream } from "./upstream.ts";

export interface ServerLink {
  spec: ServerSpec;
  /** Declared by the server when it was initialized. */
  capabilities: Record<string, unknown>;
  offered: OfferedTools;
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

/** A server that is asked and says nothing at all for so long hangs: what it holds is needed by others. */
const SILENCE_MS = 10 * 60_000;

export function createServerLink(spec: ServerSpec, opened: Promise<Upstream>, silenceMs = SILENCE_MS): ServerLink {
  const waiting = new Map<RpcId, { id: RpcId; done(received: Received): void; silence: NodeJS.Timeout }>();
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
    offered: createOfferedTools(
      (request) => link.ask(request),
      (id, why) => link.giveUp(id, why),
    ),
    send(message) {
      if (gone !== null) return;
      if (upstream) upstream.send(message);
      else held.push(message);
    },
    ask(request) {
      if (gone !== null) return Promise.resolve(lost(request.id, `the server ${spec.name} ${gone}`));
      return new Promise((done) => {
        const silence = setTimeout(() => hangs(request.id), silenceMs).unref();
        const heard = (received: Received) => {
          link.offered.heard(request, received.response);
          done(received);
        };
        waiting.set(request.id, { id: request.id, done: heard, silence });
        link.send(request);
      });
    },
    giveUp(id, why) {
      const found = waiting.get(id);
      clearTimeout(found?.silence);
      waiting.delete(id);
      found?.done(lost(id, why));
    },
    agreed: (version) => upstream?.agreed(version),
    take(message, text) {
      // Whatever it says, it is at work.
      for (const { silence } of waiting.values()) silence.refresh();
      link.offered.told(message);
      if (!isResponse(message) || message.id === null) return false;
      const found = waiting.get(message.id);
      waiting.delete(message.id);
      clearTimeout(found?.silence);
      found?.done({ response: message, text });
      return found !== undefined;
    },
    isUp: () => gone === null,
    ended(how) {
      if (gone !== null) return;
      gone = how;
      for (const id of [...waiting.keys()]) link.giveUp(id, `the server ${spec.name} ${how}`);
    },
    async end() {
      gone ??= "was ended";
      await (await opened.catch(() => null))?.end();
    },
  };
  function hangs(requestId: RpcId): void {
    const reason = `the server ${spec.name} said nothing for ${silenceMs / 1000} s`;
    link.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason } });
    link.giveUp(requestId, `${reason}, and is not waited for any longer`);
  }

  return link;
}

function lost(id: RpcId, why: string): Received {
  return { response: errorOf(id, -32000, why), text: null };
}
