/** `intentgate intent show`: one intent with everything that happened under it. */
import { impactOf } from "@intentgate/blame";
import { findIntent, sessionsUnder, type Workspace, waitingNote } from "@intentgate/gate";
import { type Intent, intentDigest } from "@intentgate/policy";
import { historyOf, intentMapOf, type SessionState } from "@intentgate/sidecar";
import { refuse } from "../command/refuse.ts";
import { anyWords, type Subverb } from "../command/subverb.ts";
import { type Args, tell } from "../command/verb.ts";
import { columns, factLines } from "../terminal/columns.ts";
import { ago, localTime } from "../terminal/elapsed.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";
import { paintStatus } from "./list-intents.ts";
import { oneId } from "./subverb.ts";

const CHANGES = 10;
const FILES = 20;

export const showIntent: Subverb = { options: [], words: anyWords, run };

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  const { home } = workspace;
  const id = oneId(args, "show");
  if (!id.ok) return refuse(io, id.problems);
  const found = findIntent(home, id.value);
  if (!found.ok) return refuse(io, found.problems);
  const intent = { ...found.value, recent_history: historyOf(home, found.value) };
  const rules = home.rules();
  const counting = (rules.ok && rules.value.intents.get(intent.id)) || intent;
  const page = {
    intent: { ...intent, narrowed_to: counting.narrowed_to },
    sessions: sessionsUnder(home, intent.id).map((one) => workerOf(one, intentDigest(counting))),
    files: intentMapOf(home).find((one) => one.intentId === intent.id)?.files ?? [],
    changes: home.store.ledger.recentChanges(intent.id, CHANGES),
    suspect_files: suspectFiles(workspace, intent.id),
  };
  return tell(io, page, render(page, workspace, io));
}

/** `digest` is of what counts now; a session that was told something else must select the intent again. */
function workerOf({ id, host, model, lastAt, intent }: SessionState, digest: string) {
  return { id, host, model, last_at: lastAt, must_select_again: intent?.digest !== digest };
}

interface Page {
  intent: Intent;
  sessions: ReturnType<typeof workerOf>[];
  files: readonly { path: string; change: string; count: number; at: string }[];
  changes: readonly { path: string; description: string }[];
  suspect_files: readonly string[];
}

/** Files with lines that were written under other constraints or criteria than the intent has now. */
function suspectFiles(workspace: Workspace, id: string): string[] {
  const impact = impactOf(workspace.home, workspace.blame(), id, { everywhere: false });
  return impact?.files.filter((file) => file.suspect).map((file) => file.path) ?? [];
}

function render({ intent, sessions, files, changes, suspect_files }: Page, workspace: Workspace, io: Io): string[] {
  const { bold, dim, red, yellow } = io.color;
  const now = workspace.now();
  const facts = (name: string, values: readonly string[]) =>
    factLines(
      name,
      values.map((one) => oneLine(one, 160)),
      io.color,
    );
  const painted = (name: string, values: readonly string[]) => factLines(name, values, io.color);
  const waiting = waitingNote(workspace.home);
  const scope =
    intent.owned_scope.length > 0 ? intent.owned_scope : ["(nothing: no file may be changed under this intent)"];
  return [
    `${bold(intent.id)}  ${oneLine(intent.name)}  ${paintStatus(intent.archived ? "archived" : intent.status, io.color)}`,
    ...facts("description", intent.description ? [intent.description] : []),
    ...facts("owns", scope),
    ...(intent.narrowed_to
      ? painted(
          "but only",
          intent.narrowed_to.map((glob) => yellow(oneLine(glob))),
        )
      : []),
    ...facts("constraints", intent.constraints),
    ...facts("criteria", intent.acceptance_criteria),
    ...facts(
      "checks",
      intent.checks.map(({ run }) => run.join(" ")),
    ),
    ...facts("related", [...intent.related_files, ...intent.related_specs]),
    ...facts("created", intent.created_at ? [localTime(intent.created_at)] : []),
    ...facts("updated", intent.updated_at ? [localTime(intent.updated_at)] : []),
    ...painted(
      "sessions",
      sessions.map((one) => {
        const about = [one.host ? oneLine(one.host, 20) : null, one.last_at ? ago(one.last_at, now) : null];
        const again = one.must_select_again ? red("  must select it again: it was changed") : "";
        return `${oneLine(one.id, 60)}  ${dim(about.filter((text) => text !== null).join(", "))}${again}`;
      }),
    ),
    ...painted("files", fileLines(files, now, dim)),
    ...painted(
      "suspect",
      suspect_files.slice(0, FILES).map((path) => yellow(oneLine(path, 80))),
    ),
    ...facts(
      "changes",
      changes.map(({ path, description }) => (description.includes(path) ? description : `${path}: ${description}`)),
    ),
    ...facts("history", intent.recent_history),
    ...(waiting ? [yellow(`  ${waiting}`)] : []),
  ];
}

function fileLines(files: Page["files"], now: Date, dim: (text: string) => string): string[] {
  const newest = [...files].sort((a, b) => b.at.localeCompare(a.at)).slice(0, FILES);
  const rows = newest.map((file) => [oneLine(file.path, 80), file.change, `${file.count}×`, ago(file.at, now)]);
  const more = files.length > FILES ? [dim(`… ${files.length - FILES} more: \`intentgate map\``)] : [];
  return [...columns(rows, [{}, {}, { align: "right" }, { paint: dim }]), ...more];
}
