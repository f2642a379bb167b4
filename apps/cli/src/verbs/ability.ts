/** Abilities: what the registries offer, and runs of them through the gate. */
import { listAbilities } from "../ability/list-abilities.ts";
import { deleteTask, getTask, listTasks, updateTask } from "../ability/look-at-tasks.ts";
import { prepareTask } from "../ability/prepare-task.ts";
import { runDirectly, runPrepared } from "../ability/run-prepared.ts";
import { showAbility } from "../ability/show-ability.ts";
import type { AbilitySubverb } from "../ability/subverb.ts";
import { syncTables } from "../ability/sync-tables.ts";
import { refuseUsage } from "../command/refuse.ts";
import type { Args, Option, Verb } from "../command/verb.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

const subverbs: Record<string, AbilitySubverb> = {
  list: listAbilities,
  show: showAbility,
  run: runDirectly,
  sync: syncTables,
  "task create": prepareTask,
  "task run": runPrepared,
  "task get": getTask,
  "task list": listTasks,
  "task update": updateTask,
  "task delete": deleteTask,
};

const options: Record<string, Option> = {
  input: { type: "string", value: "JSON", help: "run, task create, task update: the input; - reads it from a pipe" },
  reason: { type: "string", help: "run, task create, task update: why, for the record" },
  session: { type: "string", value: "ID", help: "run, task run: the session whose intent counts (cli)" },
};

export const verb: Verb = {
  name: "ability",
  summary: "list abilities, and run them through the gate",
  usage: [
    "list",
    "show ID",
    "task create ID [--input JSON] [--reason TEXT]",
    "task run KEY [--session ID]",
    "task get KEY",
    "task list",
    "task update KEY [--input JSON] [--reason TEXT]",
    "task delete KEY",
    "run ID [--input JSON] [--reason TEXT] [--session ID]",
    "sync",
  ],
  subverbs: ["list", "show", "task", "run", "sync"],
  options,
  examples: [
    {
      run: `intentgate ability task create db.write.user_row --input '{"user_id":"u-1"}' --reason "a user for the tests"`,
      does: "check input, environment and implementation, and keep a task for an hour",
    },
    { run: "intentgate ability task run task-0123456789", does: "run it: intent, scope and approval as for any call" },
    { run: "intentgate ability sync", does: "write the tables of ABILITY.md anew from the registries" },
  ],
  notes: [
    "A task is judged again when it is run: what counts is what the registry says then. It ends after success, after 60 minutes, or on delete.",
    "Every run is a call through the gate, with the ability's id as the tool. Credentials come from the environment by reference and are written nowhere.",
    "Exit codes: 0 done, 1 unavailable or failed, 2 refused, 64 bad input. An agent's shell may only list and show.",
  ],
  run,
};

async function run(args: Args, io: Io): Promise<number> {
  const [first, second] = args.words;
  const name = first === "task" && second !== undefined ? `task ${second}` : first;
  const known = `Known are: ${Object.keys(subverbs).join(", ")}`;
  if (name === undefined) return refuseUsage(io, "ability", `what shall be done with abilities? ${known}`);
  const subverb = Object.hasOwn(subverbs, name) ? subverbs[name] : undefined;
  if (!subverb) return refuseUsage(io, "ability", `"ability ${oneLine(name, 30)}" is not known. ${known}`);
  const [word = "", ...more] = args.words.slice(name.split(" ").length);
  if (more.length > 0 || (word !== "") !== (subverb.words === 1)) {
    const takes = subverb.words === 1 ? `takes ${subverb.takes}, and just one` : "takes no further word";
    return refuseUsage(io, "ability", `"ability ${name}" ${takes}`);
  }
  const strange = Object.keys(options).find(
    (option) => args.list(option).length > 0 && !subverb.options.includes(option),
  );
  if (strange) return refuseUsage(io, "ability", `"ability ${name}" has no --${strange}`);
  return subverb.run(word, args, io);
}
