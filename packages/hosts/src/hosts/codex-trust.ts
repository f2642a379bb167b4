/** Codex runs a hook only after a person trusted its very bytes; what was trusted is a hash in its own settings. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Around, ownText, type Silence, textOf, type WatchedFile } from "../host/around.ts";
import type { Switch } from "../host/install.ts";
import { isOurCommand } from "../install/hook-command.ts";
import type { Json } from "../settings/json-tree.ts";
import { member, readToml, valueAt, valueIn, valuesAt } from "../settings/read-settings.ts";
import { isBelow } from "../silence/folder-trust.ts";
import { shownPlace } from "../silence/places.ts";
import { isOff } from "../silence/silences.ts";

const hooksFile = ".codex/hooks.json";
const config = "config.toml";

/** `hooks` at every level of its settings; in the form before 0.134 also of a profile. */
const off = "it switches all hooks off";
const switches: readonly Switch[] = [
  ...["hooks", "codex_hooks"].flatMap((feature): Switch[] => [
    { at: ["features", feature], when: isOff, why: off },
    { at: ["profiles", "*", "features", feature], when: isOff, why: off },
  ]),
  {
    at: ["project_root_markers"],
    when: (value) => !(Array.isArray(value) && value.includes(".git")),
    why: "started in a folder below, it does not look up to the hooks of the repository",
  },
];
const managedOnly: Switch = {
  at: ["allow_managed_hooks_only"],
  when: (value) => value === true,
  why: "only an administrator's hooks run",
};

export const codexFiles: readonly WatchedFile[] = [
  { at: "above", path: ".codex/config.toml", kind: "toml", switches, env: null },
  { at: "above", path: ".codex/hooks.json", kind: "json", switches: [], env: null },
  { at: "own", path: config, kind: "toml", switches, env: null },
  { at: "own", path: "*.config.toml", kind: "toml", switches, env: null },
  { at: "own", path: ".env", kind: "variables", switches: [], env: null },
  ...["config.toml", "managed_config.toml", "requirements.toml"].map(
    (file): WatchedFile => ({
      ...{ at: "top", path: `/etc/codex/${file}`, kind: "toml", env: null },
      switches: [...switches, managedOnly],
    }),
  ),
];

export function codexDistrust(around: Around): Silence[] {
  const isOwn = around.hooksIn === "user";
  const file = isOwn ? join(around.ownFolder, "hooks.json") : join(around.root, hooksFile);
  const hooks = textOf(around, file);
  const read = readToml(ownText(around, config) ?? "");
  if (!read.ok) return []; // told with the file
  const silence: Finder = (why, remedy) => ({
    ...{ host: "codex", where: shownPlace(join(around.ownFolder, config), around), why, remedy },
    ...{ doubt: null, outlivesProof: false },
  });
  return [
    ...(isOwn ? [] : untrustedProject(read.value, around.root).map((why) => silence(...why))),
    ...(hooks === null ? [] : untrustedHooks(hooks, read.value, file).map((why) => silence(...why))),
  ];
}

type Finder = (why: string, remedy: string) => Silence;
type Reason = readonly [why: string, remedy: string];

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

function untrustedHooks(text: string, own: Json, file: string): Reason[] {
  const event = "PreToolUse";
  const groups = valueIn(text, ["hooks", event]);
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((group: Json, at: number): Reason[] => {
    const handlers = member(group, "hooks");
    if (!Array.isArray(handlers)) return [];
    return handlers.flatMap((handler: Json, index: number): Reason[] => {
      if (!isOurCommand(member(handler, "command"), "codex", event)) return [];
      const key = `${file}:${snake(event)}:${at}:${index}`;
      const state = valueAt(own, ["hooks", "state", key]);
      const trusted = state === undefined ? undefined : member(state, "trusted_hash");
      if (state !== undefined && isOff(state)) return [["the hook is switched off there", look]];
      if (trusted === codexHash(event, group, handler)) return [];
      const why = trusted === undefined ? "nobody has trusted the hook" : "the hook was changed since it was trusted";
      return [[`${why}, so Codex leaves it out without a word`, look]];
    });
  });
}

const look = "Start `codex` in the repository, type `/hooks`, read the hooks of Intentgate and trust them.";

function untrustedProject(own: Json, root: string): Reason[] {
  const levels = valuesAt(own, ["projects", "*", "trust_level"]).flatMap(({ key: [, folder = ""], value }) =>
    isBelow(root, folder) ? [value] : [],
  );
  if (levels.includes("trusted") && !levels.includes("untrusted")) return [];
  const why = "the project is not trusted, so its settings with the hooks are left out";
  return [[why, "Start `codex` once in the repository and trust the project."]];
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
