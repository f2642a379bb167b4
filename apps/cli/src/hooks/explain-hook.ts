/** `intentgate hooks explain ID`: the first reason why a hook does not run, or that it does. */
import type { EventContext } from "@intentgate/event-hooks";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { readEvent } from "./event-input.ts";
import { hooksHere } from "./hooks-here.ts";
import { readEventFile } from "./read-event-file.ts";
import { type HooksSubverb, idOf, noSuchHook } from "./subverb.ts";

export const explainHook: HooksSubverb = {
  options: ["event"],
  words: { least: 1, most: 1, named: "the id of a hook" },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const id = args.words[1] ?? "";
  const { hooks, workspace } = hooksHere(io);
  if (!hooks.declared().some((one) => idOf(one) === id)) return refuse(io, [noSuchHook(id, hooks)]);
  const given = args.text("event");
  let event: EventContext | null = null;
  if (given !== undefined) {
    const bytes = await readEventFile(given, io);
    if (!bytes.ok) return refuse(io, bytes.problems);
    const defaults = { now: workspace.now(), root: workspace.home.root, session: "command-line" };
    const read = readEvent(bytes.value, null, defaults);
    if (!read.ok) return refuse(io, read.problems);
    event = read.value.event;
  }
  const { runs, reason, key, text } = hooks.explain(id, event);
  if (io.json) io.printJson({ id, runs, reason: runs ? null : reason, key, text });
  else {
    const { bold, green, yellow } = io.color;
    const why = runs ? "" : ` ${yellow(reason.replace("_", " "))}:`;
    io.print(`${runs ? green("✔") : yellow("–")} ${bold(oneLine(id, 128))}${why} ${oneLine(text, 500)}`);
  }
  return runs ? exitCodes.done : exitCodes.failed;
}
