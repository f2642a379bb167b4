/** `intentgate ability task create ID`: prepares a run, or says why there can be none. */

import type { Workspace } from "@intentgate/gate";
import type { TaskAnswer } from "@intentgate/routing";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { refuseAgents, workspaceHere } from "../workspace/workspace-here.ts";
import { readInput } from "./read-input.ts";
import type { AbilitySubverb } from "./subverb.ts";

export const prepareTask: AbilitySubverb = {
  words: 1,
  takes: "an ability's id",
  options: ["input", "reason"],
  async run(id, args, io) {
    const workspace = workspaceHere(io);
    const no = refuseAgents(workspace, io, "ability task create");
    if (no !== null) return no;
    const made = await preparedTask(workspace, id, args, io);
    return typeof made === "number" ? made : answered(made, io);
  },
};

/** The exit code where the input cannot be read. */
export async function preparedTask(workspace: Workspace, id: string, args: Args, io: Io): Promise<TaskAnswer | number> {
  const input = await readInput(args.text("input") ?? "{}", io);
  if (!input.ok) return refuse(io, input.problems);
  const reason = args.text("reason") ?? "";
  return workspace.routing().tasks.create({ ability: id, input: input.value, reason });
}

/** Always JSON: the answer is a form that others build upon. */
export function answered(answer: TaskAnswer, io: Io): number {
  io.printJson(answer);
  return answer.status === "available" ? exitCodes.done : exitCodes.failed;
}
