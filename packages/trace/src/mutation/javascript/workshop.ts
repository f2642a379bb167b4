/** What the forms of JavaScript are made with. */
import type { Leaves } from "../../syntax/leaves.ts";
import { type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import { type Form, token } from "../form/form.ts";
import type { Constants } from "./constants.ts";
import type { Resolved } from "./resolve.ts";

export interface Workshop {
  tree: SyntaxTree;
  leaves: Leaves;
  /** Null where every name is only text. */
  names: { resolved: Resolved; constants: Constants } | null;
  /** Set where text was met that cannot be compared. */
  lost: boolean;
  form(node: SyntaxNode): Form[];
  parts(nodes: readonly SyntaxNode[]): Form[];
}

/** What a name stands for: a literal, a binding, or only itself. */
export function nameForm(node: SyntaxNode, { tree, names, form }: Workshop, mark = ""): Form {
  const binding = names?.resolved.bindingOf(node);
  if (!binding) return token(node.type === "type_identifier" ? node.type : "identifier", textOf(tree, node), mark);
  const value = names?.constants.valueOf(binding);
  const [literal] = value ? form(value) : [];
  return literal ?? { kind: "name", binding, mark };
}
