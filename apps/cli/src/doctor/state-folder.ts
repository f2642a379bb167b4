/** The user's own folder outside every workspace: what lies there decides what is governed and accepted. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { pastedWord } from "@intentgate/documents";
import { unusableState } from "@intentgate/sidecar";
import { locksIn } from "@intentgate/world";
import { bad, type Check, type Machine, ok, type Patient, warning } from "./finding.ts";

export const stateFolder: Check<Machine> = {
  name: "state folder",
  look({ stateDir }) {
    const found = lstatSync(stateDir, { throwIfNoEntry: false });
    const unusable = unusableState(stateDir);
    if (unusable !== null) return [bad(unusable.message, unusable.remedy)];
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
          `Run \`chmod 700 ${pastedWord(stateDir)}\`.`,
        ),
      ];
    }
    return [ok(stateDir)];
  },
};

/** A lock of a dead process is taken over by the next one; only locks that nobody may take over are worth a word. */
export const locks: Check<Patient> = {
  name: "locks",
  look({ root, stateDir }) {
    const found = [root.sidecar, join(root.sidecar, "locks"), stateDir, root.state].flatMap(locksIn);
    const stuck = found.filter((lock) => lock.state === "foreign" || lock.state === "unreadable");
    const gone = found.filter((lock) => lock.state === "gone").length;
    if (stuck.length === 0)
      return [ok(gone > 0 ? `${gone} left by dead processes; the next one takes them over` : "no lock is left over")];
    return stuck.map(({ file, holder }) =>
      warning(`${file} is held by ${holder}`, `If that is over, remove it: \`rm ${pastedWord(file)}\`.`),
    );
  },
};
