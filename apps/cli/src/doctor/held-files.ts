import { authoredNames } from "@intentgate/sidecar";
import { type Check, ok, type Patient, warning } from "./finding.ts";

export const heldFiles: Check<Patient> = {
  name: "held files",
  look({ root }) {
    const held = authoredNames.filter((name) => root.authored.isHeld(name));
    if (held.length === 0) return [ok("no authored file waits for your yes")];
    return [
      warning(
        `a program changed ${held.join(", ")} during a call; what that widens does not count`,
        "Look at the difference and decide: `intentgate trust`.",
      ),
    ];
  },
};
