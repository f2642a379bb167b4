/** What hosts start for every event; people only see it in the settings that `init` writes. */
import { hostNames } from "@intentgate/hosts";
import type { Verb } from "../command/verb.ts";
import { hookArgs, hookForm, runHook } from "../hook/run-hook.ts";

export const verb: Verb = {
  ...hookForm,
  usage: ["HOST [EVENT] [--root DIR] < payload.json", "HOST [EVENT] --user < payload.json"],
  examples: {
    "intentgate hook claude-code PreToolUse < payload.json": "decide a tool call as Claude Code asks it",
    "intentgate hook generic < payload.json": "the same for a script of your own",
  },
  notes: [
    `HOST is one of ${hostNames.join(", ")}. EVENT is needed where the payload does not name it.`,
    "The reply is in the host's own form, on standard output. Exit codes: 0 the reply says it, 2 no; never 1, which hosts take for a broken hook and make the call. Whatever cannot be read or decided is a no.",
    "`intentgate init` writes this command into the settings of the hosts it finds.",
  ],
  run: (args) => runHook(hookArgs(args)),
};
