/**
 * Between one client and its servers. What lists and calls tools is looked into, what shows a file or is none of the
 * protocol's is decided; everything else, in both directions, is handed on as it came.
 */
import {
  errorOf,
  isRequest,
  isResponse,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  resultOf,
  rpcCodes,
} from "@intentgate/json-rpc";
import { createClientQuestions } from "./client-questions.ts";
import { filesOf, isKnownNotification, methodProblem, onlyReads } from "./known-methods.ts";
import { oneServer } from "./one-server.ts";
import type { Router } from "./router.ts";
import type { ServerLink } from "./server-link.ts";
import { createServerRequests } from "./server-requests.ts";
import { severalServers } from "./several-servers.ts";
import { createToolCalls, type ToolCallParts } from "./tool-calls.ts";

export interface RelayParts extends Pick<ToolCallParts, "gate" | "gated" | "answerMs"> {
  links: readonly ServerLink[];
  /** `related`: the request of the client in whose course this is said, where that is known. */
  toClient(message: RpcMessage, text: string | null, related: RpcId | null): void;
}

export interface Relay {
  fromClient(message: RpcMessage): void;
  fromServer(link: ServerLink, message: RpcMessage, text: string | null): void;
  end(): Promise<void>;
}

export function createRelay({ links, toClient, gate, gated, answerMs }: RelayParts): Relay {
  /** Requests of the client that are not answered yet, the newest last. */
  const open = new Set<RpcId>();
  const newest = () => [...open].at(-1) ?? null;
  const answer = (response: RpcResponse, text: string | null = null) => {
    if (response.id !== null && !open.delete(response.id)) return;
    toClient(response, text, response.id);
  };
  const questions = createClientQuestions((request, related) => toClient(request, null, related));
  const router: Router = createRouter(links);
  const [first] = links as [ServerLink, ...ServerLink[]];
  const isSeveral = links.length > 1;
  const asked = createServerRequests(isSeveral);
  const calls = createToolCalls({ router, questions, gate, gated, answerMs });

  async function handle(request: RpcRequest): Promise<void> {
    if (request.method === "tools/call") {
      await calls.run(request, (response, text) => answer(response, text));
      return;
    }
    if (request.method === "initialize") questions.know(request.params ?? {});
    const forward = () => router.answer(request);
    const { id, method, params: input = {} } = request;
    const paths = method === "resources/read" ? filesOf(input.uri) : onlyReads(method) ? [] : null;
    // Several servers know no method but the protocol's.
    const isDecided = paths === null ? !isSeveral || method === "resources/read" : paths.length > 0;
    if (isDecided) return calls.runOther({ id, link: first, method, input, paths, forward }, answer);
    const { response, text } = await forward();
    answer(response, text);
  }

  async function decideNotice(notification: RpcNotification): Promise<void> {
    const { method, params: input = {} } = notification;
    const nothing = resultOf(null, {});
    for (const link of links) {
      const forward = async () => {
        link.send(notification);
        return { response: nothing, text: null };
      };
      await calls.runOther({ id: null, link, method, input, paths: null, forward }, () => undefined);
    }
  }

  function notified(notification: RpcNotification): void {
    const { method, params = {} } = notification;
    // A request without an id is no notification, and a server that does not look would run it.
    if (!method.startsWith("notifications/")) return;
    if (method === "notifications/cancelled" && calls.cancel(params.requestId, notification)) return;
    if (!isKnownNotification(method)) return void decideNotice(notification);
    const only = method === "notifications/progress" ? asked.byToken(params.progressToken) : null;
    for (const link of only ? [only] : links) link.send(notification);
  }

  return {
    fromClient(message) {
      if (isResponse(message)) {
        if (questions.take(message)) return;
        const found = asked.answered(message);
        found?.link.send(found.response);
        return;
      }
      if (!isRequest(message)) return notified(message);
      if (open.has(message.id)) {
        const text = `the id ${JSON.stringify(message.id)} is in use by a request that is not answered yet`;
        toClient(errorOf(message.id, rpcCodes.invalid, text), null, null);
        return;
      }
      const problem = methodProblem(message.method);
      if (problem !== null) return toClient(errorOf(message.id, rpcCodes.noMethod, problem), null, message.id);
      open.add(message.id);
      handle(message).catch((error: unknown) => answer(errorOf(message.id, rpcCodes.internal, String(error))));
    },

    fromServer(link, message, text) {
      if (link.take(message, text)) return;
      // Nobody waits for it: the call was cancelled, or it is no answer to anything.
      if (isResponse(message)) return;
      const renamed = asked.seen(link, message);
      const isOfNoCall = /list_changed$|^notifications\/resources\/updated$/.test(message.method);
      toClient(renamed, renamed === message ? text : null, isOfNoCall ? null : newest());
    },

    async end() {
      calls.end();
      questions.end();
      await Promise.all(links.map((link) => link.end()));
      await gate.end();
    },
  };
}

function createRouter(links: readonly ServerLink[]): Router {
  const [only, ...more] = links;
  if (!only) throw new Error("a gateway has a server");
  return more.length === 0 ? oneServer(only) : severalServers(links);
}
