/** A person's decision about the rules, written where their rules stand. */
import { readFileSync } from "node:fs";
import { type Checked, ProblemError } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { replaceFile, withFileLock } from "@intentgate/world";

export async function editPolicy(root: GovernedRoot, edit: (text: string) => Checked<string>): Promise<void> {
  const file = root.authored.path("policy.yaml");
  await withFileLock(`${file}.lock`, async () => {
    const before = root.authored.current("policy.yaml");
    const edited = edit(before ?? "");
    if (!edited.ok) throw new ProblemError(edited.problems);
    root.authored.own.add(before, edited.value);
    replaceFile(file, edited.value, {});
    if (readFileSync(file, "utf8") !== edited.value) throw new Error("policy.yaml could not be written");
  });
}
