import { statfsSync } from "node:fs";
import { bad, type Check, ok, type Patient, warning } from "./finding.ts";

const LOW_MB = 200;
const EMPTY_MB = 10;

export const diskSpace: Check<Patient> = {
  name: "disk",
  look({ root }) {
    const { bavail, bsize } = statfsSync(root.root);
    return [judge(Math.floor((bavail * bsize) / 1_000_000))];
  },
};

export function judge(megabytes: number) {
  const free = megabytes >= 1_000 ? `${Math.floor(megabytes / 1_000)} GB free` : `${megabytes} MB free`;
  if (megabytes < EMPTY_MB)
    return bad(`the disk is full (${free}); what cannot be recorded is refused`, "Free some space.");
  return megabytes < LOW_MB
    ? warning(`the disk is nearly full (${free})`, "Free some space: on a full disk every change is refused.")
    : ok(free);
}
