/** Functions know their names: `const f = () => {}` has `f.name === "f"`. Renaming one is only safe where nobody can ask it. */
import { childOf, parentOf, type SyntaxNode } from "../../syntax/syntax-tree.ts";
import type { JsBinding } from "./binding.ts";

const named = new Set(["arrow_function", "function_expression", "generator_function", "class"]);
const wrappers = new Set(["parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"]);

/** Whether some function or class takes its name from this binding. */
export function givesItsName(binding: JsBinding): boolean {
  if (binding.kinds.has("function") || binding.kinds.has("class")) return true;
  const written = [...binding.declarations, ...binding.mentions.map(({ leaf }) => leaf)];
  return written.some((leaf) => {
    const parent = parentOf(leaf);
    const right = childOf(parent, "value") ?? childOf(parent, "right");
    return right !== undefined && right !== leaf && named.has(unwrapped(right).type);
  });
}

/** A function that is called and never handed on cannot be asked for its name. */
export function isOnlyCalled(binding: JsBinding): boolean {
  if (binding.kinds.has("class") || binding.exported) return false;
  return binding.mentions.every(({ leaf }) => {
    const parent = parentOf(leaf);
    if (parent.type === "call_expression") return leaf.field === "function";
    return parent.type === "assignment_expression" && leaf.field === "left" && isStatement(parentOf(parent));
  });
}

function isStatement(node: SyntaxNode): boolean {
  return node.type === "expression_statement";
}

function unwrapped(node: SyntaxNode): SyntaxNode {
  const parts = node.children.filter(({ named: isNamed, type }) => isNamed && type !== "comment");
  // `<any>f` names the type first.
  const inner = node.type === "type_assertion" ? parts.at(-1) : wrappers.has(node.type) ? parts[0] : undefined;
  return inner ? unwrapped(inner) : node;
}
