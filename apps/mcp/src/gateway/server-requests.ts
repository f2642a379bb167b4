/** What servers ask of the client: whose request a response answers, where several servers use the same ids. */
import { fileURLToPath } from "node:url";
import { isRequest, type RpcId, type RpcMessage, type RpcResponse } from "@intentgate/json-rpc";
import type { ServerLink } from "./server-link.ts";

interface Asked {
  link: ServerLink;
  id: RpcId;
  method: string;
}

export function createServerRequests(renames: boolean) {
  const open = new Map<RpcId, Asked>();
  const tokens = new Map<unknown, ServerLink>();
  let count = 0;

  return {
    /** The message as the client is to see it. */
    seen(link: ServerLink, message: RpcMessage): RpcMessage {
      if ("method" in message && message.method === "notifications/cancelled" && renames) {
        const ours = [...open].find(([, one]) => one.link === link && one.id === message.params?.requestId);
        return ours ? { ...message, params: { ...message.params, requestId: ours[0] } } : message;
      }
      if (!isRequest(message)) return message;
      count += 1;
      const id = renames ? `${link.spec.name}/${count}` : message.id;
      open.set(id, { link, id: message.id, method: message.method });
      const token = (message.params?._meta as { progressToken?: unknown } | undefined)?.progressToken;
      if (token !== undefined) tokens.set(token, link);
      return renames ? { ...message, id } : message;
    },

    answered(response: RpcResponse): { link: ServerLink; response: RpcResponse } | null {
      const found = response.id === null ? undefined : open.get(response.id);
      if (!found || response.id === null) return null;
      open.delete(response.id);
      if (found.method === "roots/list" && "result" in response) keepRoots(found.link, response.result);
      return { link: found.link, response: { ...response, id: found.id } };
    },

    byToken: (token: unknown): ServerLink | null => tokens.get(token) ?? null,
  };
}

/** Some servers resolve paths against them, so the gate must know them too; they are added, never taken away. */
function keepRoots(link: ServerLink, result: unknown): void {
  const { roots } = (result ?? {}) as { roots?: unknown };
  const found = (Array.isArray(roots) ? roots : []).flatMap((root: { uri?: unknown } | null) => pathOf(root?.uri));
  const { server } = link.spec;
  link.spec.server = { ...server, roots: [...new Set([...server.roots, ...found])] };
}

function pathOf(uri: unknown): string[] {
  if (typeof uri !== "string") return [];
  if (!uri.startsWith("file://")) return uri.startsWith("/") ? [uri] : [];
  try {
    return [fileURLToPath(uri)];
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return []; // no path of this machine
    throw error;
  }
}
