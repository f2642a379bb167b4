/** Where a host that a command asks for really is: looked up once, and what was found is what is connected to. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { codeOf } from "@intentgate/world";
import { type AllowedHost, isAllowed, isNamedAddress, type Target } from "./allow-list.ts";
import { isOwnAddress } from "./own-address.ts";

export type Resolve = (host: string) => Promise<readonly string[]>;

export type Found =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; why: "not allowed" | "not found" | "own address" };

export async function findAddresses(target: Target, allowed: readonly AllowedHost[], resolve: Resolve): Promise<Found> {
  if (!isAllowed(target, allowed)) return { ok: false, why: "not allowed" };
  const addresses = isIP(target.host) !== 0 ? [target.host] : await resolve(target.host);
  if (addresses.length === 0 || addresses.some((address) => isIP(address) === 0))
    return { ok: false, why: "not found" };
  const isOut = (address: string) => !isOwnAddress(address) || isNamedAddress(address, target.port, allowed);
  return addresses.every(isOut) ? { ok: true, addresses } : { ok: false, why: "own address" };
}

export async function resolveName(host: string): Promise<readonly string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return [];
  }
}
