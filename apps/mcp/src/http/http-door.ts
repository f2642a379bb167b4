/** Who may come in over HTTP: a program on this machine that was told the token, and no page of a browser. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export type Refused = { status: 401 | 403 | 404; message: string };

export interface Door {
  port: number;
  token: string;
}

export const PATH = "/mcp";

/** Null where the request may pass. */
export function refusedAtDoor(
  request: { url?: string; headers: IncomingHttpHeaders },
  { port, token }: Door,
): Refused | null {
  const { host, origin, authorization } = request.headers;
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  // A name that was made to lead here (DNS rebinding) is still the attacker's name.
  if (host === undefined || !names.includes(host.toLowerCase())) return { status: 403, message: "Wrong Host" };
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`))
    return { status: 403, message: "Wrong Origin" };
  if (!isToken(authorization, token)) return { status: 401, message: "The bearer token is missing or wrong" };
  return (request.url ?? "").split("?")[0] === PATH ? null : { status: 404, message: `Only ${PATH} is served` };
}

function isToken(given: string | undefined, token: string): boolean {
  const [scheme = "", value = "", ...more] = (given ?? "").split(" ");
  return scheme.toLowerCase() === "bearer" && more.length === 0 && timingSafeEqual(hash(value), hash(token));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
