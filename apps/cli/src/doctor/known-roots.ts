import { existsSync } from "node:fs";
import { createRootRegistry } from "@intentgate/sidecar";
import { type Check, type Machine, ok, warning } from "./finding.ts";

export const knownRoots: Check<Machine> = {
  name: "governed roots",
  look({ stateDir }) {
    const roots = createRootRegistry(stateDir).list();
    const gone = roots.filter((root) => !existsSync(root));
    if (gone.length === 0)
      return [ok(roots.length === 1 ? "1 root is registered" : `${roots.length} roots are registered`)];
    return gone.map((root) =>
      warning(
        `${root} is registered, but there is no such folder any more`,
        `If it will not come back, take it out of ${stateDir}/roots.json.`,
      ),
    );
  },
};
