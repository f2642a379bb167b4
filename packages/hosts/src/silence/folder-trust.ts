/** Hosts that leave a folder's settings out until a person has trusted the folder. */

import { join, posix } from "node:path";
import { type Around, ownText, type Silence } from "../host/around.ts";
import type { HostName } from "../host/event.ts";
import type { Json } from "../settings/json-tree.ts";
import { valueIn } from "../settings/read-settings.ts";
import { shownPlace } from "./places.ts";

/** A map from folders to rules; the longest folder that fits decides. */
export function trustedFoldersSilences(
  { host, title, isOnByDefault }: { host: HostName; title: string; isOnByDefault: boolean },
  around: Around,
): Silence[] {
  if (around.hooksIn === "user") return [];
  const asked = ["security", "folderTrust", "enabled"];
  const isOn = valueIn(ownText(around, "settings.json") ?? "", asked) ?? isOnByDefault;
  if (isOn === false || isTrustedBy(valueIn(ownText(around, "trustedFolders.json") ?? "", []), around.startedIn))
    return [];
  const why = `the folder is not trusted, so ${title} leaves its settings out, with the hooks in them`;
  const where = shownPlace(join(around.ownFolder, "trustedFolders.json"), around);
  const remedy = `Start it once in ${around.startedIn} and trust the folder.`;
  return [{ host, where, why, remedy, doubt: null, outlivesProof: false }];
}

function isTrustedBy(rules: Json | undefined, root: string): boolean {
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) return false;
  const fitting = Object.entries(rules).flatMap(([path, rule]) => {
    const folder = rule === "TRUST_PARENT" ? posix.dirname(path) : path;
    return isBelow(root, folder) ? [{ folder, isTrust: rule !== "DO_NOT_TRUST" }] : [];
  });
  return fitting.sort((a, b) => b.folder.length - a.folder.length)[0]?.isTrust ?? false;
}

/** Whether a path is a folder or lies below it; both absolute, as the host writes them. */
export function isBelow(path: string, folder: string): boolean {
  const base = folder.endsWith("/") ? folder : `${folder}/`;
  return `${path}/`.startsWith(base);
}
