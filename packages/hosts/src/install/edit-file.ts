/** Adds what `init` writes to one file of a host, and takes it out again. */

import { type Checked, problem } from "@intentgate/documents";
import type { InstallFile, InstallSettings } from "../host/install.ts";
import { addToJson, changedEntriesIn, removeFromJson, switchedOffIn } from "./json-settings.ts";
import { addToToml, removeFromToml } from "./toml-block.ts";

/** Adding twice gives the same bytes; what an earlier version wrote is replaced. `text` is null where there is no file. */
export function addTo({ path, content }: InstallFile, text: string | null, settings: InstallSettings): Checked<string> {
  if (!settings.command.includes("intentgate")) {
    return cannot(path, "the command does not name intentgate, so it could not be found again");
  }
  switch (content.kind) {
    case "json":
      return placed(path, addToJson(content, text, settings));
    case "toml":
      return placed(path, addToToml(content, text, settings));
    case "own":
      return text === null || text.startsWith(content.sign)
        ? { ok: true, value: content.text(settings) }
        : cannot(path, "a file that is not ours stands there");
  }
}

/** Everything but ours stays byte for byte; null where the file is to go. */
export function removeFrom({ path, content }: InstallFile, text: string): Checked<string | null> {
  switch (content.kind) {
    case "json":
      return placed(path, removeFromJson(content, text));
    case "toml":
      return placed(path, removeFromToml(text));
    case "own":
      return { ok: true, value: text.startsWith(content.sign) ? null : text };
  }
}

/** Which of the entries that make hooks run stand there otherwise than `init` writes them, or not at all. */
export function changedEntries(
  { path, content }: InstallFile,
  text: string,
  settings: InstallSettings,
): Checked<string[]> {
  if (content.kind === "json") return placed(path, changedEntriesIn(content, text, settings));
  if (content.kind === "toml") return { ok: true, value: [] };
  return { ok: true, value: text === content.text(settings) ? [] : [path] };
}

/** What a person has set in this file that keeps the hooks from running. */
export function switchedOff({ path, content }: InstallFile, text: string): Checked<string[]> {
  return content.kind === "json" ? placed(path, switchedOffIn(content, text)) : { ok: true, value: [] };
}

function placed<T>(file: string, checked: Checked<T>): Checked<T> {
  return checked.ok ? checked : { ok: false, problems: checked.problems.map((one) => ({ ...one, file })) };
}

function cannot(file: string, why: string): { ok: false; problems: [ReturnType<typeof problem>] } {
  const remedy = "Move that file away, or give a command with the name in it.";
  return { ok: false, problems: [problem("BAD_SETTINGS", why, remedy, { file })] };
}
