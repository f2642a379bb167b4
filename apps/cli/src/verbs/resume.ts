/** A person lets sessions go on that they stopped. */
import { pastedWord } from "@intentgate/documents";
import { resumeSession } from "@intentgate/gate";
import { hosts } from "@intentgate/hosts";
import { allSessions, lineageOf, liveSessions } from "@intentgate/sidecar";
import { refuse, refuseUsage, refuseWith } from "../command/refuse.ts";
import { type Args, flag, tell, type Verb } from "../command/verb.ts";
import { findSession } from "../stop/find-session.ts";
import { resumedLine } from "../stop/told-stop.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedHere, personName, refuseUnlessPerson } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "resume",
  usage: ["SESSION", "--all"],
  options: { all: flag("every session that is stopped here") },
  examples: {
    "intentgate resume AGENT": "the one session of this agent",
    "intentgate resume --all": "all that you stopped",
  },
  notes: [
    "What the stop ended stays ended: a server has to be started again, and a question asked again. The agent does not notice by itself; tell it to go on.",
    "This is a person's step: it needs a terminal and refuses below an agent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [given, ...more] = args.words;
  if (more.length > 0 || args.flag("all") === (given !== undefined))
    return refuseUsage(io, "resume", "resume takes one session, or --all");
  const workspace = governedHere(io);
  const no = refuseUnlessPerson(workspace, io, "resume");
  if (no !== null) return no;
  const stopped = allSessions(workspace).filter(({ stop }) => stop !== null);
  if (given === undefined) {
    if (stopped.length === 0) return tell(io, { resumed: [] }, "No session is stopped here.");
    const resumed = stopped.map(({ id }) => resumeSession(workspace, id, personName(io)));
    const lines = resumed.map((one) => resumedLine(one, io));
    return tell(io, { resumed: resumed.map(({ session }) => session) }, lines);
  }
  const names = hosts.map(({ name }) => name);
  const among = findSession(given, { all: stopped, live: stopped, hosts: [] });
  const found = among.ok
    ? among
    : findSession(given, { all: allSessions(workspace), live: liveSessions(workspace), hosts: names });
  if (!found.ok) return refuse(io, [found.problem]);
  const { own, stop } = lineageOf(workspace.home, { id: found.id });
  if (own.stop === null && stop !== null) {
    const message = `${oneLine(found.id, 60)} is stopped with ${oneLine(stop.session, 60)}, which it belongs to`;
    return refuseWith(io, "NOT_ALLOWED", message, `Type \`intentgate resume ${pastedWord(stop.session)}\`.`);
  }
  const resumed = resumeSession(workspace, found.id, personName(io));
  const ids = resumed.before === null ? [] : [resumed.session];
  return tell(io, { resumed: ids }, resumedLine(resumed, io));
}
