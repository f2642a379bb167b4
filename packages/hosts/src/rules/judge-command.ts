/** A command, once read, against whatever rules a host has. */
import type { RuledCall, RuleVerdict } from "../host/rules.ts";
import type { ReadCommand } from "./permission-list.ts";
import { readCommand } from "./read-command.ts";
import { type Finding, unclear, verdictOf } from "./verdict.ts";

export function judgeCommand(call: RuledCall, findings: (command: ReadCommand) => Iterable<Finding>): RuleVerdict {
  const command = readCommand(call.command);
  return "tooMuch" in command
    ? unclear("the command", `it cannot be held against rules: ${command.tooMuch}`)
    : verdictOf(findings(command));
}
