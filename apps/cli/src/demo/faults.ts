/** The demo is a self-test too: what must hold when the play is over. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "@intentgate/gate";
import type { LedgerCheck } from "@intentgate/trace";
import type { Played } from "./play.ts";

export function faultsOf(played: readonly Played[], workspace: Workspace, check: LedgerCheck): string[] {
  const faults = played
    .filter((one) => !one.asExpected)
    .map(
      (one) =>
        `${one.step.tool} by ${one.step.agent}: expected ${one.step.expect}, got ${one.got}${one.asked ? " after a question" : ""}`,
    );
  const writes = played.filter((one) => one.got === "allow" && ["write_to_file", "edit"].includes(one.step.tool));
  if (check.records !== writes.length)
    faults.push(`the ledger has ${check.records} records for ${writes.length} changes`);
  if (check.findings.length > 0)
    faults.push(`the ledger does not verify: ${check.findings.map((one) => one.kind).join(", ")}`);
  if (check.anchor !== "heads_and_list") faults.push("the ledger was verified without its heads or their list");
  if (!existsSync(join(workspace.home.root, "src/payments/refund.ts")))
    faults.push("src/payments is gone, although its removal was rejected");
  const rules = workspace.home.rules();
  const status = rules.ok ? rules.value.intents.get("INT-001")?.status : "unreadable";
  if (status !== "COMPLETE") faults.push(`INT-001 is ${status}, not COMPLETE`);
  return faults;
}
