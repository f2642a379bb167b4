/** `intentgate hooks validate`: everything that is wrong with the hook files, each with its place. */

import { type Args, exitCodes } from "../command/verb.ts";
import { complainAbout, type Io } from "../terminal/io.ts";
import { count } from "../terminal/one-line.ts";
import { hooksHere } from "./hooks-here.ts";
import type { HooksSubverb } from "./subverb.ts";

export const validateHooks: HooksSubverb = { options: [], words: { least: 0, most: 0, named: "no further word" }, run };

async function run(_args: Args, io: Io): Promise<number> {
  const { hooks } = hooksHere(io);
  const declared = hooks.declared();
  const problems = [
    ...declared.flatMap((one) => (one.kind === "broken" ? one.problems : [])),
    ...hooks.review("all").flatMap(({ unusable }) => unusable ?? []),
  ];
  const isSound = problems.length === 0;
  if (io.json) io.printJson({ hooks: declared.length, problems });
  else if (isSound && declared.length === 0) io.print("No hook is declared in .system/hooks.");
  else if (isSound) io.print(`${io.color.green("✔")} ${count(declared.length, "hook file")}, nothing wrong.`);
  else complainAbout(io, problems);
  return isSound ? exitCodes.done : exitCodes.failed;
}
