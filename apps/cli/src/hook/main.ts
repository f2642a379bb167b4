/** The door of its own for hosts: nothing is loaded here that an event does not need. */
import { parseVerbArgs } from "../parse-args.ts";
import { verb } from "../verbs/hook.ts";
import { hookArgs, runHook } from "./run-hook.ts";

const given = process.argv.slice(3);
const parsed = parseVerbArgs(verb, given);
if (!parsed.ok) {
  const words = given.filter((word) => !word.startsWith("-"));
  await runHook({ words, root: null, user: false, wrong: parsed.message });
} else if (parsed.help) {
  const [{ verbHelp }, { processIo }] = await Promise.all([import("../help.ts"), import("../io.ts")]);
  const io = processIo(false);
  io.print(verbHelp(verb, io));
} else {
  await runHook(hookArgs(parsed.args));
}
