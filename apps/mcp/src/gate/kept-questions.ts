/** What a command left outside the scope is put to the person at once, where there is one who can be asked. */
import { visibleText } from "@intentgate/documents";
import type { AskInTerminal, Workspace } from "@intentgate/gate";
import type { OpenApproval } from "@intentgate/sidecar";

/** Whether a yes or a no is about something that has been done already. */
export function isAboutKept({ requests }: Pick<OpenApproval, "requests">): boolean {
  return requests.some(({ topic }) => topic === "outside");
}

/**
 * Asks about all that these sessions left since then, and does what is answered; says what became of it. No answer leaves
 * it waiting: what was done is thrown away by a no, and by nothing else.
 */
export async function askAboutKept(
  workspace: Workspace,
  isTheirs: (session: string) => boolean,
  since: Date,
  ask: (entry: OpenApproval) => ReturnType<AskInTerminal>,
): Promise<string[]> {
  const { home } = workspace;
  const rules = home.rules();
  const approver = rules.ok ? rules.value.policy.approval.approver : "none";
  if (approver === "inbox" || approver === "none") return [];
  const { approvals } = home.store;
  const asked = approvals
    .list()
    .filter((one) => isAboutKept(one) && isTheirs(one.session) && Date.parse(one.openedAt) >= since.getTime());
  const answered = new Set<string>();
  for (const entry of asked) {
    const answer = await ask(entry);
    if (answer !== null && approvals.answer(entry.id, answer)) answered.add(entry.id);
  }
  if (answered.size === 0) return [];
  return (await workspace.settleKept()).filter(({ id }) => answered.has(id)).map(toldOf);
}

function toldOf(kept: Awaited<ReturnType<Workspace["settleKept"]>>[number]): string {
  const paths = kept.paths.map(visibleText).join(", ");
  switch (kept.became) {
    case "kept":
      return `The person kept what was done to ${paths}.`;
    case "discarded":
      return `The person discarded what was done to ${paths}. Stay inside the scope.`;
    case "contested":
      return `Nothing was kept: somebody changed ${paths} since. It waits as request ${kept.again.slice(0, 8)}.`;
    case "lost":
    case "delayed":
      return `Nothing was kept of ${paths}: ${visibleText(kept.why)}.`;
  }
}
