/** Tells a tab of an earlier start, and nobody else, where this one is, with a ticket that lets it in once. */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { type KnownTab, type SealedWay, sealedFor, type WayIn } from "../../api/tab-keys.ts";
import type { Asking, Door } from "./door.ts";
import { type KeptTab, portOf, type TabFiles } from "./tab-files.ts";

const TICKET_MS = 60_000;
const PATH = "/api/successor";

export interface Successor {
  /** A tab of this start, with the public half of its key. */
  keep(publicKey: string): KnownTab;
  /** Null where it is another question, or comes from whoever else. */
  wayFor(asking: Asking, query: URLSearchParams): SealedWay | null;
  /** Once, and not for long. */
  useTicket(given: string): boolean;
}

export function createSuccessor(door: Pick<Door, "host" | "port">, tabs: TabFiles, now: () => number): Successor {
  const tickets = new Map<string, { tab: string; until: number }>();

  /** As long as a ticket holds, each question of its tab gets that one: who only asks in its place takes nothing from it. */
  function ticketFor(tab: string): string {
    for (const [ticket, { until }] of tickets) if (now() >= until) tickets.delete(ticket);
    const [held] = [...tickets].filter(([, one]) => one.tab === tab);
    if (held) return held[0];
    const ticket = randomBytes(32).toString("base64url");
    tickets.set(ticket, { tab, until: now() + TICKET_MS });
    return ticket;
  }

  return {
    keep(publicKey) {
      const { id, secret } = tabs.keep(publicKey, door.host);
      return { id, secret };
    },

    wayFor(asking, query) {
      if (asking.path !== PATH || asking.method !== "GET") return null;
      const tab = tabs.find(query.get("tab") ?? "");
      const challenge = query.get("challenge") ?? "";
      if (tab === null || !/^[\w-]{32}$/.test(challenge) || !isItsOwn(asking, tab, door)) return null;
      const [name = ""] = door.host.split(".");
      return seal(tab, challenge, { name, ticket: ticketFor(tab.id) });
    },

    useTicket(given) {
      const held = tickets.get(given);
      if (!held) return false;
      tickets.delete(given);
      if (now() >= held.until) return false;
      tabs.forget(held.tab);
      return true;
    },
  };
}

/** Asked by the tab's own page, at the address of its start, which was another one at this port. */
function isItsOwn({ headers }: Asking, { host }: KeptTab, door: Pick<Door, "host" | "port">): boolean {
  if ((headers.host ?? "").toLowerCase() !== host || host === door.host || portOf(host) !== door.port) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return false;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin";
}

/** Null where what is kept is no key. */
function seal(tab: KeptTab, challenge: string, way: WayIn): SealedWay | null {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const key = own.getPublicKey("base64url");
  const shared = sharedWith(own, tab.publicKey);
  if (shared === null) return null;
  const salt = Buffer.from(tab.secret, "base64url");
  const opener = hkdfSync("sha256", shared, salt, sealedFor(tab.host, tab.id, key), 32);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(opener), iv);
  cipher.setAAD(Buffer.from(challenge));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(way), "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { key, iv: iv.toString("base64url"), sealed: sealed.toString("base64url") };
}

function sharedWith(own: ReturnType<typeof createECDH>, publicKey: string): Buffer | null {
  try {
    return own.computeSecret(Buffer.from(publicKey, "base64url"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY") return null;
    throw error;
  }
}
