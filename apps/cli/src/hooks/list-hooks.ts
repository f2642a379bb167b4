/** `intentgate hooks list`: every declared hook and whether it runs. */
import type { DeclaredHook, EventHooks, Explanation } from "@intentgate/event-hooks";
import { type Args, exitCodes } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { hooksHere } from "./hooks-here.ts";
import { fileOf, type HooksSubverb, idOf } from "./subverb.ts";

export const listHooks: HooksSubverb = { options: [], words: { least: 0, most: 0, named: "no further word" }, run };

interface Row {
  id: string;
  declared: DeclaredHook;
  explained: Explanation;
}

async function run(_args: Args, io: Io): Promise<number> {
  const { hooks } = hooksHere(io);
  const rows = rowsOf(hooks);
  if (io.json) io.printJson({ hooks: rows.map(asData) });
  else print(rows, io);
  return exitCodes.done;
}

function rowsOf(hooks: EventHooks): Row[] {
  return hooks.declared().map((declared) => {
    const id = idOf(declared);
    return { id, declared, explained: hooks.explain(id, null) };
  });
}

function asData({ id, declared, explained }: Row) {
  const { runs, reason, text } = explained;
  const state = {
    id,
    file: fileOf(declared),
    runs,
    reason: reason === "none" ? null : reason,
    why: runs ? null : text,
  };
  if (declared.kind === "broken") return { ...state, problems: declared.problems };
  const { event_type, enabled, blocking, environments, summary, match, handler } = declared.hook;
  return { ...state, trust: declared.trust, event_type, enabled, blocking, environments, summary, match, handler };
}

const states: Record<Explanation["reason"], string> = {
  none: "runs",
  unreadable: "broken",
  disabled: "disabled",
  environment: "elsewhere",
  not_registered: "not registered",
  not_executable: "cannot start",
  untrusted: "untrusted",
  match: "runs",
};

function print(rows: readonly Row[], io: Io): void {
  if (rows.length === 0) {
    io.print("No hook is declared in .system/hooks. `intentgate hooks new ID --event EVENT` begins one,");
    io.print("`intentgate init --hooks` writes three examples.");
    return;
  }
  const { bold, dim, green, red, yellow } = io.color;
  const cells = rows.map(({ id, declared, explained }) => {
    const state = states[explained.reason];
    if (declared.kind === "broken") return [id, "?", state, "", ""];
    const { event_type, blocking, handler } = declared.hook;
    return [id, event_type, state, blocking ? "blocking" : "", oneLine(handler.command, 60)];
  });
  const calm = new Set([states.disabled, states.environment]);
  const paintState = (text: string) =>
    text.trim() === states.none ? green(text) : calm.has(text.trim()) ? dim(text) : yellow(text);
  for (const line of columns(cells, [{ paint: bold }, {}, { paint: paintState }, { paint: red }, { paint: dim }]))
    io.print(line);
  for (const { id, explained } of rows) {
    if (!explained.runs && explained.reason !== "disabled") io.print(dim(`  ${id}: ${oneLine(explained.text, 200)}`));
  }
}
