/** Asks the gate about each policy test, by what stands in the files alone: the same on every machine, and in CI. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Checked } from "@intentgate/documents";
import { openWorkspace, type WorkspaceOptions } from "@intentgate/gate";
import type { PolicyTest } from "@intentgate/policy";
import { authoredNames, createRootRegistry, type GovernedRoot } from "@intentgate/sidecar";
import { removeFolder } from "@intentgate/world";
import { programFile } from "../program/app-folder.ts";
import { type Foretold, foretold } from "../workspace/foretold.ts";

export interface DecidedTest {
  test: PolicyTest;
  said: Foretold;
  isExpected: boolean;
}

/** A problem: the rules themselves cannot be read. */
export async function decideTests(
  { root, authoredAt }: Pick<GovernedRoot, "root" | "authoredAt">,
  tests: readonly PolicyTest[],
): Promise<Checked<DecidedTest[]>> {
  // A state folder of its own: the root counts as registered there, and nothing is paused, held or approved.
  const stateDir = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-policy-test-"));
  try {
    await createRootRegistry(stateDir).add(authoredAt);
    const sessions = new Map(tests.map((test) => [randomUUID() as string, test.intent]));
    const { home, decide } = openWorkspace(root, {
      ...{ stateDir, program: programFile(), environment: null, sessionHost: null },
      supposed: { sessions, rulesOnly: true },
      machine: async () => machineUnder(home),
    });
    for (const name of authoredNames) home.authored.accept(name);
    const rules = home.rules();
    if (!rules.ok) return rules;
    const ids = [...sessions.keys()];
    const decided: DecidedTest[] = [];
    for (const [at, test] of tests.entries()) {
      const said = foretold(await decide({ ...test.call, session: { id: ids[at] ?? "" }, cwd: root, runsHere: true }));
      decided.push({ test, said, isExpected: isExpected(test, said) });
    }
    return { ok: true, value: decided };
  } finally {
    removeFolder(stateDir);
  }
}

/** Whether commands can be contained differs between machines, so that no test depends on it. */
async function machineUnder(home: GovernedRoot): ReturnType<NonNullable<WorkspaceOptions["machine"]>> {
  const rules = home.lastRules();
  if (rules.ok && rules.value.policy.containment.mode === "required")
    return { can: true, with: "what the policy requires", laidBy: "mount" };
  return { can: false, why: "policy tests count on no box", remedy: "" };
}

/** A check that broke down says nothing of the rules: whoever expects that names it. */
export function isExpected({ expect, code }: PolicyTest, said: Foretold): boolean {
  if (said.decision !== expect) return false;
  return said.decision !== "deny" || (code === null ? said.code !== "HOOK_ERROR" : said.code === code);
}
