/** Every server of the catalogue. A new one is one file and one line here. */
import { filesystem } from "./filesystem.ts";
import { git } from "./git.ts";
import { github } from "./github.ts";
import { playwright } from "./playwright.ts";
import { postgres } from "./postgres.ts";
import type { KnownServer } from "./server.ts";

export const serverList: readonly KnownServer[] = [filesystem, git, github, postgres, playwright];

const byName = new Map(serverList.map((server) => [server.name, server]));

export function knownServer(name: string): KnownServer | undefined {
  return byName.get(name);
}
