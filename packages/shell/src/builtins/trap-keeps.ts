/** Whether what a trap runs leaves the shell as it is: between any two commands it would change what the next one means. */
import { forEachChild, type SyntaxNode } from "unbash";
import { builtinNames } from "../facts/only-shells.ts";
import type { ShellState } from "../state/shell-state.ts";
import { parseCommand } from "../syntax/parse-command.ts";

/** Builtins that only say or ask something; `exit` ends the shell, after which nothing runs. */
const harmless = new Set(": true false echo pwd test [ exit kill type times caller help jobs".split(" "));
const builtins = new Set<string>(builtinNames);

export function keepsTheShell(text: string, { functions }: ShellState): boolean {
  const parsed = parseCommand(text);
  if ("problem" in parsed) return false;
  let keeps = true;
  const look = (node: SyntaxNode): void => {
    if (!keeps) return;
    if (changes(node, functions)) keeps = false;
    else forEachChild(node, look);
  };
  look(parsed.script);
  return keeps;
}

function changes(node: SyntaxNode, functions: ShellState["functions"]): boolean {
  switch (node.type) {
    case "Command": {
      const name = node.name?.value ?? "";
      if (node.name === undefined || node.name.text !== name) return true;
      if (functions.has(name)) return true;
      if (name === "printf")
        return node.args.some((word) => word.type !== "Word" || /^-|^[^'"A-Za-z%]/.test(word.text));
      return builtins.has(name) && !harmless.has(name);
    }
    // What a substitution runs is a shell of its own, but for its errors.
    case "CommandExpansion":
    case "ProcessSubstitution":
      return node.text.startsWith("${");
    case "ParameterExpansion":
      return !/^\$\{[#]?[A-Za-z0-9_@*?$!#-]+\}$/.test(node.text);
    case "Assignment":
    case "Function":
    case "For":
    case "Select":
    case "ArithmeticFor":
    case "ArithmeticCommand":
    case "ArithmeticExpansion":
    case "Coproc":
    case "TestCommand":
      return true;
    default:
      return false;
  }
}
