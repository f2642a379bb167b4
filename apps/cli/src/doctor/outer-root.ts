/** Where governed folders lie in each other, the outermost one rules; a person should know. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Check, ok, type Patient, warning } from "./finding.ts";

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
