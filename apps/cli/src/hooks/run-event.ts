/** `intentgate hooks run EVENT`: tells an event to the hooks for real, as a host would. */
import type { Emitted, HookRun } from "@intentgate/event-hooks";
import type { Workspace } from "@intentgate/gate";
import { refuse } from "../command/refuse.ts";
import { oneWord, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import { columns, factLines } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/workspace-here.ts";
import { type ReadEvent, readEvent, readEventFile, readEventType } from "./event-input.ts";

export const runEvent: Subverb = { options: ["input"], words: oneWord("an event"), run };

async function run(args: Args, io: Io): Promise<number> {
  const type = readEventType(args.words[1] ?? "");
  if (!type.ok) return refuse(io, type.problems);
  // Handlers do what they are told; a program that an agent runs must not tell them anything in another's name.
  const workspace = governedForPeople(io, "hooks run");
  if (typeof workspace === "number") return workspace;
  // On a terminal nobody has piped anything in: the event is what is known without it.
  const given = args.text("input") ?? (io.isTerminal ? null : "-");
  const bytes = given === null ? { ok: true as const, value: new Uint8Array() } : await readEventFile(given, io);
  if (!bytes.ok) return refuse(io, bytes.problems);
  const defaults = { now: workspace.now(), root: workspace.home.root, session: "command-line" };
  const read = readEvent(bytes.value, type.value, defaults);
  if (!read.ok) return refuse(io, read.problems);
  const emitted = await emit(read.value, workspace);
  const { event_type, session_id } = read.value.event;
  if (io.json) io.printJson(asData(event_type, session_id, emitted));
  else print(event_type, session_id, emitted, io);
  return emitted.refusal ? exitCodes.denied : exitCodes.done;
}

/** What the input leaves out altogether, the workspace adds, as it does for hosts. */
function emit({ event, isBare }: ReadEvent, workspace: Workspace): Promise<Emitted> {
  const session = { id: event.session_id, host: "command-line" };
  if (!isBare) return workspace.eventHooks().emit(event);
  switch (event.event_type) {
    case "UserPromptSubmit":
      return workspace.emit({ type: "UserPromptSubmit", session, prompt: event.user_message });
    case "SessionEnd":
      return workspace.emit({ type: "SessionEnd", session, reason: event.reason ?? null });
    case "SessionStart":
    case "SessionStop":
      return workspace.emit({ type: event.event_type, session });
    default:
      return workspace.eventHooks().emit(event);
  }
}

function asData(event_type: string, session_id: string, emitted: Emitted) {
  const { merged, runs, refusal, warnings, suggestions } = emitted;
  const { set_aside, ...result } = merged;
  return { event_type, session_id, runs, ...result, refusal, warnings, suggestions };
}

function print(type: string, session: string, emitted: Emitted, io: Io): void {
  const { bold, dim, red, yellow } = io.color;
  const { runs, merged, refusal, warnings, suggestions } = emitted;
  io.print(`${bold(type)}  ${dim(oneLine(session, 60))}`);
  if (runs.length === 0 && refusal === null) io.print(dim("  no hook wants this event"));
  for (const line of columns(runs.map(runCells), [{ paint: (text) => paintSign(text, io) }, { paint: bold }, {}, {}]))
    io.print(`  ${line}`);
  const facts = (name: string, values: readonly string[]) => {
    for (const line of factLines(name, values, io.color)) io.print(line);
  };
  facts(
    "message",
    merged.messages_to_user.map(({ text }) => oneLine(text, 1_000)),
  );
  facts(
    "ability",
    merged.suggested_abilities.map(({ id, confidence, reason }) => hint(id, confidence, reason)),
  );
  facts(
    "document",
    merged.suggested_documents.map(({ path, reason }) => hint(path, null, reason)),
  );
  if (merged.new_intent) facts("asks for", [oneLine(merged.new_intent.intent, 200)]);
  if (suggestions) {
    facts(
      "routed to",
      suggestions.abilities.map(({ id, confidence, reason }) => hint(id, confidence, reason)),
    );
    facts(
      "read",
      suggestions.documents.map(({ path, reason }) => hint(path, null, reason)),
    );
  }
  facts(
    "queued",
    merged.follow_up_actions.map(({ kind, payload }) => `${kind} ${oneLine(JSON.stringify(payload), 120)}`),
  );
  facts(
    "asks",
    merged.confirmations.map(({ question }) => oneLine(question, 200)),
  );
  facts("tags", merged.tags.length > 0 ? [merged.tags.join(", ")] : []);
  facts(
    "warning",
    warnings.map(({ hook, text }) => yellow(`${hook}: ${oneLine(text, 400)}`)),
  );
  if (refusal)
    io.print(red(`✖ ${refusal.hook} says no: ${oneLine(refusal.reason, 400)}\n  ${oneLine(refusal.remedy, 400)}`));
}

const signs: Record<HookRun["outcome"], string> = { ok: "✔", failed: "!", untrusted: "–", refused: "✖" };

function runCells({ hook, outcome, ms, message }: HookRun): string[] {
  return [signs[outcome], hook, outcome === "ok" ? `${Math.round(ms)} ms` : outcome, oneLine(message ?? "", 200)];
}

function paintSign(sign: string, { color }: Io): string {
  return sign === signs.ok ? color.green(sign) : sign === signs.refused ? color.red(sign) : color.yellow(sign);
}

function hint(name: string, confidence: number | null, reason: string): string {
  const sure = confidence === null ? "" : ` (${confidence.toFixed(2)})`;
  return `${oneLine(name, 120)}${sure}${reason === "" ? "" : `  ${oneLine(reason, 200)}`}`;
}
