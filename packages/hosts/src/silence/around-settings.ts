/** What is found of a host beside the files that silence it: the person's own shell, and other hooks before a tool. */
import { isAbsolute } from "node:path";
import type { Around, Silence } from "../host/around.ts";
import type { Host } from "../host/host.ts";
import type { Json } from "../settings/json-tree.ts";
import { member, readSettingsText, valueAt } from "../settings/read-settings.ts";
import { shownPlace } from "./places.ts";
import { watchedFiles } from "./silences.ts";

/** For a host that is started from the shell whose environment this is. */
export function silencesOfShell(host: Host, env: Readonly<Record<string, string | undefined>>): Silence[] {
  const { silencing, install } = host;
  const found = (name: string, why: string): Silence => ({
    ...{ host: host.name, where: "the environment of this shell", why, doubt: null, outlivesProof: true },
    remedy: `Take it away (\`unset ${name}\`), and out of what your shell reads at its start.`,
  });
  const off = Object.keys(env).filter((name) => silencing.leavesOut?.test(name) && !isOff(env[name]));
  const { variable } = install.ownFolder;
  const folder = variable === null ? undefined : env[variable];
  return [
    ...off.map((name) => found(name, `${name} makes ${host.title} leave hooks out`)),
    ...(variable === null || !folder || isAbsolute(folder)
      ? []
      : [found(variable, `${variable} is no whole path: which settings ${host.title} reads depends on its folder`)]),
  ];
}

function isOff(value: string | undefined): boolean {
  return ["", "0", "false", "no", "off"].includes((value ?? "").toLowerCase());
}

interface OtherHook {
  /** The file. */
  where: string;
  /** What it runs. */
  runs: string;
}

/**
 * Commands of others that the host asks about a call too, in settings of the form that most hosts have. What they make
 * of a call cannot be known, and some hosts let a hook change its input.
 */
export function otherHooks(host: Host, around: Around): OtherHook[] {
  const events = host.install.events.filter((event) => host.events[event] === "before_tool");
  return watchedFiles(host, around).flatMap((file) => {
    if (file.kind !== "json" || file.look.kind !== "text") return [];
    const read = readSettingsText(file.look.text, "json");
    if (!read.ok) return [];
    const hooks = events
      .flatMap((event) => elements(valueAt(read.value, ["hooks", event])))
      .flatMap((group) => elements(member(group, "hooks")));
    return hooks
      .filter((hook) => !JSON.stringify(hook).includes("intentgate"))
      .map((hook) => ({ where: shownPlace(file.place, around), runs: runsOf(hook) }));
  });
}

function elements(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function runsOf(hook: Json): string {
  const command = member(hook, "command");
  return typeof command === "string" ? command : JSON.stringify(hook);
}
