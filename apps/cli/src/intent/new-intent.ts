/** `intentgate intent new`: a person declares a unit of work. */
import { type Checked, problem } from "@intentgate/documents";
import { addIntent, type Intent, readIntents } from "@intentgate/policy";
import { governedForPeople } from "../governed-for-people.ts";
import type { Io } from "../io.ts";
import { oneLine } from "../one-line.ts";
import { refuse } from "../refuse.ts";
import { type Args, exitCodes } from "../verb.ts";
import { nextId } from "./next-id.ts";
import { scopeWarnings } from "./scope-warnings.ts";
import { splitWords } from "./split-words.ts";
import { findIntent, type Subverb, tooMany, waitingNote } from "./subverb.ts";

export const newIntent: Subverb = {
  options: ["name", "scope", "constraint", "criterion", "check", "description", "related", "start"],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const workspace = governedForPeople(io, "intent new");
  if (typeof workspace === "number") return workspace;
  const { home } = workspace;
  const [, givenId, ...more] = args.words;
  if (more.length > 0) return refuse(io, [tooMany(more)]);
  const name = args.text("name");
  if (name === undefined) {
    const remedy = 'Say in a few words what shall be done: `--name "JWT login"`.';
    return refuse(io, [problem("BAD_INPUT", "the new intent has no name", remedy)]);
  }
  const checks = readChecks(args.list("check"));
  if (!checks.ok) return refuse(io, checks.problems);

  const at = workspace.now().toISOString();
  let id = givenId ?? "";
  const edited = await home.store.intents.edit((text) => {
    const read = readIntents(text, ".orchestration/active_intents.yaml");
    if (!read.ok) return read;
    id = givenId ?? nextId(read.value.intents.keys());
    return addIntent(text, {
      id,
      name,
      status: args.flag("start") ? "IN_PROGRESS" : "PENDING",
      description: args.text("description") ?? null,
      owned_scope: args.list("scope"),
      constraints: args.list("constraint"),
      acceptance_criteria: args.list("criterion"),
      related_files: args.list("related"),
      checks: checks.value,
      created_at: at,
      updated_at: at,
    });
  });
  if (!edited.ok) return refuse(io, edited.problems);
  const created = findIntent(home, id);
  if (!created.ok) return refuse(io, created.problems);
  return told(created.value, waitingNote(home), io);
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

export function readChecks(given: readonly string[]): Checked<{ run: string[] }[]> {
  const checks: { run: string[] }[] = [];
  for (const text of given) {
    const words = splitWords(text);
    if (!words.ok) return words;
    checks.push({ run: words.value });
  }
  return { ok: true, value: checks };
}
