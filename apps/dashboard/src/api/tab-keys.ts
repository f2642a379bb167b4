/**
 * How a tab and the start of the page that follows its own know each other. The tab makes a key pair whose private half
 * never leaves its memory, gives the public half to its server (`POST /api/tabs`) and gets an id and a secret. When that
 * server is gone it asks at its own address, `GET /api/successor?tab=ID&challenge=TEXT`, without a cookie. The next start
 * at the same port answers with a `SealedWay`: only the tab can read it, only who knows the secret can make it, and it
 * holds for this one question. Whoever else has the port gets an id and a challenge, which open nothing.
 */

export interface KnownTab {
  id: string;
  secret: string;
}

/** All of it in base64url; `key` is the server's half, made for this answer. */
export interface SealedWay {
  key: string;
  iv: string;
  sealed: string;
}

/** Name and ticket only: the tab puts the address together itself, so it goes to its own port and nowhere else. */
export interface WayIn {
  name: string;
  ticket: string;
}

export type TabKeys = Awaited<ReturnType<typeof makeTabKeys>>;

const curve = { name: "ECDH", namedCurve: "P-256" } as const;

export async function makeTabKeys() {
  const pair = await crypto.subtle.generateKey(curve, false, ["deriveBits"]);
  return {
    own: pair.privateKey,
    publicKey: inWords(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey))),
  };
}

/** What both sides mix into the key: whose answer this is, under which name the tab is known, and whose key made it. */
export function sealedFor(host: string, id: string, key: string): string {
  return `intentgate, a tab of the page, 1\n${host}\n${id}\n${key}`;
}

export interface Question {
  keys: TabKeys;
  tab: KnownTab;
  challenge: string;
  /** Name and port of the tab's own start. */
  host: string;
}

/** Null for everything that the next start did not seal for this tab and this question. */
export async function openWay({ keys, tab, challenge, host }: Question, told: unknown): Promise<WayIn | null> {
  const { key, iv, sealed } = (told ?? {}) as Partial<Record<string, unknown>>;
  if (typeof key !== "string" || typeof iv !== "string" || typeof sealed !== "string") return null;
  try {
    const theirs = await crypto.subtle.importKey("raw", bytesOf(key), curve, false, []);
    const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, keys.own, 256);
    const mixed = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
    const info = new TextEncoder().encode(sealedFor(host, tab.id, key));
    const how = { name: "HKDF", hash: "SHA-256", salt: bytesOf(tab.secret), info };
    const opener = await crypto.subtle.deriveKey(how, mixed, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
    const additionalData = new TextEncoder().encode(challenge);
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytesOf(iv), additionalData },
      opener,
      bytesOf(sealed),
    );
    return wayIn(JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    return null; // not for us, or not from where it says
  }
}

function wayIn(plain: unknown): WayIn | null {
  const { name, ticket } = (plain ?? {}) as Partial<Record<string, unknown>>;
  if (typeof name !== "string" || !/^[0-9a-f]{40}$/.test(name)) return null;
  return typeof ticket === "string" && /^[\w-]{43}$/.test(ticket) ? { name, ticket } : null;
}

export function newChallenge(): string {
  return inWords(crypto.getRandomValues(new Uint8Array(24)));
}

function inWords(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function bytesOf(words: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
}
