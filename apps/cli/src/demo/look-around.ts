/** What to type after the play, as it works in the terminal of whoever watched it. */
import { realpathSync } from "node:fs";
import { delimiter } from "node:path";
import { pastedWord } from "@intentgate/documents";
import { programFile } from "../program/app-folder.ts";
import { programOnPath } from "../program/program-on-path.ts";
import type { Io } from "../terminal/io.ts";

const commands: readonly (readonly [words: string, does: string])[] = [
  ["status", "what is governed, open and waiting"],
  ["intent list --all", "the intents and their scope"],
  ["trace log", "what was changed, and under which intent"],
  ["decisions", "what was decided, and why"],
  ["trace verify", "whether the ledger is sound"],
  ["map", "which files each intent touched"],
];

export function lookAround(io: Io, folder: string): void {
  const { bold, dim } = io.color;
  const typed = typedName(programFile(), io.env.PATH ?? "");
  const width = Math.max(...commands.map(([words]) => words.length)) + typed.length + 1;
  io.print(`\n${bold("Look around")} ${dim("(the workspace stays there until you remove it)")}`);
  io.print(`  cd ${pastedWord(folder)}`);
  for (const [words, does] of commands) io.print(`  ${`${typed} ${words}`.padEnd(width)}   ${dim(does)}`);
  io.print(dim(`\nIn your own repository: ${typed} init`));
}

/**
 * The short name where the person's own terminal finds this program by it. npm and npx put more into the search path
 * of what they start, and none of that is there once they are done.
 */
export function typedName(program: string, path: string): string {
  const own = path.split(delimiter).filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  const found = programOnPath("intentgate", own.join(delimiter));
  const isOurs = found !== null && realpathSync(found) === realpathSync(program);
  return isOurs ? "intentgate" : `node ${pastedWord(program)}`;
}
