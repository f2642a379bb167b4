/** What stands behind a branch, as the text of a pull request. */
import type { BranchWork } from "@intentgate/blame";
import type { Workspace } from "@intentgate/gate";
import { summariseRows, type Tally } from "@intentgate/sidecar";
import { baseOption, branchHere } from "../branch/branch-here.ts";
import { pullRequestText } from "../branch/pull-request-text.ts";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, tell, type Verb } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "pr",
  usage: ["[--base BRANCH]"],
  options: { base: baseOption },
  examples: {
    "intentgate pr": "intents, criteria, approvals and writers of what this branch added to main",
    "intentgate pr --base develop | gh pr create --body-file -": "as the text of a new pull request",
  },
  notes: [
    "Only what is committed counts. Commands, prompts and reasons stay out of it; what was refused is known on the machine where it happened, and told in numbers.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "pr", "pr takes no words");
  const workspace = governedHere(io);
  const work = branchHere(workspace, args, io);
  if (!work.ok) return refuse(io, work.problems);
  const refused = refusedFor(workspace, work.value);
  return tell(io, { ...work.value, refused }, pullRequestText(work.value, refused));
}

/** Of the sessions that wrote the branch; null where none of them is known here. */
function refusedFor({ home }: Workspace, { sessions }: BranchWork): Tally[] | null {
  const rows = [...home.store.decisions.rows()].filter(({ session }) => sessions.includes(session));
  return rows.length === 0 ? null : summariseRows(rows, new Date(0)).stopped;
}
