/** JSON-RPC 2.0 messages, read from what a peer sent. */

export type RpcId = string | number;
export type RpcParams = Record<string, unknown>;

export interface RpcRequest {
  jsonrpc: "2.0";
  id: RpcId;
  method: string;
  params?: RpcParams;
}

export interface RpcNotification {
  jsonrpc: "2.0";
  method: string;
  params?: RpcParams;
}

/** `id` is null where the peer could not read what it was asked. */
export type RpcResponse =
  | { jsonrpc: "2.0"; id: RpcId | null; result: unknown }
  | { jsonrpc: "2.0"; id: RpcId | null; error: { code: number; message: string; data?: unknown } };

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export type ReadMessage = { ok: true; message: RpcMessage } | { ok: false; problem: string; id: RpcId | null };

export const rpcCodes = { parse: -32700, invalid: -32600, noMethod: -32601, params: -32602, internal: -32603 } as const;

const names = ["jsonrpc", "id", "method", "params", "result", "error"];

/** Strict in what two readers could understand in two ways; other keys are the peers' own. */
export function readMessage(value: unknown): ReadMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return no("a message is an object", null);
  const message = value as Record<string, unknown>;
  const { id = null, method, params } = message;
  const known = isId(id) ? id : null;
  if (message.jsonrpc !== "2.0") return no('jsonrpc is not "2.0"', known);
  const twin = lookalike(message, names);
  if (twin !== null) return no(`${JSON.stringify(twin)} is spelled almost like a field of the protocol`, known);
  if (id !== null && known === null) return no("the id is neither a text nor a whole number that can be kept", null);
  if (method !== undefined) {
    if (typeof method !== "string") return no("the method is not text", known);
    if ("result" in message || "error" in message) return no("a request carries no result", known);
    if (params !== undefined && (typeof params !== "object" || params === null || Array.isArray(params)))
      return no("params is not an object", known);
    if ("id" in message && known === null) return no("a request has an id", null);
    return { ok: true, message: value as RpcRequest | RpcNotification };
  }
  if ("result" in message === "error" in message) return no("a response has either a result or an error", known);
  return { ok: true, message: value as RpcResponse };
}

/** A key that some readers take for one of these although it is spelled in another case. */
export function lookalike(value: object, spelled: readonly string[]): string | null {
  const found = Object.keys(value).find((key) => !spelled.includes(key) && spelled.includes(folded(key)));
  return found ?? null;
}

/** A key, however deep, that some readers take for another one beside it. */
export function twinIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) {
    const seen = new Set<string>();
    for (const key of Object.keys(value)) {
      if (seen.has(folded(key))) return key;
      seen.add(folded(key));
    }
  }
  for (const one of Object.values(value)) {
    const found = twinIn(one);
    if (found !== null) return found;
  }
  return null;
}

/** As readers fold that take no notice of case: to them the long s is an s, and the sign for kelvin a k. */
function folded(key: string): string {
  return key.toUpperCase().toLowerCase();
}

function isId(value: unknown): value is RpcId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function no(problem: string, id: RpcId | null): ReadMessage {
  return { ok: false, problem, id };
}

export function isRequest(message: RpcMessage): message is RpcRequest {
  return "method" in message && "id" in message;
}

export function isResponse(message: RpcMessage): message is RpcResponse {
  return !("method" in message);
}

export function resultOf(id: RpcId | null, result: unknown): RpcResponse {
  return { jsonrpc: "2.0", id, result };
}

export function errorOf(id: RpcId | null, code: number, message: string, data?: unknown): RpcResponse {
  return { jsonrpc: "2.0", id, error: data === undefined ? { code, message } : { code, message, data } };
}
