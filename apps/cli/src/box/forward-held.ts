/** Brings a port that a held command listens on to the loopback of this machine, until Ctrl-C. */
import { allHolders, forwardPort, type Holder, listeningPorts } from "@intentgate/box";
import { recordedHostsAt, stateDir } from "@intentgate/sidecar";
import { refuseUsage, refuseWith } from "../command/refuse.ts";
import { oneWord, type Subverb } from "../command/subverb.ts";
import { exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { refuseUnlessPerson } from "../workspace/workspace-here.ts";

const MOST_PORT = 65_535;

export const forwardHeld: Subverb = {
  options: ["session", "on"],
  words: oneWord("the port that is listened on"),
  async run(args, io, [word = ""]) {
    const state = stateDir(io.env);
    const no = refuseUnlessPerson({ hosts: recordedHostsAt(io.cwd, state) }, io, "box forward");
    if (no !== null) return no;
    const [port, on] = [portOf(word), portOf(args.text("on") ?? word)];
    if (port === null || on === null) return refuseUsage(io, "box", `a port is a number from 1 to ${MOST_PORT}`);
    const holder = holderWith(port, args.text("session"), state, io);
    if (typeof holder === "number") return holder;
    return forward(holder, port, on, args.text("on") !== undefined, io);
  },
};

function portOf(word: string): number | null {
  const port = Number(word);
  return /^\d{1,5}$/.test(word) && port >= 1 && port <= MOST_PORT ? port : null;
}

/** The session that listens there, or the exit code where there is none or more than one. */
function holderWith(port: number, session: string | undefined, state: string, io: Io): Holder | number {
  const all = allHolders(state).filter((one) => session === undefined || one.session === session);
  const listening = all.filter(({ pid }) => [...listeningPorts(pid).values()].includes(port));
  const [first, ...others] = listening;
  if (first === undefined)
    return refuseWith(io, "NOT_FOUND", `no session listens on port ${port}`, "`intentgate box list` shows the ports.");
  if (others.length === 0) return first;
  const ids = listening.map((one) => oneLine(one.session, 60)).join(", ");
  return refuseWith(
    io,
    "BAD_INPUT",
    `${listening.length} sessions listen on port ${port}`,
    `Name one with --session: ${ids}.`,
  );
}

async function forward(holder: Holder, port: number, on: number, isExact: boolean, io: Io): Promise<number> {
  const first = await forwardPort(holder.pid, port, on);
  const answer = !first.can && first.why === "taken" && !isExact ? await forwardPort(holder.pid, port, 0) : first;
  if (!answer.can)
    return answer.why === "taken"
      ? refuseWith(io, "BAD_INPUT", `port ${on} is taken on this machine`, "Choose another one with --on.")
      : refuseWith(io, "NOT_FOUND", "the session has ended", "`intentgate box list` shows what is held.");
  const { forward } = answer;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, forward.close);
  const address = `http://127.0.0.1:${forward.port}/`;
  if (io.json) io.printJson({ address, session: holder.session, port });
  else io.print(`${address} leads to port ${port} of session ${oneLine(holder.session, 60)}. Ctrl-C ends it.`);
  await forward.ended;
  return exitCodes.done;
}
