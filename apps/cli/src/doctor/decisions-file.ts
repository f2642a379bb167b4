import { constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../terminal/shell-word.ts";
import { bad, type Check, ok, type Patient } from "./finding.ts";
import { may } from "./sidecar-folder.ts";

export const decisionsFile: Check<Patient> = {
  name: "decisions",
  look({ root }) {
    const file = join(root.sidecar, "decisions.jsonl");
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (!found) return [ok("nothing was decided here yet")];
    if (!found.isFile())
      return [
        bad(`${file} is not a regular file, so every change is refused`, "Move it away; a new one is begun by itself."),
      ];
    if (!may(file, constants.W_OK))
      return [bad(`${file} cannot be written to, so every change is refused`, `Run \`chmod 600 ${shellWord(file)}\`.`)];
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
      return [
        bad(
          "decisions.jsonl can be read by other users; it holds what agents were asked to do",
          `Run \`chmod 600 ${shellWord(file)}\`.`,
        ),
      ];
    }
    return [ok("decisions.jsonl is private and can be written")];
  },
};
