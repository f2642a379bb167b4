/** Event hooks: what a repository declares in `.system/hooks`, looked at, tried, trusted and run. */
import { eventTypes } from "@intentgate/event-hooks";
import { runSubverb, type Subverb } from "../command/subverb.ts";
import type { Option, Verb } from "../command/verb.ts";
import { flag, text } from "../command/verb.ts";
import { hookActions } from "../hooks/actions.ts";
import { explainHook, listHooks, registerHooks, validateHooks } from "../hooks/list-hooks.ts";
import { newHook } from "../hooks/new-hook.ts";
import { runEvent } from "../hooks/run-event.ts";
import { testHooks } from "../hooks/test-hooks.ts";
import { trustHooks } from "../hooks/trust-hooks.ts";

const subverbs: Record<string, Subverb> = {
  list: listHooks,
  register: registerHooks,
  validate: validateHooks,
  explain: explainHook,
  test: testHooks,
  trust: trustHooks,
  run: runEvent,
  new: newHook,
  actions: hookActions,
};

const options: Record<string, Option> = {
  input: text("FILE", "run: the event as JSON; - for standard input"),
  event: text("EVENT|FILE", "new: the event it runs on; explain, test: a file with an event, or -"),
  kind: text("KIND", "new: script (the default) or module"),
  blocking: flag("new: it can say no"),
  all: flag("trust: every hook, and no longer those that are gone; actions: settled ones too"),
  yes: flag("trust: without asking; what is trusted is still shown", { short: "y" }),
};

export const verb: Verb = {
  name: "hooks",
  usage: [
    "[list]",
    "register",
    "validate",
    "explain ID [--event FILE]",
    "test [ID] [--event FILE]",
    "trust [ID… | --all] [--yes]",
    "run EVENT [--input FILE]",
    "new ID --event EVENT [--kind script | module] [--blocking]",
    "actions [--all | run ID | drop ID]",
  ],
  subverbs: Object.keys(subverbs),
  options,
  examples: {
    "intentgate hooks new deny_prod --event PreAbilityCall --blocking": "a hook file and its script",
    "intentgate hooks trust": "look at every hook that nobody has trusted yet, and let it run",
    "intentgate hooks explain deny_prod --event call.json": "the first reason why it does not run",
    'echo \'{"user_message":"Run the tests"}\' | intentgate hooks run UserPromptSubmit':
      "tell an event to the hooks, as a host would",
    "intentgate hooks register": "which hooks run on which event, as JSON",
  },
  notes: [
    `A hook is one file .system/hooks/ID.yaml and a handler. The events are ${eventTypes.join(", ")}; every tool call is an ability call.`,
    "Code of a repository runs only after a person trusted exactly these bytes with `hooks trust`, in a terminal and not from an agent's shell; whatever changes must be trusted again.",
    "`explain`, `validate` and `test` end with 1 where something is wrong, `run` with 2 where a blocking hook says no.",
  ],
  run: (args, io) => runSubverb(verb, subverbs, args, io, "list"),
};
