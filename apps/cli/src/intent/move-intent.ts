/** `intentgate intent start | complete | block | reopen | archive`: a person moves an intent along its life. */
import { type Checked, problem } from "@intentgate/documents";
import { archiveIntent, badMove, type Intent, type IntentStatus, mayMove, setStatus } from "@intentgate/policy";
import { foldHistory, type Workspace } from "@intentgate/workspace";
import { governedForPeople } from "../governed-for-people.ts";
import type { Io } from "../io.ts";
import { oneLine } from "../one-line.ts";
import { refuse } from "../refuse.ts";
import { type Args, exitCodes } from "../verb.ts";
import { paintStatus } from "./paint-status.ts";
import { findIntent, intentIn, oneId, type Subverb, sessionsUnder, waitingNote, wrong } from "./subverb.ts";

interface Move {
  subverb: string;
  to: IntentStatus;
  from: readonly IntentStatus[];
}

const moves: readonly Move[] = [
  { subverb: "start", to: "IN_PROGRESS", from: ["PENDING", "BLOCKED"] },
  { subverb: "complete", to: "COMPLETE", from: ["IN_PROGRESS"] },
  { subverb: "block", to: "BLOCKED", from: ["IN_PROGRESS"] },
  { subverb: "reopen", to: "IN_PROGRESS", from: ["COMPLETE"] },
];

export const startIntent = moveWith("start");
export const completeIntent = moveWith("complete");
export const blockIntent = moveWith("block");
export const reopenIntent = moveWith("reopen");

export const archiveOneIntent: Subverb = {
  options: [],
  run: (args, io) => change("archive", args, io, archivable, (text, id) => archiveIntent(text, id)),
};

function moveWith(subverb: string): Subverb {
  const { to } = moveOf(subverb);
  const allowed = (intent: Intent) => movable(intent, subverb);
  return {
    options: [],
    run: (args, io) => change(subverb, args, io, allowed, (text, id, at) => setStatus(text, id, to, at)),
  };
}

function moveOf(subverb: string): Move {
  return moves.find((one) => one.subverb === subverb) as Move;
}

/** The intent where it may be moved so; else what to type instead. */
export function movable(intent: Intent, subverb: string): Checked<Intent> {
  const move = moveOf(subverb);
  if (intent.archived) return wrong(problem("NOT_ALLOWED", `${intent.id} is archived`, archivedRemedy));
  if (move.from.includes(intent.status) && mayMove(intent.status, move.to)) return { ok: true, value: intent };
  if (intent.status === move.to) return wrong(badMove(intent, move.to));
  const other = moves.find((one) => one.to === move.to && one.from.includes(intent.status));
  const first = moves.find((one) => one.from.includes(intent.status) && move.from.includes(one.to));
  const type = other ?? first;
  const message = other
    ? `${intent.id} is ${intent.status}, so \`${move.subverb}\` does not fit`
    : badMove(intent, move.to).message;
  const remedy = type
    ? `Type \`intentgate intent ${type.subverb} ${intent.id}\`${other ? "" : " first"}.`
    : badMove(intent, move.to).remedy;
  return wrong(problem("NOT_ALLOWED", message, remedy));
}

const archivedRemedy =
  "Move its entry from `archived_intents:` back to `active_intents:` in .orchestration/active_intents.yaml.";

function archivable(intent: Intent): Checked<Intent> {
  if (intent.archived)
    return wrong(problem("NOT_ALLOWED", `${intent.id} is archived already`, "Nothing needs to be done."));
  if (intent.status !== "IN_PROGRESS") return { ok: true, value: intent };
  const remedy = `Type \`intentgate intent complete ${intent.id}\` or \`intentgate intent block ${intent.id}\` first.`;
  return wrong(problem("NOT_ALLOWED", `${intent.id} is in progress`, remedy));
}

async function change(
  subverb: string,
  args: Args,
  io: Io,
  allowed: (intent: Intent) => Checked<Intent>,
  edit: (text: string, id: string, at: string) => Checked<string>,
): Promise<number> {
  const workspace = governedForPeople(io, `intent ${subverb}`);
  if (typeof workspace === "number") return workspace;
  const id = oneId(args, subverb);
  if (!id.ok) return refuse(io, id.problems);
  const before = findIntent(workspace.home, id.value);
  if (!before.ok) return refuse(io, before.problems);
  const may = allowed(before.value);
  if (!may.ok) return refuse(io, may.problems);
  // History goes first: an archived entry is not written to any more.
  await foldHistory(workspace.home, before.value);
  const at = workspace.now().toISOString();
  const edited = await workspace.home.store.intents.edit((text) => {
    // Once more on the text under the lock: somebody may have moved it meanwhile.
    const now = intentIn(text, id.value);
    const stillMay = now.ok ? allowed(now.value) : now;
    return stillMay.ok ? edit(text, id.value, at) : stillMay;
  });
  if (!edited.ok) return refuse(io, edited.problems);
  const after = findIntent(workspace.home, id.value);
  if (!after.ok) return refuse(io, after.problems);
  tell(workspace, before.value, after.value, io);
  return exitCodes.done;
}

function tell(workspace: Workspace, before: Intent, after: Intent, io: Io): void {
  const notes = notesFor(workspace, after);
  if (io.json) io.printJson({ intent: after, was: before.status, notes });
  else {
    const { bold, dim } = io.color;
    const now = paintStatus(after.archived ? "archived" : after.status, io.color);
    io.print(`${bold(after.id)}  ${oneLine(after.name)}  ${dim(`${before.status} →`)} ${now}`);
    for (const note of notes) io.print(`  ${note}`);
  }
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
