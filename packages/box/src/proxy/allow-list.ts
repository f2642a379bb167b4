/** Which hosts a command may reach, as a person wrote them down: `registry.npmjs.org`, `*.example.org`, with a port where it is no usual one. */
import { isIP, isIPv6 } from "node:net";
import { coversHost } from "@intentgate/documents";

export interface AllowedHost {
  /** Lower case; `*.` before it stands for whatever ends in it. An address stands for itself. */
  host: string;
  /** Null: the usual two. */
  port: number | null;
}

export interface Target {
  host: string;
  port: number;
}

const USUAL_PORTS: readonly number[] = [443, 80];
const name = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/;
const MOST_CHARACTERS = 260;

/** Null where it is no host and no address. */
export function parseAllowedHost(text: string): AllowedHost | null {
  const target = splitPort(text);
  if (target === null) return null;
  const { host, port } = target;
  if (isIP(host) !== 0) return { host, port };
  // A single word after the star would stand for a whole top-level domain.
  const isWide = host.startsWith("*.") && !host.slice(2).includes(".");
  return name.test(host) && !isWide && !looksLikeAddress(host) ? { host, port } : null;
}

/** What a client asks for: `host:port`, nothing before it and nothing after. Null where it is anything else. */
export function parseTarget(text: string): Target | null {
  const split = splitPort(text);
  if (split?.port == null) return null;
  const { host, port } = split;
  const isHost = isIP(host) !== 0 || (name.test(host) && !host.startsWith("*") && !looksLikeAddress(host));
  return isHost ? { host, port } : null;
}

export function isAllowed({ host, port }: Target, allowed: readonly AllowedHost[]): boolean {
  return allowed.some(
    (one) => (one.port === null ? USUAL_PORTS.includes(port) : one.port === port) && coversHost(one.host, host),
  );
}

/** The list names this very address: only so may it be one of this machine or of the network around it. */
export function isNamedAddress(address: string, port: number, allowed: readonly AllowedHost[]): boolean {
  return isAllowed(
    { host: plainAddress(address), port },
    allowed.filter(({ host }) => isIP(host) !== 0),
  );
}

/** `127.1`, `0x7f.1`, `2130706433`: some programs take them for addresses, so they are no names here. */
function looksLikeAddress(host: string): boolean {
  return /^(?:\d+|0x[0-9a-f]*)$/.test(host.slice(host.lastIndexOf(".") + 1));
}

function splitPort(text: string): { host: string; port: number | null } | null {
  if (text.length > MOST_CHARACTERS) return null;
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/.exec(text);
  const bare = found === null && isIPv6(text) ? text : null;
  const host = bare ?? found?.[1] ?? found?.[2];
  if (host === undefined || (found?.[1] !== undefined && !isIPv6(host))) return null;
  const port = found?.[3] === undefined ? null : Number(found[3]);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  return { host: plainAddress(host.toLowerCase().replace(/\.$/, "")), port };
}

/** One spelling of each address. */
function plainAddress(host: string): string {
  return isIPv6(host) ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;
}
