/** What a server says of its tools: to its client, and to the gate where that asks by itself. */
import { createHash, randomUUID } from "node:crypto";
import { canonicalJson } from "@intentgate/documents";
import { isRequest, type RpcId, type RpcMessage, type RpcRequest, type RpcResponse } from "@intentgate/json-rpc";
import type { OfferedTool } from "@intentgate/sidecar";

export interface OfferedTools {
  /** By name; asked for where nobody has asked yet. Null where the server does not say. */
  all(): Promise<ReadonlyMap<string, OfferedTool> | null>;
  /** What it answered to a request of the client's. */
  heard(request: RpcRequest, response: RpcResponse): void;
  /** A message of the server's own. */
  told(message: RpcMessage): void;
}

const MOST_PAGES = 50;
const LISTING_MS = 10_000;

export function createOfferedTools(
  ask: (request: RpcRequest) => Promise<{ response: RpcResponse }>,
  giveUp: (id: RpcId, why: string) => void,
): OfferedTools {
  const toClient: Told = new Map();
  /** It never takes the place of what the client, and so the model, was told. */
  const toGate: Told = new Map();
  const asked = new Set<RpcId>();
  let isKnown = false;

  async function list(): Promise<boolean> {
    let cursor: unknown;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const id = `intentgate-${randomUUID()}`;
      const late = setTimeout(() => giveUp(id, "it does not list its tools"), LISTING_MS);
      const params = cursor === undefined ? {} : { cursor };
      asked.add(id);
      const { response } = await ask({ jsonrpc: "2.0", id, method: "tools/list", params });
      clearTimeout(late);
      if ("error" in response) return false;
      cursor = (response.result as { nextCursor?: unknown } | null)?.nextCursor ?? undefined;
      if (cursor === undefined) return true;
    }
    return false;
  }

  return {
    async all() {
      isKnown ||= await list();
      return isKnown ? joined([toClient, toGate]) : null;
    },
    heard({ id, method, params }, response) {
      const isOurs = asked.delete(id);
      if (method !== "tools/list" || "error" in response) return;
      const { tools: listed, nextCursor } = (response.result ?? {}) as { tools?: unknown; nextCursor?: unknown };
      // A new first page: what is not on it or a later one is gone.
      if (params?.cursor === undefined) for (const offers of isOurs ? [toGate] : [toClient, toGate]) offers.clear();
      const offers = isOurs ? toGate : toClient;
      for (const entry of Array.isArray(listed) ? (listed as Record<string, unknown>[]) : [])
        if (typeof entry?.name === "string")
          offers.set(entry.name, [...(offers.get(entry.name) ?? []), offered(entry)]);
      isKnown = nextCursor === undefined || nextCursor === null;
    },
    told(message) {
      if (!isRequest(message) && "method" in message && message.method === "notifications/tools/list_changed")
        isKnown = false;
    },
  };
}

/** By name, in the order it was said. */
type Told = Map<string, OfferedTool[]>;

/** A tool that is described in two ways is neither of the two. */
function joined(all: readonly Told[]): Map<string, OfferedTool> {
  const names = new Set(all.flatMap((offers) => [...offers.keys()]));
  return new Map([...names].map((name) => [name, oneOf(all.flatMap((offers) => offers.get(name) ?? []))]));
}

function oneOf(tools: readonly OfferedTool[]): OfferedTool {
  const different = [...new Map(tools.map((tool) => [tool.digest, tool])).values()];
  const digests = different.map(({ digest }) => digest).toSorted();
  return {
    digest: digests.length === 1 ? String(digests[0]) : sha256(digests.join()),
    description: different.map(({ description }) => description).join(" / or: "),
  };
}

function offered({ title, description, inputSchema, outputSchema, annotations }: Record<string, unknown>): OfferedTool {
  const digest = sha256(canonicalJson({ title, description, inputSchema, outputSchema, annotations }));
  return { digest, description: typeof description === "string" ? description : "" };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
