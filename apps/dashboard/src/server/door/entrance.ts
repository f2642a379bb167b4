/** Stands before every address: what may pass, how large it may be, and how the printed address lets a browser in. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { problem, visibleText } from "@intentgate/documents";
import type { Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Failure } from "../../api/shared.ts";
import { type Door, isSame, type Refused, refusedAtDoor } from "./door.ts";
import { asApiProblem } from "./failure.ts";
import type { Successor } from "./successor.ts";

const LARGEST_BODY = 256 * 1024;

/**
 * True where the request was answered here, with a no or with the way that a tab of an earlier start looks for; nothing
 * of it has been read then but its headers.
 */
export function turnedAway(
  request: IncomingMessage,
  response: ServerResponse,
  door: Door,
  successor: Pick<Successor, "wayFor">,
): boolean {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const asking = { method: request.method ?? "", path, headers: request.headers };
  const way = successor.wayFor(asking, new URLSearchParams(query));
  if (way !== null) {
    response.writeHead(200, { ...safeHeaders, "content-type": "application/json" });
    response.end(JSON.stringify(way));
    return true;
  }
  const no = refusedAtDoor(asking, door);
  if (no === null) return false;
  const { type, body } = refusalPage(no, path);
  const close = request.method === "GET" || request.method === "HEAD" ? {} : { connection: "close" };
  const bearer = no.status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(no.status, { ...safeHeaders, ...close, ...bearer, "content-type": type });
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
}

/** A person in front of a browser reads a sentence, everything else reads JSON. */
function refusalPage(
  { message, remedy }: Pick<Refused, "message" | "remedy">,
  path: string,
): { type: string; body: string } {
  if (path.startsWith("/api/")) return { type: "application/json", body: JSON.stringify(failure(message, remedy)) };
  return { type: "text/plain; charset=utf-8", body: `${remedy}\n(${message})\n` };
}

function failure(message: string, remedy: string): Failure {
  return { problems: [asApiProblem(problem("NOT_ALLOWED", message, remedy))] };
}

export function withSafeHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(safeHeaders))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  };
}

/** Spelled out, JSON means the same, and hides nothing from who reads it as it comes. */
export function withVisibleJson(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { res } = context;
    if (!res.headers.get("content-type")?.startsWith("application/json")) return;
    context.res = new Response(visibleText(await res.text()), res);
  };
}

export function withLimitedBodies(): MiddlewareHandler {
  return bodyLimit({
    maxSize: LARGEST_BODY,
    onError: (context) => context.json(failure("the body is too large", `Send at most ${LARGEST_BODY} bytes.`), 413),
  });
}

/** The token is given once and leaves the address at once: what stays in the browser is a cookie, and the key. */
export function addEntrance(app: Hono, door: Door, { useTicket }: Pick<Successor, "useTicket">): void {
  app.get("/enter", (context) => {
    const { token, code, ticket } = context.req.query();
    const isTab = ticket !== undefined && useTicket(ticket);
    const mayEnter =
      isTab || (token !== undefined && isSame(token, door.token)) || (code !== undefined && door.useCode(code));
    if (!mayEnter) {
      const message = "this address was used already, or is of an earlier start";
      const { type, body } = refusalPage(
        { message, remedy: "Open the address that `intentgate serve` printed." },
        "/enter",
      );
      return new Response(body, { status: 401, headers: { "content-type": type } });
    }
    const cookie = `${door.cookieName}=${door.cookie}; Path=/; HttpOnly; SameSite=Strict`;
    const next = `/#key=${door.key}`;
    if (!isTab) return new Response(null, { status: 303, headers: { location: next, "set-cookie": cookie } });
    // The tab comes from another name: its browser gives the cookie only to a page that is here already.
    const body = `<!doctype html><title>Intentgate</title><meta http-equiv="refresh" content="0;url=${next}">`;
    return new Response(body, { headers: { "content-type": "text/html; charset=utf-8", "set-cookie": cookie } });
  });
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** What every answer tells the browser: run and load nothing from elsewhere, keep nothing, show it in no frame. */
const safeHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cache-control": "no-store",
};
