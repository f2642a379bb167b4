/** Abilities: what the registries offer, and runs of them through the gate. */
import { listAbilities, showAbility, syncTables } from "../ability/look-at-abilities.ts";
import { deleteTask, getTask, listTasks, updateTask } from "../ability/look-at-tasks.ts";
import { prepareTask, runDirectly, runPrepared } from "../ability/run-task.ts";
import { runSubverb, type Subverb } from "../command/subverb.ts";
import type { Option, Verb } from "../command/verb.ts";
import { text } from "../command/verb.ts";

const subverbs: Record<string, Subverb> = {
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
  input: text("JSON", "run, task create, task update: the input; - reads it from a pipe"),
  reason: text("TEXT", "run, task create, task update: why, for the record"),
  session: text("ID", "run, task run: the session whose intent counts (cli)"),
};

export const verb: Verb = {
  name: "ability",
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
  examples: {
    'intentgate ability task create db.write.user_row --input \'{"user_id":"u-1"}\' --reason "a user for the tests"':
      "check input, environment and implementation, and keep a task for an hour",
    "intentgate ability task run task-0123456789": "run it: intent, scope and approval as for any call",
    "intentgate ability sync": "write the tables of ABILITY.md anew from the registries",
  },
  notes: [
    "A task is judged again when it is run: what counts is what the registry says then. It ends after success, after 60 minutes, or on delete.",
    "Every run is a call through the gate, with the ability's id as the tool. Credentials come from the environment by reference and are written nowhere.",
    "Exit codes: 0 done, 1 unavailable or failed, 2 refused, 64 bad input. An agent's shell may only list and show.",
  ],
  run: (args, io) => runSubverb(verb, subverbs, args, io),
};
