/** `intentgate hooks list | explain | validate | register`: every declared hook, whether it runs, and why not. */
import { formatProblem } from "@intentgate/documents";
import type { DeclaredHook, EventContext, EventHooks, Explanation } from "@intentgate/event-hooks";
import { refuse } from "../command/refuse.ts";
import { noWords, oneWord, type Subverb } from "../command/subverb.ts";
import { type Args, exitCodes, tell } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { readEvent, readEventFile } from "./event-input.ts";
import { fileOf, hooksHere, idOf, noSuchHook } from "./subverb.ts";

export const listHooks: Subverb = { options: [], words: noWords, run: printHooks };

interface Row {
  id: string;
  declared: DeclaredHook;
  explained: Explanation;
}

async function printHooks(_args: Args, io: Io): Promise<number> {
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

/** `intentgate hooks explain ID`: the first reason why a hook does not run, or that it does. */
export const explainHook: Subverb = {
  options: ["event"],
  words: oneWord("the id of a hook"),
  run: printWhy,
};

async function printWhy(args: Args, io: Io): Promise<number> {
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

/** `intentgate hooks validate`: everything that is wrong with the hook files, each with its place. */
export const validateHooks: Subverb = { options: [], words: noWords, run: printProblems };

async function printProblems(_args: Args, io: Io): Promise<number> {
  const { hooks } = hooksHere(io);
  const declared = hooks.declared();
  const problems = [
    ...declared.flatMap((one) => (one.kind === "broken" ? one.problems : [])),
    ...hooks.review("all").flatMap(({ unusable }) => unusable ?? []),
  ];
  const isSound = problems.length === 0;
  if (io.json) io.printJson({ hooks: declared.length, problems });
  else if (isSound && declared.length === 0) io.print("No hook is declared in .system/hooks.");
  else if (isSound) io.print(`${io.color.green("✔")} ${count(declared.length, "hook file")}, nothing wrong.`);
  else complainAbout(io, problems);
  return isSound ? exitCodes.done : exitCodes.failed;
}

/** `intentgate hooks register`: which hooks run on which event, as JSON for whoever orchestrates. */
export const registerHooks: Subverb = { options: [], words: noWords, run: printRegistered };

async function printRegistered(_args: Args, io: Io): Promise<number> {
  const { hooks } = hooksHere(io);
  const registration = hooks.registration();
  tell(io, registration, JSON.stringify(registration, null, 2));
  // Whoever reads the JSON gets what counts; who looks at the exit code learns that something does not.
  const problems = hooks.declared().flatMap((one) => (one.kind === "broken" ? one.problems : []));
  for (const one of problems) io.complain(formatProblem(one));
  return problems.length > 0 ? exitCodes.failed : exitCodes.done;
}
