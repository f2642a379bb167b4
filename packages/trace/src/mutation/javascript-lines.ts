/** Where the layout of JavaScript is part of its meaning: lines that end a statement by themselves. */
import { parentOf, type SyntaxNode } from "../syntax/syntax-tree.ts";
import type { Leaf, Leaves } from "./leaves.ts";

/** After these words the end of a line may end the statement, or make the word a plain name. */
const lineAfterMatters = new Set(
  (
    "return throw break continue yield async get set static accessor type declare abstract namespace module interface readonly " +
    "override public private protected using asserts global"
  ).split(" "),
);
const lineBeforeMatters = new Set(["++", "--", "=>", "!", "as", "satisfies", "is", "#"]);
/** `A[]` and `A["b"]` are types only on one line; so are type arguments. */
const oneLineTypes = new Set(["array_type", "lookup_type", "type_arguments", "type_parameters"]);

/** A line that starts like this may go on with the line before. */
const continues = /^[([`+\-*/%,.<>=&|^?:!~]|^(in|instanceof|as|satisfies|is|of)$/;
/** A class member that ends like this may go on with the next line. */
const unfinished = /^(get|set|static|async|accessor|readonly|declare|abstract|override|public|private|protected)$/;
/** A statement of this one word may go on with the next line. */
const contextual = /^(async|type|declare|abstract|namespace|module|interface|using|await|yield|let|enum|global)$/;

export function lineMark(leaf: Leaf, leaves: Leaves): string {
  const parent = parentOf(leaf.node);
  if (leaf.node.type === "property_identifier" || leaf.text.length > 10) return "";
  const next = leaves.list[leaf.index + 1];
  const whole = parent.type.endsWith("_modifier") ? (parent.parent ?? parent) : parent;
  const goesOn = next?.newlineBefore && next.node.start < whole.end;
  const after = goesOn && lineAfterMatters.has(leaf.text) ? "line after" : "";
  const isPrefix = leaf.text === "!" && parent.type === "unary_expression";
  const isType = /^[[<]$/.test(leaf.text) && oneLineTypes.has(parent.type);
  const before = leaf.newlineBefore && (isType || (lineBeforeMatters.has(leaf.text) && !isPrefix)) ? "line before" : "";
  return before + after;
}

/** How a statement without a semicolon ends: null where a semicolon could stand there just as well. */
export function openEnd(node: SyntaxNode, leaves: Leaves): string | null {
  const next = leaves.from(node.end);
  const last = leaves.list[(next?.index ?? leaves.list.length) - 1];
  if (!last || last.text === ";" || next?.text === ";") return null;
  const isName = last.node.type === "property_identifier" && last.node.parent === node;
  if (isName ? unfinished.test(last.text) : last.node.start === node.start && contextual.test(last.text))
    return "unfinished";
  if (!next || next.text === "}") return null;
  if (!next.newlineBefore) return "same line";
  return continues.test(next.text) ? "continued" : null;
}
