/** Agents that were killed never say goodbye: what nobody heard of for a day is over, and what hangs on it is settled. */
import { endHolder } from "@intentgate/box";
import { silentSessions } from "@intentgate/sidecar";
import type { Workspace } from "../workspace/workspace.ts";

/** One that calls again goes on with its intent; what a person let it do without a question is over, as after any end. */
export async function endSilent(workspace: Workspace): Promise<void> {
  for (const { id, host, parent } of silentSessions(workspace)) {
    await workspace.settleOpen({ id, ...(host === null ? {} : { host }), ...(parent === null ? {} : { parent }) });
    workspace.home.store.sessions.append(id, [{ kind: "ended_session", at: workspace.now().toISOString() }]);
    if (parent === null) endHolder(workspace.stateDir, id);
  }
}
