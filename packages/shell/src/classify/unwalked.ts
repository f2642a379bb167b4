/** Whether every substitution of a script that was walked was walked itself: what nobody looked at is not harmless. */
import { forEachChild, type SyntaxNode } from "unbash";

export function hasUnwalked(node: SyntaxNode, walked: ReadonlySet<SyntaxNode>): boolean {
  switch (node.type) {
    case "CompoundList":
      // Which branch can never run was decided where it stands.
      if (!walked.has(node)) return false;
      break;
    case "Function":
      if (!walked.has(node)) return true;
      // It runs where it is called.
      return walked.has(node.body) && hasUnwalked(node.body, walked);
    case "For":
    case "Select":
    case "Coproc":
      if (!walked.has(node)) return true;
      return someChild(node, (child) => child !== node.name && hasUnwalked(child, walked));
    case "Assignment":
      return hasUnwalked(node.value, walked) || (node.index !== undefined && hasUnwalked(node.index, walked));
    case "HereDoc":
      return !node.delimiter?.quoted && hasUnwalked(node.body, walked);
    case "ParameterExpansion":
      if (!walked.has(node)) return true;
      return node.operation !== undefined && node.operation.type !== "Slice" && hasUnwalked(node.operation, walked);
    case "BraceExpansion":
    case "SimpleExpansion":
    case "ArithmeticExpansion":
      return !walked.has(node);
    case "CommandExpansion":
    case "ProcessSubstitution":
      return !walked.has(node) || node.script === undefined || hasUnwalked(node.script, walked);
    case "Command":
    case "Redirected":
    case "If":
    case "While":
    case "Subshell":
    case "BraceGroup":
    case "Case":
    case "TestCommand":
      if (!walked.has(node)) return true;
      break;
    case "ArithmeticFor":
      return !walked.has(node) || hasUnwalked(node.body, walked);
    case "ArithmeticCommand":
      return !walked.has(node);
  }
  return someChild(node, (child) => hasUnwalked(child, walked));
}

function someChild(node: SyntaxNode, isWanted: (child: SyntaxNode) => boolean): boolean {
  let found = false;
  forEachChild(node, (child) => {
    found ||= isWanted(child);
  });
  return found;
}
