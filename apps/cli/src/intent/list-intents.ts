/** `intentgate intent list`: what is open, or everything there ever was. */
import { problem } from "@intentgate/documents";
import { intentsOf, waitingNote } from "@intentgate/gate";
import { type Intent, type IntentStatus, intentStatuses } from "@intentgate/policy";
import { refuse } from "../command/refuse.ts";
import { anyWords, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { clip, columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { governedHere } from "../workspace/workspace-here.ts";
import { tooMany } from "./subverb.ts";

export const listIntents: Subverb = { options: ["all", "status"], words: anyWords, run };

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedHere(io);
  if (args.words.length > 1) return refuse(io, [tooMany(args.words.slice(1))]);
  const wanted = args.text("status");
  const status = wanted === undefined ? null : statusOf(wanted);
  if (status === undefined) {
    const remedy = `Write one of ${intentStatuses.join(", ")}.`;
    return refuse(io, [problem("BAD_INPUT", `${JSON.stringify(oneLine(wanted ?? "", 40))} is not a status`, remedy)]);
  }
  const read = intentsOf(workspace.home);
  if (!read.ok) return refuse(io, read.problems);
  const all = [...read.value.values()];
  const shown = all.filter((intent) => isWanted(intent, status, args.flag("all")));
  if (io.json) io.printJson({ intents: shown });
  else print(shown, all.length, isNarrow(args), io);
  const waiting = waitingNote(workspace.home);
  if (waiting && !io.json) io.print(io.color.yellow(waiting));
  return exitCodes.done;
}

function isWanted(intent: Intent, status: IntentStatus | null, all: boolean): boolean {
  if (status !== null) return intent.status === status && (all || !intent.archived);
  return all || (!intent.archived && intent.status !== "COMPLETE");
}

function statusOf(text: string): IntentStatus | undefined {
  const spelled = text.toUpperCase().replace(/[- ]/g, "_");
  return intentStatuses.find((one) => one === spelled);
}

/** Narrowed by hand: then nobody needs to be told that there is more. */
function isNarrow(args: Args): boolean {
  return args.flag("all") || args.text("status") !== undefined;
}

function print(shown: readonly Intent[], total: number, isNarrow: boolean, io: Io): void {
  const { bold, dim } = io.color;
  const rows = shown.map((intent) => [
    intent.id,
    intent.archived ? "archived" : intent.status,
    oneLine(intent.name, 50),
    scopeText(intent.owned_scope, 60),
  ]);
  const layout = [{ paint: bold }, { paint: (text: string) => paintStatus(text, io.color) }, {}, { paint: dim }];
  for (const line of columns(rows, layout)) io.print(line);
  const hidden = total - shown.length;
  if (total === 0)
    io.print('There is no intent yet. Declare one: `intentgate intent new --name "JWT login" --scope "src/auth/**"`');
  else if (shown.length === 0)
    io.print(`None of ${count(total, "intent")} fits. \`intentgate intent list --all\` shows them all.`);
  else if (hidden > 0 && !isNarrow) io.print(dim(`${hidden} more with --all`));
}

/** How an intent looks in a table. */
export function scopeText(scope: readonly string[], most: number): string {
  return scope.length === 0 ? "(owns nothing)" : clip(scope.map((glob) => oneLine(glob, 80)).join("  "), most);
}

export function paintStatus(status: string, color: Io["color"]): string {
  switch (status) {
    case "PENDING":
      return color.cyan(status);
    case "IN_PROGRESS":
      return color.green(status);
    case "BLOCKED":
      return color.red(status);
    default:
      return color.dim(status);
  }
}
