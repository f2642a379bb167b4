/** Settings of the form `hooks: { Event: [{ matcher, hooks: [handler] }] }`, which several hosts share. */

import type { HostName } from "../host/event.ts";
import type { Claim, InstallSettings, Mark } from "../host/install.ts";
import type { Json, JsonMap } from "../settings/json-tree.ts";
import { member } from "../settings/read-settings.ts";
import { hookCommand, isOurCommand, OR_REFUSE } from "./hook-command.ts";

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
