import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { machineFiles } from "@intentgate/sidecar";
import { findRepository } from "@intentgate/world";
import { bad, type Check, ok, type Patient, warning } from "./finding.ts";

export const gitIgnore: Check<Patient> = {
  name: "git ignore",
  look({ root }) {
    if (!findRepository(root.authoredAt)) return [ok("no git repository: nothing to ignore")];
    const file = join(root.sidecar, ".gitignore");
    if (!existsSync(file))
      return [
        warning(
          ".orchestration/.gitignore is missing: a checkout or stash could destroy the ledger",
          "Run `intentgate init`; it writes only what is missing.",
        ),
      ];
    return judge(readFileSync(file, "utf8"));
  },
};

const authored = ["active_intents.yaml", "policy.yaml"];

export function judge(text: string) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const all = lines.some((line) => line === "*" || line === "/*");
  const missing = all
    ? []
    : machineFiles.filter(
        (one) => !lines.includes(one) && !lines.includes(`/${one}`) && !lines.includes(one.replace(/\/$/, "")),
      );
  const hidden = authored.filter(
    (one) =>
      (lines.includes(one) || lines.includes(`/${one}`) || all) &&
      !lines.includes(`!${one}`) &&
      !lines.includes(`!/${one}`),
  );
  if (hidden.length > 0)
    return [
      bad(
        `.orchestration/.gitignore keeps ${hidden.join(" and ")} out of git, but people should share them`,
        `Write \`!${hidden[0]}\` at its end, or take the line out.`,
      ),
    ];
  if (missing.length > 0)
    return [
      warning(
        `.orchestration/.gitignore does not have ${missing.join(", ")}: a checkout or stash could destroy what the machine writes`,
        "Add these lines to it.",
      ),
    ];
  return [ok("what the machine writes stays out of git")];
}
