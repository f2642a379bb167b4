/** `intentgate intent start | complete | block | reopen | archive | accept`: a person moves an intent along its life. */
import {
  acceptIntent as acceptIntentNow,
  findIntent,
  type MoveName,
  moveIntent,
  sessionsUnder,
  type Workspace,
  waitingNote,
} from "@intentgate/gate";
import type { Intent } from "@intentgate/policy";
import { refuse } from "../command/refuse.ts";
import { anyWords, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes, tell } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/workspace-here.ts";
import { paintStatus } from "./list-intents.ts";
import { oneId } from "./subverb.ts";

export const startIntent = moveWith("start");
export const completeIntent = moveWith("complete");
export const blockIntent = moveWith("block");
export const reopenIntent = moveWith("reopen");
export const archiveOneIntent = moveWith("archive");

function moveWith(move: MoveName): Subverb {
  return { options: [], words: anyWords, run: (args, io) => moveOne(move, args, io) };
}

async function moveOne(move: MoveName, args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, `intent ${move}`);
  if (typeof workspace === "number") return workspace;
  const id = oneId(args, move);
  if (!id.ok) return refuse(io, id.problems);
  const moved = await moveIntent(workspace, id.value, move);
  if (!moved.ok) return refuse(io, moved.problems);
  return tellMoved(workspace, moved.value.before, moved.value.after, io);
}

function tellMoved(workspace: Workspace, before: Intent, after: Intent, io: Io): number {
  const notes = notesFor(workspace, after);
  const { bold, dim } = io.color;
  const now = paintStatus(after.archived ? "archived" : after.status, io.color);
  const line = `${bold(after.id)}  ${oneLine(after.name)}  ${dim(`${before.status} →`)} ${now}`;
  return tell(io, { intent: after, was: before.status, notes }, [line, ...notes.map((note) => `  ${note}`)]);
}

function notesFor(workspace: Workspace, after: Intent): string[] {
  const notes: string[] = [];
  const sessions = sessionsUnder(workspace.home, after.id).map((one) => oneLine(one.id, 40));
  const isOpen = !after.archived && after.status === "IN_PROGRESS";
  if (sessions.length > 0 && !isOpen)
    notes.push(`Sessions under it can change nothing any more: ${sessions.join(", ")}`);
  if (after.status === "COMPLETE" && !after.archived && after.checks.length > 0) {
    notes.push(
      `Its checks were not run by this: ${after.checks.map((one) => oneLine(one.run.join(" "), 60)).join("; ")}`,
    );
  }
  const waiting = waitingNote(workspace.home);
  return waiting ? [...notes, waiting] : notes;
}

/** `intentgate intent accept`: a person says that what was changed under an intent is as they want it, as of now. */
export const acceptIntent: Subverb = { options: [], words: anyWords, run: acceptOne };

async function acceptOne(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "intent accept");
  if (typeof workspace === "number") return workspace;
  const { home } = workspace;
  const id = oneId(args, "accept");
  if (!id.ok) return refuse(io, id.problems);
  const found = findIntent(home, id.value);
  if (!found.ok) return refuse(io, found.problems);
  const accepted = await acceptIntentNow(workspace, id.value);
  if (!accepted.ok) return refuse(io, accepted.problems);
  const at = accepted.value;
  if (io.json) {
    io.printJson({ intent_id: id.value, accepted_at: at });
    return exitCodes.done;
  }
  io.print(`${io.color.green("accepted")} ${io.color.bold(id.value)}  ${oneLine(found.value.name)}`);
  io.print(
    `  Noted in its entry (accepted_at: ${at}): you looked at its scope, criteria and the changes made under it.`,
  );
  io.print("  What was written under earlier constraints or criteria is no longer suspect.");
  io.print("  It opens and closes nothing: scope, status and sessions stay as they are.");
  return exitCodes.done;
}
