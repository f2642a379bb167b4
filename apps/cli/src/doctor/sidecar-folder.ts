import { accessSync, constants, lstatSync } from "node:fs";
import { shellWord } from "../terminal/shell-word.ts";
import { bad, type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

export const sidecarFolder: Check<Patient> = {
  name: "sidecar",
  look({ root }) {
    const { sidecar } = root;
    const found = lstatSync(sidecar, { throwIfNoEntry: false });
    if (!found) return [];
    if (found.isSymbolicLink())
      return [
        bad(
          `${sidecar} is a link: whoever changes where it leads changes the rules`,
          "Replace the link by the folder itself.",
        ),
      ];
    if (!found.isDirectory()) return [bad(`${sidecar} is not a folder`, "Move it away, then run `intentgate init`.")];
    const findings: Finding[] = [];
    if (!may(sidecar, constants.R_OK | constants.X_OK))
      findings.push(bad(`${sidecar} cannot be read`, `Run \`chmod u+rwx ${shellWord(sidecar)}\`.`));
    else if (!may(sidecar, constants.W_OK))
      findings.push(
        bad(
          `${sidecar} cannot be written to, so every change is refused`,
          `Run \`chmod u+w ${shellWord(sidecar)}\`, or mount the disk writable.`,
        ),
      );
    if (process.platform !== "win32" && (found.mode & 0o002) !== 0)
      findings.push(bad(`every user may write to ${sidecar}`, `Run \`chmod o-w ${shellWord(sidecar)}\`.`));
    if (process.getuid && found.uid !== process.getuid())
      findings.push(
        warning(
          `${sidecar} belongs to another user`,
          "Make sure that the agent does not run as a user who may change it at will.",
        ),
      );
    return findings.length > 0 ? findings : [ok(`${sidecar} can be read and written`)];
  },
};

export function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
