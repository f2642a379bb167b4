/** Lets everything but control files pass for a while: a person's step, recorded, and over by itself. */
import { visibleText } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { refuseWith } from "../command/refuse.ts";
import { type Args, exitCodes, flag, tell, type Verb } from "../command/verb.ts";
import { clockTime, duration, readDuration } from "../terminal/elapsed.ts";
import type { Io } from "../terminal/io.ts";
import { governedHere, personName, refuseUnlessPerson } from "../workspace/workspace-here.ts";

const LONGEST = 4 * 60 * 60_000;

export const verb: Verb = {
  name: "pause",
  usage: ["DURATION", "--off", ""],
  options: { off: flag("end the pause now") },
  examples: {
    "intentgate pause 10m": "let calls pass for ten minutes; what would have been stopped is recorded",
    "intentgate pause": "show whether a pause holds",
    "intentgate pause --off": "enforce again at once",
  },
  notes: [
    "A duration is written 10m, 1h30m or 45s, at most 4h. Control files stay protected, and `intentgate report` shows what enforcing would have stopped.",
    "Starting and ending a pause is a person's: it needs a terminal and refuses below an agent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [wanted, ...more] = args.words;
  const off = args.flag("off");
  if (more.length > 0 || (off && wanted !== undefined))
    return refuseWith(io, "BAD_INPUT", "pause takes one duration, or --off", "For instance `intentgate pause 10m`.");
  const ms = wanted === undefined ? null : readDuration(wanted);
  if (wanted !== undefined && ms === null)
    return refuseWith(io, "BAD_INPUT", `${JSON.stringify(wanted)} is not a duration`, "Write 10m, 1h30m or 45s.");
  if (ms !== null && ms > LONGEST)
    return refuseWith(
      io,
      "BAD_INPUT",
      `${duration(ms)} is too long: a pause lasts at most 4h`,
      "Pause again when it is over, or set `mode: observe` in policy.yaml.",
    );
  const workspace = governedHere(io);
  if (!off && ms === null) return show(workspace, io);
  const refused = refuseUnlessPerson(workspace, io, "pause");
  if (refused !== null) return refused;
  return ms === null ? end(workspace, io) : begin(workspace, io, ms);
}

function begin(workspace: Workspace, io: Io, ms: number): number {
  const { pauses } = workspace.home;
  const pause = pauses.begin(ms, personName(io));
  try {
    record(workspace, "paused", { by: pause.by, until: pause.until });
  } catch (error) {
    pauses.end(); // what cannot be recorded does not happen
    throw error;
  }
  return show(workspace, io);
}

function end(workspace: Workspace, io: Io): number {
  const active = workspace.home.pauses.active();
  workspace.home.pauses.end();
  if (active) record(workspace, "pause_ended", { by: personName(io) });
  return tell(
    io,
    { paused: false },
    active
      ? `${io.color.green("✔")} The pause is over: the gate enforces again.`
      : "There was no pause: the gate enforces.",
  );
}

function show(workspace: Workspace, io: Io): number {
  const pause = workspace.home.pauses.active();
  if (io.json)
    io.printJson(pause ? { paused: true, until: pause.until, by: pause.by, at: pause.at } : { paused: false });
  else if (!pause)
    io.print("No pause holds: the gate enforces. `intentgate pause 10m` lets calls pass for ten minutes.");
  else {
    const left = duration(Date.parse(pause.until) - workspace.now().getTime());
    io.print(
      `${io.color.yellow("Paused")} until ${clockTime(pause.until)} (${left} more), by ${visibleText(pause.by)}. Everything but control files passes.`,
    );
    io.print(
      io.color.dim("intentgate pause --off enforces again; intentgate report shows what would have been stopped."),
    );
  }
  return exitCodes.done;
}

function record(workspace: Workspace, decision: string, detail: Record<string, unknown>): void {
  workspace.home.store.decisions.append([
    {
      invocationId: workspace.newId(),
      phase: "post",
      session: "person",
      tool: "pause",
      intentId: null,
      ms: 0,
      decision,
      detail,
    },
  ]);
}
