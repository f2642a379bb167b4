/** The user's own folder outside every workspace: what lies there decides what is governed and accepted. */
import { lstatSync } from "node:fs";
import { shellWord } from "../terminal/shell-word.ts";
import { bad, type Check, type Machine, ok } from "./finding.ts";

export const stateFolder: Check<Machine> = {
  name: "state folder",
  look({ stateDir }) {
    const found = lstatSync(stateDir, { throwIfNoEntry: false });
    if (!found) return [ok(`${stateDir} (made by the first \`intentgate init\`)`)];
    if (!found.isDirectory())
      return [bad(`${stateDir} is not a folder`, "Move it away, then run `intentgate init` in each repository again.")];
    if (process.platform === "win32") return [ok(stateDir)];
    if (process.getuid && found.uid !== process.getuid()) {
      return [
        bad(
          `${stateDir} belongs to another user`,
          "Give it to your user (chown), or set XDG_STATE_HOME to a folder of your own.",
        ),
      ];
    }
    if ((found.mode & 0o022) !== 0) {
      return [
        bad(
          `other users may write to ${stateDir}: they could unregister roots and accept files`,
          `Run \`chmod 700 ${shellWord(stateDir)}\`.`,
        ),
      ];
    }
    return [ok(stateDir)];
  },
};
