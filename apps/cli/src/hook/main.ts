/** The door of its own for hosts: nothing is loaded here that an event does not need. */
import { parseVerbArgs } from "../command/parse-args.ts";
import { hookArgs, hookForm, runHook } from "./run-hook.ts";

export async function main(): Promise<void> {
  const given = process.argv.slice(3);
  const parsed = parseVerbArgs(hookForm, given);
  if (parsed.ok) return runHook(hookArgs(parsed.args));
  const words = given.filter((word) => !word.startsWith("-"));
  return runHook({ words, root: null, level: "team", wrong: parsed.message });
}
