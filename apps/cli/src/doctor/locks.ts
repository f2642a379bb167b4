import { join } from "node:path";
import { locksIn } from "@intentgate/world";
import { shellWord } from "../terminal/shell-word.ts";
import { type Check, ok, type Patient, warning } from "./finding.ts";

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
      warning(`${file} is held by ${holder}`, `If that is over, remove it: \`rm ${shellWord(file)}\`.`),
    );
  },
};
