/** Runs the command of a ticket that a shell alone cannot start: one that reaches hosts, or goes on when its call is over. */
import { fromGiven, readOrder, runWithStreams } from "@intentgate/box";
import { stateDir } from "@intentgate/sidecar";
import type { Io } from "../terminal/io.ts";
import { workspaceHere } from "../workspace/workspace-here.ts";

const NOT_RUN = 125;

export async function redeemTicket(id: string, io: Io): Promise<number> {
  const { root, owner } = readOrder(stateDir(io.env), id) ?? {};
  if (typeof root !== "string" || typeof owner !== "number")
    return refuse(io, "This id is not known here. Send the command itself.");
  const given = fromGiven(io.env);
  const { HOME, XDG_STATE_HOME } = io.env;
  const { tickets } = workspaceHere(io, root, { sessionHost: owner, env: { ...given, HOME, XDG_STATE_HOME } });
  let started = await tickets.redeem(id, given);
  if (started.kind === "goes on") {
    if (!started.begun.ok) return refuse(io, `It did not run: ${started.begun.why}`);
    for (const line of started.begun.told) io.print(line);
    return 0;
  }
  for (;;) {
    const code = await runWithStreams(started.words, started.environment, "inherit");
    const end = await started.end(code, "");
    if ("again" in end) {
      started = end.again;
      continue;
    }
    if (!end.ok) return refuse(io, `Nothing of this command was kept: ${end.why}`);
    for (const line of end.told) io.complain(`Intentgate: ${line}`);
    return code;
  }
}

function refuse(io: Io, why: string): number {
  io.complain(`Intentgate: ${why}`);
  return NOT_RUN;
}
