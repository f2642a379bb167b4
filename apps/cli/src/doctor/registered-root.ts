import { existsSync } from "node:fs";
import { bad, type Check, ok, type Patient, warning } from "./finding.ts";

export const registeredRoot: Check<Patient> = {
  name: "root",
  look({ root }) {
    const hasSidecar = existsSync(root.sidecar);
    if (!hasSidecar)
      return [
        bad(
          `${root.root} is governed, but ${root.sidecar} is missing: every change is refused`,
          "Restore it (`git checkout -- .orchestration`), or run `intentgate init` again.",
        ),
      ];
    if (!root.registered)
      return [
        warning(
          `${root.root} has a sidecar, but this user never registered it: removing the sidecar would open the gate`,
          "Run `intentgate init`; files that exist are kept.",
        ),
      ];
    const shared = root.authoredAt === root.root ? "" : `, a worktree that shares the sidecar of ${root.authoredAt}`;
    return [ok(`${root.root}${shared}`)];
  },
};
