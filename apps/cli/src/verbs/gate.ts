/** The gate that stays in memory and answers the events of agents faster than a process of their own could. */
import { gatePlace } from "@intentgate/gate";
import { createRootRegistry, recordedHostsAt, stateDir } from "@intentgate/sidecar";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, tell, text, type Verb } from "../command/verb.ts";
import { runGate } from "../gate/run-gate.ts";
import { stopGate } from "../gate/stop-gate.ts";
import type { Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { refuseAgents } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "gate",
  usage: ["[--idle MINUTES]", "--status", "--stop"],
  options: {
    status: flag("say whether it runs"),
    stop: flag("end it; the next event of an agent starts it again"),
    idle: text("MINUTES", "end after so long without an event"),
    "on-demand": flag("as agents start it: quietly, and for 10 minutes without an event"),
  },
  examples: {
    "intentgate gate": "run it here until Ctrl-C",
    "intentgate gate --status": "say whether it runs, and as which process",
    "intentgate gate --stop": "end it",
  },
  notes: [
    "You need not start it: the first event of an agent does, and it ends by itself. It listens on a socket in your state folder, never on a port, and answers for the roots that `intentgate init` registered.",
    "Whatever it does not answer in time is decided by a process of its own. `resident: off` in the policy of a root leaves it out for that root.",
    "On Windows there is none.",
  ],
  run,
};

const ON_DEMAND_IDLE_MINUTES = 10;
const MOST_MINUTES = 100_000;

async function run(args: Args, io: Io): Promise<number> {
  if (args.words.length > 0) return refuseUsage(io, "gate", "gate takes options only");
  const state = stateDir(io.env);
  if (args.flag("status")) return tellStatus(state, io);
  if (args.flag("stop")) return stop(state, io);
  const isOnDemand = args.flag("on-demand");
  const minutes = args.text("idle") === undefined ? null : Number(args.text("idle"));
  if (minutes !== null && !(minutes > 0 && minutes <= MOST_MINUTES))
    return refuseUsage(io, "gate", "--idle takes minutes, more than 0");
  if (process.platform === "win32") {
    io.complain("There is no resident gate on Windows: every event gets a process of its own.");
    return exitCodes.failed;
  }
  if (!isOnDemand) {
    const no = refuseAgents({ hosts: recordedHostsAt(io.cwd, state) }, io, "gate");
    if (no !== null) return no;
  }
  const idle = minutes ?? (isOnDemand ? ON_DEMAND_IDLE_MINUTES : null);
  const ran = await runGate({
    stateDir: state,
    env: io.env,
    idleMs: idle === null ? null : idle * 60_000,
    onReady() {
      if (isOnDemand) return;
      const roots = count(createRootRegistry(state).list().length, "root");
      io.print(`The gate answers for ${roots} (process ${process.pid}). Ctrl-C ends it.`);
    },
  });
  if (ran || isOnDemand) return exitCodes.done;
  io.complain(
    `The gate is running already (process ${gatePlace(state).running()}). \`intentgate gate --stop\` ends it.`,
  );
  return exitCodes.failed;
}

function tellStatus(state: string, io: Io): number {
  const { running, folder } = gatePlace(state);
  const pid = running();
  tell(
    io,
    { running: pid !== null, pid, folder },
    pid === null ? "The gate is not running." : `The gate is running (process ${pid}).`,
  );
  return pid === null ? exitCodes.failed : exitCodes.done;
}

async function stop(state: string, io: Io): Promise<number> {
  const pid = await stopGate(state);
  return tell(
    io,
    { stopped: pid },
    pid === null ? "The gate was not running." : `The gate (process ${pid}) has ended.`,
  );
}
