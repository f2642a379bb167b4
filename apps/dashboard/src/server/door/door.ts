/**
 * Who may ask: a browser that came in with the printed address, or a script with the token; from this machine, and not
 * because another site told the browser to. The page has a name of its own in every start: what other programs left in
 * the browser under this machine's name and this port (service workers, caches, storage) belongs to another origin.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { keyHeader } from "../../api/api.ts";

export interface Door {
  readonly token: string;
  readonly cookieName: string;
  readonly cookie: string;
  readonly key: string;
  readonly port: number;
  /** Name and port under which a browser finds this start of the page, and no other. */
  readonly host: string;
  /** For a program that opens the browser: its words can be seen by others, so it serves once and not for long. */
  newCode(): string;
  useCode(code: string): boolean;
}

export interface Asking {
  method: string;
  /** Without the query. */
  path: string;
  headers: IncomingHttpHeaders;
}

export type Refused = { status: 400 | 401 | 403 | 405 | 415; message: string; remedy: string };

const CODE_MS = 60_000;
const methods = new Set(["GET", "HEAD", "POST", "PATCH"]);
const onlyLooking = new Set(["GET", "HEAD"]);
/** Reached by following a link, where no cookie can be expected yet. */
const entrances = new Set(["/", "/enter"]);

export function createDoor(port: number, now: () => number): Door {
  const secret = () => randomBytes(32).toString("base64url");
  let code: { value: string; until: number } | null = null;
  return {
    token: secret(),
    // Cookies know no ports: the pages of two projects must not overwrite each other's.
    cookieName: `intentgate_${port}`,
    cookie: secret(),
    key: secret(),
    port,
    // Browsers take every name below `localhost` for this machine, without asking anybody.
    host: `${randomBytes(20).toString("hex")}.localhost:${port}`,
    newCode() {
      code = { value: secret(), until: now() + CODE_MS };
      return code.value;
    },
    useCode(given) {
      const fits = code !== null && now() < code.until && isSame(given, code.value);
      if (fits) code = null;
      return fits;
    },
  };
}

/** Null where the request may pass. `/enter` is judged by what it brings, not here. */
export function refusedAtDoor(asking: Asking, door: Door): Refused | null {
  return (
    wrongPlace(asking, door) ?? wrongForm(asking) ?? (asking.path === "/enter" ? null : unknownAsker(asking, door))
  );
}

function wrongPlace({ method, path, headers }: Asking, { port, host }: Door): Refused | null {
  if (!path.startsWith("/")) return no(400, "this server is no proxy", openAgain);
  const named = (headers.host ?? "").toLowerCase();
  // Scripts bring the token and keep nothing; no browser is let in under a name that others had before.
  const isScript = headers.authorization !== undefined && path.startsWith("/api/");
  const names = isScript ? [host, `127.0.0.1:${port}`, `localhost:${port}`] : [host];
  // A name that was made to lead here (DNS rebinding) is still the attacker's name.
  if (!names.includes(named)) return no(403, "the Host header does not name this start of the page", openAgain);
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return no(403, "the request comes from another site", "Use the page that this server shows.");
  const site = headers["sec-fetch-site"];
  const isEntering = entrances.has(path) && onlyLooking.has(method) && headers["sec-fetch-mode"] === "navigate";
  if (site !== undefined && site !== "same-origin" && site !== "none" && !isEntering)
    return no(403, "the request comes from another site", "Use the page that this server shows.");
  return null;
}

function wrongForm({ method, headers }: Asking): Refused | null {
  if (!methods.has(method)) return no(405, `${method} is not used here`, "Use GET, POST or PATCH.");
  if (onlyLooking.has(method)) return null;
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  // What a form of another site can send without asking is never this type.
  if (type !== "application/json")
    return no(415, "the body must be JSON", "Send it with `content-type: application/json`.");
  return null;
}

function unknownAsker({ method, headers }: Asking, door: Door): Refused | null {
  if (headers.authorization !== undefined)
    return isBearer(headers.authorization, door.token) ? null : no(401, "the token is wrong", openAgain);
  if (!cookiesIn(headers.cookie, door.cookieName).some((value) => isSame(value, door.cookie)))
    return no(401, "this server does not know who asks", openAgain);
  if (onlyLooking.has(method)) return null;
  const key = headers[keyHeader.toLowerCase()];
  return typeof key === "string" && isSame(key, door.key)
    ? null
    : no(401, "this page may look but not change anything: its key is missing or from an earlier start", openAgain);
}

const openAgain = "Open the address that `intentgate serve` printed.";

function isBearer(given: string, token: string): boolean {
  const [scheme = "", value = "", ...more] = given.split(" ");
  return scheme.toLowerCase() === "bearer" && more.length === 0 && isSame(value, token);
}

function cookiesIn(header: string | undefined, name: string): string[] {
  return (header ?? "").split(";").flatMap((part) => {
    const [key = "", ...value] = part.trim().split("=");
    return key === name ? [value.join("=")] : [];
  });
}

/** As long for every wrong guess. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function no(status: Refused["status"], message: string, remedy: string): Refused {
  return { status, message, remedy };
}
