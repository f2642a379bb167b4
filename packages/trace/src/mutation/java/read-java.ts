/** Java: layout that means nothing, and the names of local variables. */
import { leavesOf } from "../../syntax/leaves.ts";
import type { Dialect } from "../dialect.ts";
import { isLastComma, treeForm } from "../tree-form.ts";
import { resolveJava } from "./resolve-java.ts";

export const readJava: Dialect = (tree, how) => {
  const leaves = leavesOf(tree);
  // `\u0022` may end a string, `\u000a` a comment: then nothing is where it seems to be.
  if (!leaves || tree.source.includes("\\u")) return null;
  const names = how.plain ? null : resolveJava(tree);
  const form = treeForm(tree, leaves, {
    mark: () => "",
    bindingOf: (leaf) => names?.get(leaf),
    isSuperfluous: (node) => isLastComma(node, leaves) && node.parent?.type === "array_initializer",
  });
  return form && { form, plain: names === null, constants: [] };
};
