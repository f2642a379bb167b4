/** Hosts that leave a folder's settings out until a person has trusted the folder. */
import { posix } from "node:path";
import type { Json } from "../install/install.ts";
import { type Around, isBelow, type Silence, valueIn } from "./silence.ts";

/** Gemini CLI and its relatives: a map from folders to rules; the longest folder that fits decides. */
export function trustedFoldersSilences(
  { host, title, isOnByDefault }: { host: "gemini-cli" | "qwen-code"; title: string; isOnByDefault: boolean },
  around: Around,
): Silence[] {
  const asked = ["security", "folderTrust", "enabled"];
  const isOn = valueIn(around.own("settings.json") ?? "", asked) ?? isOnByDefault;
  if (isOn === false || isTrustedBy(valueIn(around.own("trustedFolders.json") ?? "", []), around.root)) return [];
  const why = `the folder is not trusted, so ${title} leaves its settings out, with the hooks in them`;
  return [{ host, where: "trustedFolders.json", why, remedy: `Start it once in ${around.root} and trust the folder.` }];
}

function isTrustedBy(rules: Json | undefined, root: string): boolean {
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) return false;
  const fitting = Object.entries(rules).flatMap(([path, rule]) => {
    const folder = rule === "TRUST_PARENT" ? posix.dirname(path) : path;
    return isBelow(root, folder) ? [{ folder, isTrust: rule !== "DO_NOT_TRUST" }] : [];
  });
  return fitting.sort((a, b) => b.folder.length - a.folder.length)[0]?.isTrust ?? false;
}

export function copilotSilences(around: Around): Silence[] {
  const config = around.own("config.json") ?? "";
  const folders = ["trustedFolders", "trusted_folders"].flatMap((key) => valueIn(config, [key]) ?? []);
  const isTrusted = folders.some((folder) => typeof folder === "string" && isBelow(around.root, folder));
  if (isTrusted) return [];
  const why = "the folder is not trusted, so Copilot CLI leaves its hooks out without a word";
  const remedy =
    "Start `copilot` once in the repository and trust the folder for good; for `copilot -p`, give `--trust-folder`.";
  return [{ host: "copilot-cli", where: "config.json", why, remedy }];
}
