/** Codex runs a hook only after a person trusted its very bytes; what was trusted is a hash in its own settings. */

import { createHash } from "node:crypto";
import type { Around, Silence } from "../host/around.ts";
import { isOurCommand } from "../install/hook-command.ts";
import type { Json } from "../settings/json-tree.ts";
import { member, valueIn } from "../settings/read-settings.ts";
import { type TomlTable, tomlTables, tomlValue } from "../settings/toml-tables.ts";
import { isBelow } from "../silence/folder-trust.ts";

const hooksFile = ".codex/hooks.json";
const config = "config.toml";

export function codexDistrust(around: Around): Silence[] {
  const hooks = around.inRoot(hooksFile);
  const tables = tomlTables(around.own(config) ?? "");
  return [
    ...switches(tables, around.system("/etc/codex/requirements.toml")),
    ...untrustedProject(tables, around.root),
    ...(hooks === null ? [] : untrustedHooks(hooks, tables, around.root)),
  ];
}

/** The hash that Codex keeps for one handler of one group. */
export function codexHash(event: string, group: Json, handler: Json): string {
  const matcher = member(group, "matcher");
  const kept = ["type", "command", "timeout", "statusMessage"].flatMap((key) => {
    const value = member(handler, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  const said = {
    event_name: snake(event),
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ ...Object.fromEntries(kept), async: false }],
  };
  return `sha256:${createHash("sha256")
    .update(JSON.stringify(sorted(said)))
    .digest("hex")}`;
}

function untrustedHooks(text: string, tables: readonly TomlTable[], root: string): Silence[] {
  const event = "PreToolUse";
  const groups = valueIn(text, ["hooks", event]);
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((group: Json, at: number) => {
    const handlers = member(group, "hooks");
    if (!Array.isArray(handlers)) return [];
    return handlers.flatMap((handler: Json, index: number) => {
      if (!isOurCommand(member(handler, "command"), "codex", event)) return [];
      const key = `${root}/${hooksFile}:${snake(event)}:${at}:${index}`;
      const state = tables.find(({ name }) => name[0] === "hooks" && name[1] === "state" && name[2] === key);
      const trusted = state && tomlValue(state, "trusted_hash");
      if (state && tomlValue(state, "enabled") === false) return [silence("the hook is switched off there", look)];
      if (trusted === codexHash(event, group, handler)) return [];
      const why = trusted === undefined ? "nobody has trusted the hook" : "the hook was changed since it was trusted";
      return [silence(`${why}, so Codex leaves it out without a word`, look)];
    });
  });
}

const look = "Start `codex` in the repository, type `/hooks`, read the hooks of Intentgate and trust them.";

function untrustedProject(tables: readonly TomlTable[], root: string): Silence[] {
  const levels = tables.flatMap((table) => {
    const [kind, folder, ...more] = table.name;
    const fits = kind === "projects" && folder !== undefined && more.length === 0 && isBelow(root, folder);
    return fits ? [tomlValue(table, "trust_level")] : [];
  });
  if (levels.includes("trusted") && !levels.includes("untrusted")) return [];
  const why = "the project is not trusted, so its settings with the hooks are left out";
  return [silence(why, "Start `codex` once in the repository and trust the project.")];
}

function switches(tables: readonly TomlTable[], requirements: string | null): Silence[] {
  const features = tables.find(({ name }) => name.join(".") === "features");
  const isOff = features && ["hooks", "codex_hooks"].some((key) => tomlValue(features, key) === false);
  const managed = tomlTables(requirements ?? "").some((table) => tomlValue(table, "allow_managed_hooks_only") === true);
  return [
    ...(isOff ? [silence("features.hooks: it switches all hooks off", `Take it out of ${config}.`)] : []),
    ...(managed
      ? [silence("allow_managed_hooks_only: only an administrator's hooks run", "An administrator set it: ask them.")]
      : []),
  ];
}

function silence(why: string, remedy: string): Silence {
  return { host: "codex", where: config, why, remedy };
}

function snake(event: string): string {
  return event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner as Json)]));
}
