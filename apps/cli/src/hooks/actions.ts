/** `intentgate hooks actions`: what handlers asked to be done; a person has it done, or will not have it. */
import { problem } from "@intentgate/documents";
import type { QueuedAction } from "@intentgate/event-hooks";
import type { Workspace } from "@intentgate/gate";
import { refuse, refuseUsage } from "../command/refuse.ts";
import type { Subverb } from "../command/subverb.ts";
import { type Args, exitCodes, tell } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import { ago } from "../terminal/elapsed.ts";
import { pickById, shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { personName, refuseAgents } from "../workspace/workspace-here.ts";
import { hooksHere } from "./subverb.ts";

export const hookActions: Subverb = {
  options: ["all"],
  words: { least: 0, most: 2, named: "run ID or drop ID" },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [, what, id] = args.words;
  if (what === undefined) return list(args.flag("all"), io);
  if ((what !== "run" && what !== "drop") || id === undefined || args.flag("all"))
    return refuseUsage(io, "hooks", "`hooks actions` is followed by nothing, by `run ID` or by `drop ID`");
  const { workspace, hooks } = hooksHere(io);
  // It is done in the name of the session that raised it, which is nobody's business but a person's.
  const no = refuseAgents(workspace, io, `hooks actions ${what}`);
  if (no !== null) return no;
  const found = pickById(hooks.actions(), id, (action) => [action.id]);
  if (found.kind === "many") {
    const remedy = `Give more of the id: ${found.ids.slice(0, 5).map(shortId).join(", ")}.`;
    return refuse(io, [problem("BAD_INPUT", `${JSON.stringify(oneLine(id, 40))} fits several actions`, remedy)]);
  }
  if (found.kind === "none") return refuse(io, [notThere(id)]);
  return what === "run" ? runNow(found.value, workspace, io) : drop(found.value, workspace, io);
}

async function runNow(action: QueuedAction, workspace: Workspace, io: Io): Promise<number> {
  const done = await workspace.eventHooks().runAction(action.id);
  return done === null ? refuse(io, [notWaiting(action)]) : tellAction(done, io);
}

async function drop(action: QueuedAction, workspace: Workspace, io: Io): Promise<number> {
  const note = `dropped by ${personName(io)}`;
  const isDropped = await workspace.eventHooks().settleAction(action.id, "refused", note);
  if (!isDropped) return refuse(io, [notWaiting(action)]);
  return tell(
    io,
    { action: { ...action, state: "refused", note } },
    `${io.color.green("✔")} ${shortId(action.id)} will not be done.`,
  );
}

/** What the gate refused is denied; what was tried and failed has failed. */
function tellAction(action: QueuedAction, io: Io): number {
  const { green, red, yellow } = io.color;
  if (io.json) io.printJson({ action });
  else {
    const sign = action.state === "done" ? green("✔") : action.state === "refused" ? red("✖") : yellow("!");
    io.print(`${sign} ${shortId(action.id)} ${action.state}${action.note ? `: ${oneLine(action.note, 400)}` : ""}`);
  }
  if (action.state === "refused") return exitCodes.denied;
  return action.state === "done" ? exitCodes.done : exitCodes.failed;
}

function list(all: boolean, io: Io): number {
  const { hooks, workspace } = hooksHere(io);
  const actions = hooks.actions().filter((action) => all || action.state === "waiting");
  if (io.json) {
    io.printJson({ actions });
    return exitCodes.done;
  }
  if (actions.length === 0) {
    io.print(
      all ? "No handler has asked for anything." : "Nothing waits. `intentgate hooks actions --all` shows what did.",
    );
    return exitCodes.done;
  }
  const { bold, dim, yellow } = io.color;
  const rows = actions.map((action) => [
    shortId(action.id),
    action.state,
    action.kind,
    oneLine(JSON.stringify(action.payload), 80),
    `${action.hook}, session ${oneLine(action.session, 40)}, ${ago(action.at, workspace.now())}`,
  ]);
  const paintState = (text: string) => (text.trim() === "waiting" ? yellow(text) : dim(text));
  for (const line of columns(rows, [{ paint: bold }, { paint: paintState }, {}, {}, { paint: dim }])) io.print(line);
  const waiting = actions.find((action) => action.state === "waiting");
  if (waiting) {
    const id = shortId(waiting.id);
    io.print(dim(`\nintentgate hooks actions run ${id} has it done through the gate; drop ${id} will not have it.`));
  }
  return exitCodes.done;
}

function notThere(id: string) {
  const remedy = "`intentgate hooks actions --all` lists them.";
  return problem("NOT_FOUND", `no action has the id ${JSON.stringify(oneLine(id, 40))}`, remedy);
}

function notWaiting({ id, state }: QueuedAction) {
  return problem("NOT_FOUND", `the action ${shortId(id)} does not wait any more: it is ${state}`, "");
}
