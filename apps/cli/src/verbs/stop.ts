/** A person stops sessions: whatever their agents ask for next is refused, and what runs of them is ended. */
import { type StoppedSession, stopSession, type Workspace } from "@intentgate/gate";
import { hosts } from "@intentgate/hosts";
import { allSessions, liveSessions } from "@intentgate/sidecar";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { type Args, flag, tell, type Verb } from "../command/verb.ts";
import { findSession } from "../stop/find-session.ts";
import { howToResume, stoppedData, stoppedLines } from "../stop/told-stop.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere, personName, refuseUnlessPerson } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "stop",
  usage: ["SESSION", "--all"],
  options: { all: flag("every session that is at work here now") },
  examples: {
    "intentgate stop AGENT": "the one session of this agent that is at work here",
    "intentgate stop 7f3b2a": "a session by the first characters of its id",
    "intentgate stop --all": "all that are at work now; sessions that begin later are not stopped",
  },
  notes: [
    "Every further call of the session and of its subagents is refused with STOPPED, reads too, in observe mode and during a pause as well. Held commands of the session end, contained commands that run end and nothing of them counts, and what it asked you is withdrawn. What its host itself runs at this moment is not ended: end the agent for that.",
    "The stop lasts until you type `intentgate resume`, also where the agent or the gate is started again. A new session of the same agent is another one, and is not stopped.",
    "This is a person's step: it needs a terminal and refuses below an agent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [given, ...more] = args.words;
  const isAll = args.flag("all");
  if (more.length > 0 || isAll === (given !== undefined))
    return refuseUsage(io, "stop", "stop takes one session, or --all");
  const workspace = governedHere(io);
  const no = refuseUnlessPerson(workspace, io, "stop");
  if (no !== null) return no;
  if (given === undefined) return stopAll(workspace, io);
  const among = {
    all: allSessions(workspace),
    live: liveSessions(workspace),
    hosts: hosts.map(({ name }) => name),
  };
  const found = findSession(given, among);
  if (!found.ok) return refuse(io, [found.problem]);
  const stopped = stopSession(workspace, found.id, personName(io));
  return told([stopped], workspace, io, [howToResume([found.id])]);
}

/** Those above: what is below a stopped session is stopped with it. */
function stopAll(workspace: Workspace, io: Io): number {
  const live = liveSessions(workspace);
  const above = live.filter(({ parent }) => parent === null || !live.some(({ id }) => id === parent));
  if (above.length === 0)
    return tell(io, { stopped: [] }, "No session is at work here: there is nothing to stop. New sessions may begin.");
  const stopped = above.map(({ id }) => stopSession(workspace, id, personName(io)));
  const later = "Sessions that begin from now on are not stopped.";
  return told(stopped, workspace, io, [later, howToResume(above.map(({ id }) => id))]);
}

function told(stopped: readonly StoppedSession[], workspace: Workspace, io: Io, more: readonly string[]): number {
  const lines = stopped.flatMap((one) => stoppedLines(one, io, workspace.now(), personName(io)));
  return tell(io, { stopped: stopped.map(stoppedData) }, [...lines, ...more.map((line) => io.color.dim(line))]);
}
