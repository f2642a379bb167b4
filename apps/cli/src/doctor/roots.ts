/** Which folders are governed, and whether they lie in each other. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRootRegistry } from "@intentgate/sidecar";
import { bad, type Check, type Machine, ok, type Patient, warning } from "./finding.ts";

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

/** Where governed folders lie in each other, the outermost one rules; a person should know. */
export const outerRoot: Check<Patient> = {
  name: "nesting",
  look({ root, workspace }) {
    const inner = workspace.registry.list().filter((one) => one.startsWith(`${root.root}/`) && existsSync(one));
    const outer = foldersAbove(root.root).find((one) => existsSync(join(one, ".orchestration")));
    const findings = inner.map((one) =>
      warning(
        `${one} is registered too, but lies inside this root: the outer one rules`,
        "Keep one of the two: intents and policy of the inner one are not read.",
      ),
    );
    if (outer)
      findings.push(
        warning(
          `${outer} above this root has a sidecar too`,
          "Run `intentgate init` there if it shall rule, or remove its .orchestration.",
        ),
      );
    return findings.length > 0 ? findings : [ok("no governed folder lies above or below this one")];
  },
};

function foldersAbove(root: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) above.push(folder);
  return above;
}

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
