/** The commands that `init` writes into the settings of hosts; they stay the same across versions of this program. */
import type { InstallMode, InstallSettings } from "@intentgate/hosts";
import { launcherPath, teamCommand } from "./launcher.ts";
import { quoted } from "./quoted.ts";

export interface Installing {
  root: string;
  state: string;
  /** This very program. */
  program: string;
}

export function hookSettings(mode: InstallMode, { root, state, program }: Installing): InstallSettings {
  if (mode === "team")
    return {
      command: teamCommand(),
      windows: "intentgate hook",
      mcp: { command: "intentgate", args: ["mcp"] },
    };
  return {
    command: `${quoted(launcherPath(state))} --root ${quoted(root)}`,
    windows: null,
    mcp: { command: program, args: ["mcp", "--root", root] },
  };
}
