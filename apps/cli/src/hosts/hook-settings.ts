/** The commands that `init` writes into the settings of hosts; they stay the same across versions of this program. */
import { quotedWord } from "@intentgate/documents";
import { runScriptPath } from "@intentgate/gate";
import type { InstallMode, InstallSettings } from "@intentgate/hosts";
import { launcherPath, teamCommand } from "../launcher/launcher.ts";
import { serverLauncherPath } from "../launcher/server-launcher.ts";

export interface Installing {
  root: string;
  state: string;
}

/**
 * What would make node run somebody else's code. Settings of a team name no folder and so no launcher: there the host
 * itself starts the server without these.
 */
const BLANKED = ["NODE_OPTIONS", "OPENSSL_CONF", "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES"];

/** Of the person's own settings: nothing in them names a root. */
export function userHookSettings(state: string): InstallSettings {
  return {
    command: `${quotedWord(launcherPath(state))} --user`,
    windows: null,
    mcp: { command: serverLauncherPath(state), args: [], env: {} },
    runScript: runScriptPath(state),
  };
}

/** Of what is handed on from one machine to another: it names no folder. */
const shared = (): InstallSettings => ({
  command: teamCommand(),
  windows: "intentgate hook",
  mcp: { command: "intentgate", args: ["mcp"], env: Object.fromEntries(BLANKED.map((name) => [name, ""])) },
  runScript: null,
});

/** The wrapper in it says no where this program is missing. */
export function pluginHookSettings(): InstallSettings {
  return { ...shared(), command: `${teamCommand()} --plugin`, windows: null };
}

export function hookSettings(mode: InstallMode, { root, state }: Installing): InstallSettings {
  if (mode === "team") return shared();
  return {
    command: `${quotedWord(launcherPath(state))} --root ${quotedWord(root)}`,
    windows: null,
    mcp: { command: serverLauncherPath(state), args: ["--root", root], env: {} },
    runScript: runScriptPath(state),
  };
}
