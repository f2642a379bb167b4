/** Runs the checks; what a check cannot look at is a finding too. */
import { existsSync } from "node:fs";
import { formatProblem, ProblemError } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { rootChecks } from "./checks.ts";
import { bad, type Check, type Finding, type Machine, type Patient, warning } from "./finding.ts";

export interface Report {
  check: string;
  finding: Finding;
}

export async function lookAtRoot(
  workspace: Workspace,
  how: Pick<Patient, "full" | "fix">,
  machine: Machine,
): Promise<Report[]> {
  const root = workspace.home;
  if (!root.registered && !existsSync(root.sidecar)) {
    return [
      {
        check: "root",
        finding: warning(`${root.root} is not governed`, "To put it under the gate: `intentgate init`."),
      },
    ];
  }
  const patient: Patient = {
    ...machine,
    workspace,
    root,
    ...how,
    now: workspace.now(),
  };
  return lookAll(rootChecks, patient);
}

/** A check that fails has found something: what it could not look at. */
export async function lookAll<On>(checks: readonly Check<On>[], on: On): Promise<Report[]> {
  const reports: Report[] = [];
  for (const { name, look } of checks) {
    try {
      reports.push(...(await look(on)).map((finding) => ({ check: name, finding })));
    } catch (error) {
      const problems = error instanceof ProblemError ? error.problems : null;
      const what = problems
        ? problems.map((it) => formatProblem({ ...it, remedy: "" })).join("\n")
        : `this could not be checked: ${error instanceof Error ? error.message : error}`;
      reports.push({
        check: name,
        finding: bad(what, problems?.[0]?.remedy ?? "Look at the file or folder it names."),
      });
    }
  }
  return reports;
}
