/** The command that a person declares who wants not to be asked again: as general as it is sound, else exactly this one. */
import { checkingStart } from "@intentgate/shell";
import type { CommandWrites } from "../policy-file/policy.ts";
import { plainWords } from "./declared-command.ts";

export function generalForm(command: string): CommandWrites {
  const start = checkingStart(plainWords(command) ?? []);
  return { run: start ?? command, args: start === null ? "none" : "any", writes: [] };
}

/** As a person is shown it: `npx mocha *`. */
export function shownForm({ run, args }: Pick<CommandWrites, "run" | "args">): string {
  return args === "any" ? `${run} *` : run;
}
