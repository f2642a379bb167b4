/** Languages without notation of their own here: only white space and comments go, and not where a program sees them. */
import type { Language } from "../syntax/language.ts";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.ts";
import type { Leaf, Leaves } from "./leaves.ts";
import { isLastComma, type RulesOf } from "./rules.ts";

/** Texts in which more than tokens is read, by the language or by the program itself. */
const unreadable: Partial<Record<Language, RegExp>> = {
  // `\u0022` may end a string, `\u000a` a comment: then nothing is where it seems to be.
  java: /\\u/,
  c: /\?\?[/=()'<>!-]/,
  cpp: /\?\?[/=()'<>!-]/,
  // What stands outside of the marks is printed.
  php: /^(?!<\?php\s)|\?>|__halt_compiler/i,
  ruby: /__END__|^[ \t]*=(begin|end)\b|<<[~-]?["'`A-Z_]/m,
  // A script that reads itself sees its comments; a carriage return is part of a word.
  bash: /\r|<<|\$\{?0|BASH_SOURCE|FUNCSOURCE|\bzsh\b|#compdef|#autoload/,
};

/** Lists of which the last comma means nothing. */
const commaLists: Partial<Record<Language, RegExp>> = {
  java: /^array_initializer$/,
  rust: /^(arguments|parameters|array_expression|use_list|enum_variant_list|field_(initializer|declaration)_list)$/,
};

export const otherRules: RulesOf = (tree, leaves) => {
  const { language, source, path } = tree;
  if (unreadable[language]?.test(source) || hasHeredoc(tree.root) || /\.(zsh|ksh)$/i.test(path)) return null;
  const lists = commaLists[language];
  return {
    mark: markFor(tree, leaves),
    isSilent: (node) => lists?.test(node.parent?.type ?? "") === true && isLastComma(node, leaves),
  };
};

function hasHeredoc(node: SyntaxNode): boolean {
  return /heredoc|nowdoc/.test(node.type) || node.children.some(hasHeredoc);
}

function markFor(tree: SyntaxTree, leaves: Leaves): (leaf: Leaf) => string {
  switch (tree.language) {
    case "ruby":
    case "bash":
      return roughGap;
    case "rust":
      // A macro is given what is written, and may print it.
      return ({ node, gap }) => (isInside(node, /^(token_tree|macro_|attribute)/) ? gap : "");
    case "c-sharp":
      // The text of an argument can be handed to what is called.
      return (leaf) =>
        (isInside(leaf.node, /^(argument|attribute_argument)$/) ? leaf.gap : "") + directiveMark(tree, leaf);
    case "c":
    case "cpp": {
      const written = writtenForMacros(leaves);
      return (leaf) => (written.has(leaf) && leaf.gap !== "" ? "apart" : "") + directiveMark(tree, leaf);
    }
    default:
      return () => "";
  }
}

/** Whether tokens touch, stand apart or on lines of their own: where that decides what is called with what. */
function roughGap({ gap, text, index }: Leaf): string {
  if (index === 0) return "line";
  if (/^[.&]/.test(text)) return gap;
  return gap.includes("\n") ? "line" : gap === "" ? "" : "apart";
}

/** Whether a token is inside such a node and not its first. */
function isInside(node: SyntaxNode, types: RegExp): boolean {
  for (let at = node.parent; at; at = at.parent) if (types.test(at.type) && node.start > at.start) return true;
  return false;
}

/** What stands in brackets after a name may be printed by a macro: with a space where there is white space. */
function writtenForMacros({ list }: Leaves): ReadonlySet<Leaf> {
  const found = new Set<Leaf>();
  let depth = 0;
  for (const [at, leaf] of list.entries()) {
    const before = list[at - 1];
    const isQuoted = /["']$/.test(before?.text ?? "") || /^[^\s"']{0,3}["']/.test(leaf.text);
    const isEdge = depth === 1 && (before?.text === "(" || leaf.text === ")");
    if (isQuoted || (depth > 0 && !isEdge)) found.add(leaf);
    if (leaf.text === "(" && (depth > 0 || /identifier/.test(before?.node.type ?? ""))) depth++;
    else if (leaf.text === ")" && depth > 0) depth--;
  }
  return found;
}

/** `#if` and its like are lines. */
function directiveMark({ source }: SyntaxTree, { node, gap, newlineBefore }: Leaf): string {
  if (!source.includes("#")) return "";
  const isDirective = (offset: number): boolean =>
    /^[ \t]*#/.test(source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset + 1));
  return newlineBefore && (isDirective(node.start) || isDirective(node.start - gap.length - 1)) ? "directive" : "";
}
