/** `intentgate intent new`: a person declares a unit of work. */
import { problem } from "@intentgate/documents";
import { declareIntent, readChecks, scopeWarnings, waitingNote } from "@intentgate/gate";
import type { Intent } from "@intentgate/policy";
import { refuse } from "../command/refuse.ts";
import { type Args, exitCodes } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { governedForPeople } from "../workspace/governed-for-people.ts";
import { type Subverb, tooMany } from "./subverb.ts";

export const newIntent: Subverb = {
  options: ["name", "scope", "constraint", "criterion", "check", "description", "related", "start"],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "intent new");
  if (typeof workspace === "number") return workspace;
  const [, givenId, ...more] = args.words;
  if (more.length > 0) return refuse(io, [tooMany(more)]);
  const name = args.text("name");
  if (name === undefined) {
    const remedy = 'Say in a few words what shall be done: `--name "JWT login"`.';
    return refuse(io, [problem("BAD_INPUT", "the new intent has no name", remedy)]);
  }
  const checks = readChecks(args.list("check"));
  if (!checks.ok) return refuse(io, checks.problems);

  const created = await declareIntent(workspace, givenId ?? null, (id) => ({
    ok: true,
    value: {
      id,
      name,
      status: args.flag("start") ? "IN_PROGRESS" : "PENDING",
      description: args.text("description") ?? null,
      owned_scope: args.list("scope"),
      constraints: args.list("constraint"),
      acceptance_criteria: args.list("criterion"),
      related_files: args.list("related"),
      checks: checks.value,
    },
  }));
  return created.ok ? told(created.value, waitingNote(workspace.home), io) : refuse(io, created.problems);
}

export function told(intent: Intent, waiting: string | null, io: Io): number {
  const warnings = [...scopeWarnings(intent), ...(waiting ? [waiting] : [])];
  if (io.json) {
    io.printJson({ intent, warnings });
    return exitCodes.done;
  }
  const { bold, green, yellow, dim } = io.color;
  io.print(`${green("created")} ${bold(intent.id)}  ${oneLine(intent.name)}  ${dim(intent.status)}`);
  for (const glob of intent.owned_scope) io.print(`  owns  ${oneLine(glob)}`);
  for (const warning of warnings) io.print(`${yellow("warning")} ${warning}`);
  io.print("");
  io.print(`An agent takes it with select_active_intent("${intent.id}").`);
  io.print(`To put a session to work under it yourself: ${bold(`intentgate use ${intent.id}`)}`);
  return exitCodes.done;
}
