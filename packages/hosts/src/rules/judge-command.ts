/** A command, once read, against whatever rules a host has. */
import type { RuledCall, RuleVerdict } from "../host/rules.ts";
import type { ReadCommand } from "./permission-list.ts";
import { readCommand } from "./read-command.ts";
import { type Finding, unclear, verdictOf } from "./verdict.ts";

export function judgeCommand(call: RuledCall, findings: (command: ReadCommand) => Iterable<Finding>): RuleVerdict {
  const command = readCommand(call.command);
  const naming = call.naming === undefined ? command : readCommand(call.naming);
  if ("tooMuch" in command) return tooMuch(command);
  if ("tooMuch" in naming) return tooMuch(naming);
  return verdictOf(findings({ ...command, naming: naming.commands }));
}

function tooMuch({ tooMuch: why }: { tooMuch: string }): RuleVerdict {
  return unclear("the command", `it cannot be held against rules: ${why}`);
}
