/** What people author: each file must be readable, as a broken one stops every change; and which mode holds. */
import { lstatSync } from "node:fs";
import { type Checked, formatProblem, type Problem } from "@intentgate/documents";
import { readIntentignore, readIntents, readPolicy } from "@intentgate/policy";
import { type AuthoredName, authoredNames, ELSEWHERE } from "@intentgate/sidecar";
import { localTime } from "../terminal/elapsed.ts";
import { bad, type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

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

export const heldFiles: Check<Patient> = {
  name: "held files",
  look({ root }) {
    if (root.authored.isElsewhere())
      return [warning(ELSEWHERE, "Nothing to do; on a branch that has the file it counts again.")];
    const held = authoredNames.filter((name) => root.authored.isHeld(name));
    if (held.length === 0) return [ok("no authored file waits for your yes")];
    return [
      warning(
        `a program changed ${held.join(", ")} during a call; what that widens does not count`,
        "Look at the difference and decide: `intentgate trust`.",
      ),
    ];
  },
};

export const gateMode: Check<Patient> = {
  name: "mode",
  look({ root }) {
    const findings: Finding[] = [];
    const pause = root.pauses.active();
    if (pause)
      findings.push(
        warning(
          `the gate is paused until ${localTime(pause.until)}: nothing is refused but control files`,
          "End it: `intentgate pause --off`.",
        ),
      );
    const rules = root.rules();
    if (rules.ok && rules.value.policy.mode === "observe") {
      findings.push(
        warning(
          "observe mode: nothing is refused but control files",
          "Look at `intentgate report`; when it is right, write `mode: enforce` in .orchestration/policy.yaml.",
        ),
      );
    }
    return findings.length > 0
      ? findings
      : [ok(rules.ok ? "enforce: what breaks a rule is refused" : "nothing passes while a file is broken")];
  },
};
