/** A person moves an intent along its life: started, completed, blocked, reopened, archived. */
import { type Checked, problem } from "@intentgate/documents";
import { archiveIntent, badMove, type Intent, type IntentStatus, mayMove, setStatus } from "@intentgate/policy";
import { foldHistory } from "@intentgate/sidecar";
import type { Workspace } from "../workspace/workspace.ts";
import { findIntent, intentIn, wrong } from "./find-intent.ts";

export type MoveName = "start" | "complete" | "block" | "reopen" | "archive";

interface Move {
  subverb: Exclude<MoveName, "archive">;
  to: IntentStatus;
  from: readonly IntentStatus[];
}

const moves: readonly Move[] = [
  { subverb: "start", to: "IN_PROGRESS", from: ["PENDING", "BLOCKED"] },
  { subverb: "complete", to: "COMPLETE", from: ["IN_PROGRESS"] },
  { subverb: "block", to: "BLOCKED", from: ["IN_PROGRESS"] },
  { subverb: "reopen", to: "IN_PROGRESS", from: ["COMPLETE"] },
];

/** The intent where it may be moved so; else what to type instead. */
export function movable(intent: Intent, move: MoveName): Checked<Intent> {
  return move === "archive" ? archivable(intent) : along(intent, move);
}

/** Before and after. */
export async function moveIntent(
  workspace: Pick<Workspace, "home" | "now">,
  id: string,
  move: MoveName,
): Promise<Checked<{ before: Intent; after: Intent }>> {
  const { home } = workspace;
  const before = findIntent(home, id);
  if (!before.ok) return before;
  const may = movable(before.value, move);
  if (!may.ok) return may;
  // At its end only, and first: an archived entry is not written to any more.
  if (move === "complete" || move === "archive") await foldHistory(home, before.value);
  const at = workspace.now().toISOString();
  const edited = await home.store.intents.edit((text) => {
    // Once more on the text under the lock: somebody may have moved it meanwhile.
    const now = intentIn(text, id);
    const stillMay = now.ok ? movable(now.value, move) : now;
    if (!stillMay.ok) return stillMay;
    return move === "archive" ? archiveIntent(text, id) : setStatus(text, id, moveOf(move).to, at);
  });
  if (!edited.ok) return edited;
  const after = findIntent(home, id);
  return after.ok ? { ok: true, value: { before: before.value, after: after.value } } : after;
}

function moveOf(subverb: Exclude<MoveName, "archive">): Move {
  return moves.find((one) => one.subverb === subverb) as Move;
}

function along(intent: Intent, subverb: Exclude<MoveName, "archive">): Checked<Intent> {
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
