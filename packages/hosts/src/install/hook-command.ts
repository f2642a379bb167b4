/** The command that a host runs for an event, and how it is known again among others. */
import type { HostName } from "../host/event.ts";
import type { InstallMode } from "../host/install.ts";
import type { Json } from "../settings/json-tree.ts";

/** Must be recognised again by `isOurCommand`, or it could never be removed. */
export function hookCommand(command: string, host: HostName, event: string): string {
  return `${command} ${host} ${event}`;
}

/** For hosts that make the call where the command cannot be started: their shell says no in its place. */
export const OR_REFUSE = " || exit 2";

export function isOurCommand(command: Json | undefined, host: HostName, event: string): boolean {
  if (typeof command !== "string" || !command.includes("intentgate")) return false;
  const own = command.endsWith(OR_REFUSE) ? command.slice(0, -OR_REFUSE.length) : command;
  return own.endsWith(` ${host} ${event}`);
}

/** Of hosts that read settings from the folder they are started in, and from none above it. */
export function startHere(program: string, mode: InstallMode | "user"): string[] {
  const step = `Always start \`${program}\` in the top folder of the repository: started in a folder below it, it reads none of these settings, and nothing is gated.`;
  return mode === "user" ? [] : [step];
}
