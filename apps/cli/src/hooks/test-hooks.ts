/** `intentgate hooks test [ID]`: the examples of a hook's match, and with an event its handler; nothing is recorded. */
import { formatProblem, type Problem } from "@intentgate/documents";
import type { DeclaredHook, EventContext, EventHooks, HookResult, TriedHook } from "@intentgate/event-hooks";
import { refuse, refuseUsage } from "../command/refuse.ts";
import type { Subverb } from "../command/subverb.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";
import { refuseAgents } from "../workspace/workspace-here.ts";
import { readEvent, readEventFile } from "./event-input.ts";
import { hooksHere, idOf, noSuchHook } from "./subverb.ts";

export const testHooks: Subverb = {
  options: ["event"],
  words: { least: 0, most: 1, named: "the id of a hook, or nothing" },
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [, id] = args.words;
  const given = args.text("event");
  const { workspace, hooks } = hooksHere(io);
  const tested = hooks.declared().filter((one) => id === undefined || idOf(one) === id);
  if (id !== undefined && tested.length === 0) return refuse(io, [noSuchHook(id, hooks)]);
  if (given === undefined) return testExamples(tested, hooks, io);
  if (id === undefined) return refuseUsage(io, "hooks", "an event is tested on one hook: `hooks test ID --event FILE`");
  // It runs the handler for real; a program that an agent runs must not.
  const no = refuseAgents(workspace, io, "hooks test");
  if (no !== null) return no;
  const bytes = await readEventFile(given, io);
  if (!bytes.ok) return refuse(io, bytes.problems);
  const defaults = { now: workspace.now(), root: workspace.home.root, session: "command-line" };
  const read = readEvent(bytes.value, null, defaults);
  return read.ok ? testHandler(id, read.value.event, hooks, io) : refuse(io, read.problems);
}

/** Examples are held to their match whenever a hook file is read: one that can be read keeps its word. */
function testExamples(tested: readonly DeclaredHook[], hooks: EventHooks, io: Io): number {
  const reviews = new Map(hooks.review("all").map((one) => [one.hook.id, one]));
  const results = tested.map((one) => {
    const problems = one.kind === "broken" ? one.problems : [];
    return { id: idOf(one), examples: reviews.get(idOf(one))?.examples ?? 0, problems };
  });
  const isSound = results.every(({ problems }) => problems.length === 0);
  if (io.json) io.printJson({ tests: results });
  else if (results.length === 0) io.print("No hook is declared in .system/hooks.");
  else {
    const { green, red, bold, dim } = io.color;
    for (const { id, examples, problems } of results) {
      const summary = examples === 0 ? dim("no examples") : `${count(examples, "example")} as meant`;
      io.print(
        `${problems.length === 0 ? green("✔") : red("✖")} ${bold(id)}  ${problems.length === 0 ? summary : ""}`.trimEnd(),
      );
      for (const problem of problems) io.complain(formatProblem(problem));
    }
  }
  return isSound ? exitCodes.done : exitCodes.failed;
}

async function testHandler(id: string, event: EventContext, hooks: EventHooks, io: Io): Promise<number> {
  const tried = await hooks.tryOut(id, event);
  if (tried === null) return refuse(io, brokenOf(id, hooks));
  if (io.json) io.printJson({ id, ...tried });
  else print(id, tried, io);
  return tried.matched && tried.run.outcome === "ok" ? exitCodes.done : exitCodes.failed;
}

/** Declared, and not in force: then it cannot be read, and no version of it was ever trusted. */
function brokenOf(id: string, hooks: EventHooks): readonly Problem[] {
  const broken = hooks.declared().flatMap((one) => (one.kind === "broken" && idOf(one) === id ? one.problems : []));
  return broken.length > 0 ? broken : [noSuchHook(id, hooks)];
}

function print(id: string, tried: TriedHook, io: Io): void {
  const { bold, dim, green, red, yellow } = io.color;
  if (!tried.matched) {
    io.print(`${yellow("–")} ${bold(id)} does not want this event: ${tried.key}: ${oneLine(tried.why, 400)}`);
    return;
  }
  const { run, result, warnings, stderr } = tried;
  const isFine = run.outcome === "ok";
  const summary = isFine ? `answered in ${Math.round(run.ms)} ms` : oneLine(run.message ?? run.outcome, 500);
  io.print(`${isFine ? green("✔") : red("✖")} ${bold(id)}  ${summary}`);
  if (result) io.print(JSON.stringify(given(result), null, 2));
  for (const warning of warnings) io.print(yellow(`  ${oneLine(warning, 400)}`));
  for (const line of stderr === "" ? [] : stderr.split("\n")) io.print(dim(`  | ${oneLine(line, 400)}`));
}

/** Without the fields that it left empty. */
function given(result: HookResult): Record<string, unknown> {
  const isEmpty = (value: unknown) => value === null || value === false || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(result).filter(([, value]) => !isEmpty(value)));
}
