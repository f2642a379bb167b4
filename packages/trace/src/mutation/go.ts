/** Go: layout as its formatter leaves it. */
import type { Leaf, Leaves } from "./leaves.ts";
import { isLastComma, type RulesOf } from "./rules.ts";

export const goRules: RulesOf = (_tree, leaves) => ({
  mark: (leaf) => (endsStatement(leaf, leaves) ? "end" : ""),
  isSilent: (node) => (node.type === ";" && !headers.has(node.parent?.type ?? "")) || isLastComma(node, leaves),
});

const headers = new Set(["for_clause", "if_statement", "expression_switch_statement", "type_switch_statement"]);

const unending = new Set(
  "case chan const default defer else for func go goto if import interface map package range select struct switch type var".split(
    " ",
  ),
);

/** The language ends a statement at the end of a line by its last token; before a closing bracket that says nothing. */
function endsStatement(leaf: Leaf, { list }: Leaves): boolean {
  const next = list[leaf.index + 1];
  if (leaf.text === ";") return false;
  if (!next) return mayEnd(leaf.text);
  const isEnd = next.text === ";" || (next.newlineBefore && mayEnd(leaf.text));
  if (!isEnd) return false;
  const following = list.slice(leaf.index + 1, leaf.index + 40).find(({ text }) => text !== ";");
  return following !== undefined && !/^[)}]$/.test(following.text);
}

function mayEnd(text: string): boolean {
  return /[\p{L}\p{N}_"'`)\]}]$/u.test(text) ? !unending.has(text) : text === "++" || text === "--";
}
