/** Each file that people author must be readable: a broken one stops every change. */
import { lstatSync } from "node:fs";
import { type Checked, formatProblem, type Problem } from "@intentgate/documents";
import { readIntentignore, readIntents, readPolicy } from "@intentgate/policy";
import { type AuthoredName, authoredNames } from "@intentgate/sidecar";
import { bad, type Check, type Finding, ok, type Patient } from "./finding.ts";

const readers: Record<AuthoredName, (text: string, file: string) => Checked<unknown>> = {
  "active_intents.yaml": readIntents,
  "policy.yaml": readPolicy,
  ".intentignore": readIntentignore,
};

export const authoredFiles: Check<Patient> = {
  name: "authored files",
  look: ({ root }) =>
    authoredNames.flatMap((name) => lookAt(name, root.authored.path(name), () => root.authored.current(name))),
};

function lookAt(name: AuthoredName, path: string, current: () => string | null): Finding[] {
  const shown = name === ".intentignore" ? name : `.orchestration/${name}`;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) return [bad(`${shown} is a link`, "Replace the link by the file itself.")];
  if (stat && !stat.isFile()) return [bad(`${shown} is not a regular file`, "Replace it by the file itself.")];
  const text = current();
  if (text === null && name === "active_intents.yaml")
    return [bad(`${shown} is missing: every change is refused`, "Restore it from git, or run `intentgate init`.")];
  if (text === null)
    return [ok(name === "policy.yaml" ? `${shown} is absent: the defaults hold` : `${shown} is absent`)];
  const read = readers[name](text, shown);
  return read.ok ? [ok(`${shown} can be read`)] : read.problems.slice(0, 10).map(asFinding);
}

function asFinding(it: Problem): Finding {
  const remedy = it.remedy || "Correct the line.";
  return bad(formatProblem({ ...it, remedy: "" }), `${remedy} Until then every change is refused.`);
}
