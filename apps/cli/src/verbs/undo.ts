/** Puts back what calls changed: a person's step, recorded like any call. */
import { visibleText } from "@intentgate/documents";
import type { PlannedPath, Undo, UndoneCall, UndoOutcome } from "@intentgate/gate";
import { refuseUsage } from "../command/refuse.ts";
import { type Args, exitCodes, flag, text, type Verb } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import { shortId } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";
import { choosePaths } from "../undo/choose-paths.ts";
import { findCalls } from "../undo/find-calls.ts";
import { governedHere, personName, refuseUnlessPerson } from "../workspace/workspace-here.ts";

export const verb: Verb = {
  name: "undo",
  usage: [
    "CALL [--dry-run | --yes] [--merge]",
    "--last [--dry-run | --yes] [--merge]",
    "--intent ID [--dry-run | --yes] [--merge]",
  ],
  options: {
    last: flag("the last call whose changes still stand"),
    intent: text("ID", "all calls under this intent, the newest first"),
    "dry-run": flag("show what would be done, and do nothing"),
    yes: flag("without a question; what changed since, and what a person may have made, is left", { short: "y" }),
    merge: flag("with --yes: merge what changed since, where nothing conflicts"),
  },
  examples: {
    "intentgate undo --last": "show what the last call changed, ask, and put it back",
    "intentgate undo 3f2a9c1e": "the same for one call; `intentgate trace log` lists them",
    "intentgate undo --intent INT-001 --dry-run": "what taking a whole intent back would do",
  },
  notes: [
    "A file is put back where it still stands as the call left it. Where it changed since, that is said, and a merge is offered: what changed since stays, what the call did goes. Conflict markers are written only after a yes to them.",
    "What stood in a file is kept for seven days, outside the repository; never of secret files nor of files over 50 MB. Files that steer the gate, an agent or git are left alone, and nothing is written through a link.",
    "An undo is a call of its own, in the ledger as yours: its id takes it back again.",
    "This is a person's step: it needs a terminal and refuses below an agent.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [isDry, isYes] = [args.flag("dry-run"), args.flag("yes")];
  if (isDry && isYes) return refuseUsage(io, "undo", "--dry-run and --yes exclude each other");
  if (io.json && !isDry && !isYes) return refuseUsage(io, "undo", "--json asks nothing: add --dry-run or --yes");
  const workspace = governedHere(io);
  const no = refuseUnlessPerson(workspace, io, "undo");
  if (no !== null) return no;
  const undo = workspace.undo();
  const calls = findCalls(undo, args, io);
  if (typeof calls === "number") return calls;
  const plan = undo.plan(calls);
  if (!io.json) show(calls, plan, undo, io);
  if (isDry) return dryEnd(calls, plan, io);
  const chosen = await choosePaths(plan, undo, { isYes, isMerge: args.flag("merge") }, io);
  if (chosen === null) {
    io.complain("Nothing was changed.");
    return exitCodes.failed;
  }
  const isAnything = chosen.paths.length > 0 || plan.some(({ does }) => does === "folder");
  const done: UndoOutcome = isAnything
    ? await undo.apply(chosen.paths, { calls, by: personName(io) })
    : { id: null, back: [], folders: [], left: [] };
  return end(calls, plan, { ...done, left: [...chosen.left, ...done.left] }, io);
}

function dryEnd(calls: readonly UndoneCall[], plan: readonly PlannedPath[], io: Io): number {
  if (io.json) io.printJson({ calls: calls.map(callAsData), paths: plan.map(pathAsData) });
  return plan.some(({ does }) => does === "left") ? exitCodes.failed : exitCodes.done;
}

function end(
  calls: readonly UndoneCall[],
  plan: readonly PlannedPath[],
  { id, back, folders, left }: UndoOutcome,
  io: Io,
): number {
  if (io.json)
    io.printJson({ calls: calls.map(callAsData), paths: plan.map(pathAsData), undo: id, back, folders, left });
  else {
    if (id !== null) {
      const what = back.length > 0 ? counted(back.length, "file") : counted(folders.length, "folder");
      io.print(`${io.color.green("✔")} ${what} put back. To take this back: intentgate undo ${shortId(id)}`);
    }
    if (id === null && left.length === 0) io.print("All of it stands as it did before: there is nothing to put back.");
    for (const { path, why } of left) io.complain(`Not put back: ${visibleText(path)} (${why})`);
  }
  return left.length === 0 ? exitCodes.done : exitCodes.failed;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

const doing: Record<PlannedPath["does"], string> = {
  restore: "put back",
  create: "bring back",
  remove: "remove",
  nothing: "as before",
  left: "in the way",
  folder: "folder",
};

const SHOWN_CALLS = 5;

function show(calls: readonly UndoneCall[], plan: readonly PlannedPath[], undo: Undo, io: Io): void {
  const { bold, dim, yellow } = io.color;
  for (const { id, records } of calls.slice(0, SHOWN_CALLS)) {
    const [first] = records;
    const under = first?.intent_id && first.intent_id !== "none" ? ` under ${visibleText(first.intent_id)}` : "";
    io.print(
      `${bold(shortId(id))}  ${visibleText(first?.decision?.tool ?? "")}${under}  ${dim(first?.timestamp ?? "")}`,
    );
  }
  if (calls.length > SHOWN_CALLS) io.print(dim(`and ${calls.length - SHOWN_CALLS} calls before them`));
  io.print("");
  const ids = new Set(calls.map(({ id }) => id));
  const rows = plan.map((one) => [doing[one.does], visibleText(one.path), noteOn(one, ids, undo)]);
  for (const line of columns(rows, [{ paint: dim }, {}, { paint: yellow }])) io.print(`  ${line}`);
  io.print("");
}

function noteOn(one: PlannedPath, undone: ReadonlySet<string>, undo: Undo): string {
  if (one.does === "folder") return one.becomes;
  if ("entry" in one) return one.isDoubtful ? "nobody saw who changed it: it may have been a person" : "";
  if (one.does !== "left") return "";
  if (one.merge === null) return one.why;
  const touches = [one.path];
  const [last] = undo.calls(({ files }) => files.some((file) => touches.includes(file.relative_path)), 1);
  if (!last || undone.has(last.id)) return `${one.why}, not by a call`;
  return `${one.why}; the last call there was ${shortId(last.id)} (${visibleText(last.records[0]?.decision?.tool ?? "")})`;
}

function callAsData({ id, records: [first] }: UndoneCall) {
  return { id, tool: first?.decision?.tool ?? null, intent_id: first?.intent_id ?? null, timestamp: first?.timestamp };
}

function pathAsData(one: PlannedPath) {
  const { path, does } = one;
  if (one.does === "folder") return one;
  if (does === "left") return { path, does, why: one.why, may_merge: one.merge !== null };
  return "entry" in one && one.isDoubtful ? { path, does, doubtful: true } : { path, does };
}
