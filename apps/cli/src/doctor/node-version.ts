import { bad, type Check, type Machine, ok } from "./finding.ts";

const LEAST = [20, 19];

export const nodeVersion: Check<Machine> = {
  name: "node",
  look: () => [judge(process.versions.node)],
};

export function judge(version: string) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = LEAST;
  const isNew = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return isNew
    ? ok(`Node.js ${version}`)
    : bad(`Node.js ${version} is too old`, `Install Node.js ${LEAST.join(".")} or newer.`);
}
