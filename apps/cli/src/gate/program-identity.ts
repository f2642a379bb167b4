/** Which program this is: changes when it is installed anew, under whatever version. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { appFolder } from "../program/app-folder.ts";

/** Beside the socket: what the gate that answers there was started as. */
export const RUNNING_PROGRAM = "program";

export function programIdentity(app = appFolder()): string {
  const files = [join(app, "package.json"), join(app, "dist", "intentgate.mjs")];
  return files
    .map((file) => {
      // Packages bring their own times of change along; only the system's own tells one from the next.
      const found = statSync(file, { throwIfNoEntry: false });
      return found === undefined ? "absent" : `${file} ${found.ino} ${found.size} ${found.ctimeMs}`;
    })
    .join("\n");
}
