/** One server: what it says goes through as it is, but for our tools and a word on them. */
import { type RpcRequest, resultOf, rpcCodes } from "@intentgate/json-rpc";
import { instructionsWith, offeredName, renamed, toolBehind, withOwnTools, withTools } from "./listed-tools.ts";
import type { Router } from "./router.ts";
import type { Received, ServerLink } from "./server-link.ts";

type Result = Record<string, unknown>;

export function oneServer(link: ServerLink): Router {
  const { name } = link.spec;

  function introduced(received: Received, request: RpcRequest): Received {
    const { response } = received;
    if ("error" in response || typeof response.result !== "object" || response.result === null) return received;
    const result = response.result as Result;
    link.capabilities = (result.capabilities ?? {}) as Result;
    if (typeof result.protocolVersion === "string") link.agreed(result.protocolVersion);
    return {
      response: resultOf(request.id, {
        ...result,
        capabilities: withTools(result.capabilities),
        instructions: instructionsWith([result.instructions]),
      }),
      text: null,
    };
  }

  function listed(received: Received, request: RpcRequest): Received {
    const { response } = received;
    if ("error" in response) {
      // A server without tools has ours all the same.
      const has = response.error.code !== rpcCodes.noMethod || link.capabilities.tools !== undefined;
      return has ? received : { response: resultOf(request.id, { tools: withOwnTools([], true) }), text: null };
    }
    const result = (response.result ?? {}) as Result;
    const tools = renamed(result.tools, (tool) => offeredName(name, tool, false));
    const isLast = result.nextCursor === undefined || result.nextCursor === null;
    return { response: resultOf(request.id, { ...result, tools: withOwnTools(tools, isLast) }), text: null };
  }

  return {
    async answer(request) {
      const received = await link.ask(request);
      if (request.method === "initialize" || request.method === "server/discover") return introduced(received, request);
      return request.method === "tools/list" ? listed(received, request) : received;
    },
    toolNamed(offered) {
      const tool = toolBehind(name, offered, false);
      return tool === null ? null : { link, tool };
    },
  };
}
