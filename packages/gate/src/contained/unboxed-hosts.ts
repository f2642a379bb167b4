/** Hosts that ran a command themselves although they were given another line: until it is proved anew, they are given none. */
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { makeFolder, readText, replaceFile } from "@intentgate/world";

const FILE = "unboxed-hosts.json";

export function isDoubted(root: GovernedRoot, host: string): boolean {
  return doubtedHosts(root).some(([name]) => name === host);
}

/** With when it was seen. */
export function doubtedHosts({ state }: Pick<GovernedRoot, "state">): [host: string, at: string][] {
  const { hosts } = jsonFields(readText(join(state, FILE)) ?? "{}");
  if (typeof hosts !== "object" || hosts === null) return [];
  return Object.entries(hosts).filter((pair): pair is [string, string] => typeof pair[1] === "string");
}

export function doubtHost(root: GovernedRoot, host: string, at: string): void {
  write(root, [...doubtedHosts(root).filter(([name]) => name !== host), [host, at]]);
}

export function trustHost(root: GovernedRoot, host: string): void {
  const all = doubtedHosts(root);
  if (all.some(([name]) => name === host))
    write(
      root,
      all.filter(([name]) => name !== host),
    );
}

function write({ state }: GovernedRoot, hosts: readonly [string, string][]): void {
  makeFolder(state);
  replaceFile(join(state, FILE), JSON.stringify({ hosts: Object.fromEntries(hosts) }), {});
}
