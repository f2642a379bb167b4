/** `version: 1` may be written or left out; a newer one belongs to a newer Intentgate. */
import type { Problem } from "../problems/problem.ts";
import type { ReadYaml } from "./read-yaml.ts";

export function versionProblem(doc: ReadYaml): Problem | null {
  const version = doc.value?.version;
  if (version === undefined || version === null || version === 1) return null;
  if (typeof version === "number" && Number.isInteger(version) && version > 1) {
    const message = `the file has version ${version}; this Intentgate reads version 1`;
    return doc.problemAt(["version"], message, "Update Intentgate, or restore the older file.", {
      code: "NEWER_VERSION",
    });
  }
  return doc.problemAt(["version"], "version must be 1", "Write `version: 1` or leave the key out.");
}
