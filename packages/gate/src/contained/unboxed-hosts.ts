/** Hosts that ran a command themselves although they were given another line: until it is proved anew, they are given none. */
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { makeFolder, readText, replaceFile } from "@intentgate/world";

const FILE = "unboxed-hosts.json";

/** Where nobody can read who is in doubt, all of them are. */
export function isDoubted(root: GovernedRoot, host: string): boolean {
  const read = readDoubts(root);
  return read === null || read.some(([name]) => name === host);
}

/** With when it was seen. */
export function doubtedHosts(root: Pick<GovernedRoot, "state">): [host: string, at: string][] {
  return readDoubts(root) ?? [];
}

function readDoubts({ state }: Pick<GovernedRoot, "state">): [host: string, at: string][] | null {
  const text = readText(join(state, FILE));
  if (text === null) return [];
  const { hosts } = jsonFields(text);
  if (typeof hosts !== "object" || hosts === null) return null;
  return Object.entries(hosts).map(([name, at]) => [name, String(at)]);
}

export function doubtHost(root: GovernedRoot, host: string, at: string): void {
  write(root, [...doubtedHosts(root).filter(([name]) => name !== host), [host, at]]);
}

export function trustHost(root: GovernedRoot, host: string): void {
  if (!isDoubted(root, host)) return;
  write(
    root,
    doubtedHosts(root).filter(([name]) => name !== host),
  );
}

function write({ state }: GovernedRoot, hosts: readonly [string, string][]): void {
  makeFolder(state);
  replaceFile(join(state, FILE), JSON.stringify({ hosts: Object.fromEntries(hosts) }), {});
}
