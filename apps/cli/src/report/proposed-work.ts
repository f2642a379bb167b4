/** What a report proposes to declare, and how a person declares it. */
import { ProblemError } from "@intentgate/documents";
import { declareIntent, editPolicy, type SeenCommand, type SeenWork, type Workspace } from "@intentgate/gate";
import { declareCommand, shownForm } from "@intentgate/policy";
import { exitCodes } from "../command/verb.ts";
import { askYes } from "../terminal/ask-person.ts";
import type { Io } from "../terminal/io.ts";
import { count, oneLine } from "../terminal/one-line.ts";

const LONGEST = 100;

function isNothing({ intents, commands }: SeenWork): boolean {
  return intents.length + commands.length === 0;
}

export function showProposed(seen: SeenWork, io: Io): void {
  if (isNothing(seen)) return;
  io.print(`\n${io.color.bold("Proposed, from what agents did")}`);
  printIntents(seen, io);
  printCommands(seen, io);
  io.print(io.color.dim("  `intentgate report --apply` writes them after your yes."));
}

/** Nothing is written but what was shown, after a yes to each kind. */
export async function applyProposed(workspace: Workspace, seen: SeenWork, io: Io): Promise<number> {
  if (isNothing(seen)) {
    io.print("Nothing was seen that would have to be declared.");
    return exitCodes.done;
  }
  if (seen.intents.length > 0) {
    io.print(io.color.bold("Intents"));
    printIntents(seen, io);
    if (await askYes(`Declare ${seen.intents.length === 1 ? "it" : "them"}?`))
      await declareIntents(workspace, seen, io);
  }
  if (seen.commands.length > 0) {
    io.print(io.color.bold("Commands that run without a question from then on"));
    printCommands(seen, io);
    if (await askYes(`Declare ${seen.commands.length === 1 ? "it" : "them"}?`))
      await declareCommands(workspace, seen, io);
  }
  return exitCodes.done;
}

function printIntents({ intents }: SeenWork, io: Io): void {
  for (const { name, owned_scope, files, sessions } of intents)
    io.print(
      `  intent   ${io.color.bold(oneLine(name, LONGEST))}  ${owned_scope.map((glob) => oneLine(glob, LONGEST)).join("  ")}  ${io.color.dim(`${count(files, "file")} in ${count(sessions, "session")}`)}`,
    );
}

function printCommands({ commands }: SeenWork, io: Io): void {
  for (const command of commands)
    io.print(
      `  command  ${io.color.bold(oneLine(shownForm(command), LONGEST))}  ${writesOf(command)}  ${io.color.dim(`${command.times}×`)}`,
    );
}

function writesOf({ writes }: SeenCommand): string {
  return writes.length === 0 ? "wrote nothing" : `wrote ${writes.map((glob) => oneLine(glob, LONGEST)).join(" ")}`;
}

async function declareIntents(workspace: Workspace, { intents }: SeenWork, io: Io): Promise<void> {
  for (const { name, owned_scope } of intents) {
    const made = await declareIntent(workspace, null, (id) => ({ ok: true, value: { id, name, owned_scope } }));
    if (!made.ok) throw new ProblemError(made.problems);
    io.print(`created ${io.color.bold(made.value.id)}  ${oneLine(name, LONGEST)}`);
  }
}

async function declareCommands({ home }: Workspace, { commands }: SeenWork, io: Io): Promise<void> {
  for (const command of commands) {
    const { run, args, writes } = command;
    await editPolicy(home, (text) => declareCommand(text, { run, args, writes }));
    io.print(`declared ${io.color.bold(oneLine(shownForm(command), LONGEST))} in policy.yaml`);
  }
}
