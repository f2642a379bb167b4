/** *Intents*: the board, and one intent with what happens under it. */
import { createHash } from "node:crypto";
import { impactOf } from "@intentgate/blame";
import {
  findIntent,
  intentsOf,
  type MoveName,
  movable,
  scopeWarnings,
  sessionsUnder,
  waitingNote,
} from "@intentgate/gate";
import { type Intent, intentDigest } from "@intentgate/policy";
import { intentMapOf, liveSessions } from "@intentgate/sidecar";
import type { Column, IntentCard, IntentMove, IntentPage, IntentsView, SuspectView } from "../../api/intents.ts";
import { type WantedWindow, windowed } from "../door/asked.ts";
import { refuseWith } from "../door/failure.ts";
import type { Served } from "../project/served.ts";

const FILES = 50;
const SUSPECT_FILES = 200;
const moves: readonly MoveName[] = ["start", "complete", "block", "reopen", "archive"];
export const columns: readonly Column[] = ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE", "ARCHIVED"];

export function intentsView(
  served: Served,
  wanted: { column: Column | null; text: string | null; window: WantedWindow },
): IntentsView {
  const { home } = served.workspace;
  const read = intentsOf(home);
  if (!read.ok) return refuseWith(read.problems);
  const all = [...read.value.values()];
  const counts = Object.fromEntries(columns.map((column) => [column, 0])) as Record<Column, number>;
  for (const intent of all) counts[columnOf(intent)]++;
  const text = wanted.text?.toLowerCase() ?? "";
  const fitting = all.filter(
    (intent) =>
      (wanted.column === null ? !intent.archived : columnOf(intent) === wanted.column) &&
      `${intent.id} ${intent.name}`.toLowerCase().includes(text),
  );
  const working = new Map<string, number>();
  for (const { intent } of liveSessions(served.workspace))
    if (intent) working.set(intent.id, (working.get(intent.id) ?? 0) + 1);
  return {
    ...windowed(fitting.sort(newestFirst), wanted.window, (intent) =>
      card(served, intent, working.get(intent.id) ?? 0),
    ),
    counts,
    waiting: waitingNote(home),
  };
}

function newestFirst(one: Intent, other: Intent): number {
  return (other.updated_at ?? "").localeCompare(one.updated_at ?? "") || (one.id < other.id ? -1 : 1);
}

function columnOf(intent: Intent): Column {
  return intent.archived ? "ARCHIVED" : intent.status;
}

function card({ overlaps }: Served, intent: Intent, sessions: number): IntentCard {
  return {
    id: intent.id,
    name: intent.name,
    owned_scope: intent.owned_scope,
    criteria: intent.acceptance_criteria.length,
    sessions,
    overlaps: overlaps.of(intent.id)?.map((one) => one.intent_id) ?? null,
    updated_at: intent.updated_at,
  };
}

export function intentPage(served: Served, id: string): IntentPage {
  const { home } = served.workspace;
  const found = findIntent(home, id);
  if (!found.ok) return refuseWith(found.problems);
  const intent = found.value;
  const under = sessionsUnder(home, id);
  const rules = home.rules();
  const counting = (rules.ok && rules.value.intents.get(id)) || intent;
  const digest = intentDigest(counting);
  const files = intentMapOf(home).find((one) => one.intentId === id)?.files ?? [];
  const newest = [...files].sort((a, b) => b.at.localeCompare(a.at));
  return {
    id,
    name: intent.name,
    column: columnOf(intent),
    description: intent.description,
    owned_scope: intent.owned_scope,
    narrowed_to: counting.narrowed_to,
    constraints: intent.constraints,
    acceptance_criteria: intent.acceptance_criteria,
    related_files: intent.related_files,
    related_specs: intent.related_specs,
    checks: intent.checks.map(({ run }) => run.map(typed).join(" ")),
    created_at: intent.created_at,
    updated_at: intent.updated_at,
    digest: entryDigest(intent),
    moves: movesOf(intent),
    sessions: under.map(({ id: session, host, intent: taken }) => ({
      id: session,
      host,
      must_select_again: taken?.digest !== digest,
    })),
    overlaps: served.overlaps.of(id),
    files: newest.slice(0, FILES).map(({ path, count, at }) => ({ path, count, at })),
    more_files: Math.max(0, files.length - FILES),
    warnings: intent.archived ? [] : scopeWarnings(intent),
  };
}

/** As a person would type it again. */
function typed(word: string): string {
  if (word !== "" && !/[\s"'|&;<>$`()]/.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}

function movesOf(intent: Intent): IntentMove[] {
  const possible = moves.filter((move) => movable(intent, move).ok);
  return intent.archived ? possible : [...possible, "accept"];
}

export function suspectView({ workspace }: Served, id: string): SuspectView {
  const found = findIntent(workspace.home, id);
  if (!found.ok) return refuseWith(found.problems);
  const impact = impactOf(workspace.home, workspace.blame(), id, { everywhere: false });
  const files = impact?.files.filter((file) => file.suspect) ?? [];
  return {
    files: files.slice(0, SUSPECT_FILES).map(({ path, ranges }) => ({ path, ranges })),
    more_files: Math.max(0, files.length - SUSPECT_FILES),
  };
}

/** Names what an intent's entry says to a person; history and times are not part of it. */
export function entryDigest(intent: Intent): string {
  const { name, description, owned_scope, constraints, acceptance_criteria, related_files, checks, status } = intent;
  const authored = [name, description, owned_scope, constraints, acceptance_criteria, related_files, checks, status];
  return createHash("sha256")
    .update(JSON.stringify([...authored, intent.archived]))
    .digest("hex");
}
