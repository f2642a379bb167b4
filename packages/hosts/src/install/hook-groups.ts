/** Settings of the form `hooks: { Event: [{ matcher, hooks: [handler] }] }`, which several hosts share. */
import type { HostName } from "../host.ts";
import {
  type Claim,
  hookCommand,
  type InstallSettings,
  isOurCommand,
  type Json,
  type JsonMap,
  type Mark,
  OR_REFUSE,
} from "./install.ts";

export interface HookGroup {
  event: string;
  /** Null where the host takes none for this event. */
  matcher: string | null;
  /** What the handler says besides its type and command. */
  handler: JsonMap;
  /** The host would go on where the command is missing. */
  orRefuse?: true;
}

export function groupClaims(
  host: HostName,
  groups: readonly HookGroup[],
  settings: InstallSettings,
  more: (event: string) => JsonMap = () => ({}),
): Claim[] {
  return groups.map(({ event, matcher, handler, orRefuse }) => {
    const command = `${hookCommand(settings.command, host, event)}${orRefuse ? OR_REFUSE : ""}`;
    const hooks: Json = [{ type: "command", command, ...more(event), ...handler }];
    const element: Json = matcher === null ? { hooks } : { matcher, hooks };
    return { at: ["hooks", event], element };
  });
}

export function groupMarks(host: HostName, groups: readonly HookGroup[]): Mark[] {
  return groups.map(({ event }) => ({
    at: ["hooks", event],
    inner: "hooks",
    isOurs: (hook) => isOurCommand(member(hook, "command"), host, event),
  }));
}

export function member(value: Json, key: string): Json | undefined {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap && Object.hasOwn(value, key) ? (value as JsonMap)[key] : undefined;
}
