/** The door of its own for hosts: nothing is loaded here that an event does not need. */
import { parseVerbArgs } from "../parse-args.ts";
import { verb } from "../verbs/hook.ts";
import { type HookArgs, hookArgs, runHook } from "./run-hook.ts";

export { lightModule } from "./start/light-module.ts";

export async function main(): Promise<void> {
  const given = process.argv.slice(3);
  return runHook(usualArgs(given) ?? anyArgs(given));
}

/** As `init` writes them: `HOST [EVENT] [--root DIR | --user]`. Null: whatever else may be in them. */
function usualArgs(given: readonly string[]): HookArgs | null {
  const [words, options] = [
    given.filter((word) => !word.startsWith("-")),
    given.filter((word) => word.startsWith("-")),
  ];
  if (options.length === 0 && words.length <= 2) return { words, root: null, user: false, wrong: null };
  if (options.length !== 1) return null;
  if (options[0] === "--user" && words.length <= 2) return { words, root: null, user: true, wrong: null };
  const root = given[given.indexOf("--root") + 1];
  if (options[0] !== "--root" || root === undefined || root === "" || words.length > 3) return null;
  const at = given.indexOf("--root");
  return { words: [...given.slice(0, at), ...given.slice(at + 2)], root, user: false, wrong: null };
}

function anyArgs(given: readonly string[]): HookArgs {
  const parsed = parseVerbArgs(verb, given);
  if (parsed.ok) return hookArgs(parsed.args);
  return { words: given.filter((word) => !word.startsWith("-")), root: null, user: false, wrong: parsed.message };
}
