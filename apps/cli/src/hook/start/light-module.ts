/** What the hook's program gets in place of those modules of node that do more than an event needs. */
import { lightCrypto } from "./light-crypto.ts";
import { lightPath } from "./light-path.ts";
import { lightUrl } from "./light-url.ts";

/** `load`: node's own. */
export function lightModule(name: string, load: () => unknown): unknown {
  switch (name) {
    case "node:crypto":
      return lightCrypto(load as () => typeof import("node:crypto"));
    case "node:path":
      return lightPath(load() as typeof import("node:path"));
    case "node:url":
      return lightUrl(load() as typeof import("node:url"));
    default:
      return load();
  }
}
