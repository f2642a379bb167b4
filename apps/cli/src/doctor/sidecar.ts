/** The folder .orchestration: it can be read and written, and git leaves out what the machine writes. */
import { accessSync, constants, existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pastedWord } from "@intentgate/documents";
import { machineFiles } from "@intentgate/sidecar";
import { findRepository } from "@intentgate/world";
import { bad, type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

export const sidecarFolder: Check<Patient> = {
  name: "sidecar",
  look({ root }) {
    const { sidecar } = root;
    const found = lstatSync(sidecar, { throwIfNoEntry: false });
    if (!found) return [];
    if (found.isSymbolicLink())
      return [
        bad(
          `${sidecar} is a link: whoever changes where it leads changes the rules`,
          "Replace the link by the folder itself.",
        ),
      ];
    if (!found.isDirectory()) return [bad(`${sidecar} is not a folder`, "Move it away, then run `intentgate init`.")];
    const findings: Finding[] = [];
    if (!may(sidecar, constants.R_OK | constants.X_OK))
      findings.push(bad(`${sidecar} cannot be read`, `Run \`chmod u+rwx ${pastedWord(sidecar)}\`.`));
    else if (!may(sidecar, constants.W_OK))
      findings.push(
        bad(
          `${sidecar} cannot be written to, so every change is refused`,
          `Run \`chmod u+w ${pastedWord(sidecar)}\`, or mount the disk writable.`,
        ),
      );
    if (process.platform !== "win32" && (found.mode & 0o002) !== 0)
      findings.push(bad(`every user may write to ${sidecar}`, `Run \`chmod o-w ${pastedWord(sidecar)}\`.`));
    if (process.getuid && found.uid !== process.getuid())
      findings.push(
        warning(
          `${sidecar} belongs to another user`,
          "Make sure that the agent does not run as a user who may change it at will.",
        ),
      );
    return findings.length > 0 ? findings : [ok(`${sidecar} can be read and written`)];
  },
};

export function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

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
    return judgeIgnore(readFileSync(file, "utf8"));
  },
};

const authored = ["active_intents.yaml", "policy.yaml"];

export function judgeIgnore(text: string) {
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
