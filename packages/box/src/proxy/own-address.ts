/** Addresses that are not out in the world: this machine, the network around it, and what clouds answer on. */
import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";

/** Apart, as an address of the older kind is otherwise held against those of the newer that carry it. */
const near = {
  ipv4: listOf("ipv4", [
    ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
    ...["192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3"],
  ]),
  ipv6: listOf("ipv6", [
    ...["fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "100::/64"],
    // They carry an address of the older kind within them.
    ...["::/96", "::ffff:0:0/96", "64:ff9b::/32", "2001::/32", "2002::/16"],
  ]),
};

function listOf(family: "ipv4" | "ipv6", nets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const net of nets) {
    const [address = "", bits] = net.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

export function isOwnAddress(address: string): boolean {
  const here = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return near[familyOf(address)].check(address, familyOf(address)) || here.some((one) => one.address === address);
}
