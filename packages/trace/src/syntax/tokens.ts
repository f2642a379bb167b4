/** A source text as the words it says: what a formatter may change is taken away, and each word knows its line. */
import { commentRole, isComment } from "./comments.ts";
import type { Language } from "./language.ts";
import type { SyntaxNode, SyntaxTree } from "./syntax-tree.ts";

export interface Token {
  text: string;
  /** 1-based. */
  line: number;
  /** False for the further lines of a text that spans several. */
  isFirst: boolean;
}

/** Stand for a step deeper and a step back, where indentation is what brackets are elsewhere. */
export const DEEPER = "\u0001";
export const BACK = "\u0002";

const ecmascript: ReadonlySet<Language> = new Set(["javascript", "typescript", "tsx"]);

export function tokensOf(tree: SyntaxTree): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let at = 0;
  const lineAt = (offset: number): number => {
    for (let next = tree.source.indexOf("\n", at); next >= 0 && next < offset; next = tree.source.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
  /** Text that spans lines is a token a line, so that a part of it can be told from the whole. */
  const add = (node: SyntaxNode): void => {
    const first = lineAt(node.start);
    const isMarkup = node.type === "jsx_text";
    const whole = writtenText(tree, node);
    if (!isMarkup && !whole.includes("\n")) {
      tokens.push({ text: whole, line: first, isFirst: true });
      return;
    }
    for (const [below, written] of whole.split("\n").entries()) {
      const text = isMarkup ? written.trim() : written;
      if (!isMarkup || text !== "") tokens.push({ text, line: first + below, isFirst: below === 0 });
    }
  };
  const visit = (node: SyntaxNode): void => {
    if (isComment(node)) {
      if (commentRole(tree, node) !== "prose") add(node);
    } else if (isLineEnd(node)) return;
    else if (node.children.length === 0 || isWholeNode(node)) {
      if (node.end > node.start) add(node);
    } else {
      for (let index = 0; index < node.children.length; index++) {
        const child = node.children[index] as SyntaxNode;
        if (!isStyle(child, node, index, tree.language)) visit(child);
      }
    }
  };
  visit(tree.root);
  return tree.language === "python" ? withSteps(tree.source, tokens) : tokens;
}

/** Other quotes around plain text are the same word. */
function writtenText({ source, language }: SyntaxTree, node: SyntaxNode): string {
  const slice = source.slice(node.start, node.end);
  const text = slice.includes("\r") ? slice.replaceAll("\r\n", "\n") : slice;
  const mayRequote = node.named && node.type === "string" && (ecmascript.has(language) || language === "python");
  if (!mayRequote || node.parent?.type === "jsx_attribute" || !/^'[^'"\\\n]*'$/.test(text)) return text;
  return `"${text.slice(1, -1)}"`;
}

/** Python makes a tuple of `(a,)`, so there only these lose their last comma. */
const commaLists: Partial<Record<Language, RegExp>> = {
  python: /^(argument_list|parameters|list|dictionary|set)$/,
  rust: /^(arguments|parameters|array_expression|use_list|enum_variant_list|field_(initializer|declaration)_list)$/,
  php: /^(arguments|formal_parameters|array_creation_expression)$/,
};

/** Semicolons and last commas come and go with the style. */
function isStyle(node: SyntaxNode, parent: SyntaxNode, index: number, language: Language): boolean {
  const isFree = ecmascript.has(language) || language === "go";
  if (node.type === ";") return isFree;
  if (node.type !== "," || !(isFree || commaLists[language]?.test(parent.type))) return false;
  const next = parent.children.slice(index + 1, index + 8).find((child) => !isComment(child) && !isLineEnd(child));
  return /^[)\]}]$/.test(next?.type ?? "") && !/^[,[]$/.test(parent.children[index - 1]?.type ?? "");
}

/** Python: how often a line steps in or out counts, not by how much. */
function withSteps(source: string, tokens: readonly Token[]): Token[] {
  const lines = source.split("\n");
  const found: Token[] = [];
  const columns = [0];
  let brackets = 0;
  let line = 0;
  for (const token of tokens) {
    if (token.isFirst && token.line !== line && brackets === 0) {
      const margin = /^[ \t]*/.exec(lines[token.line - 1] ?? "")?.[0].length ?? 0;
      const step = (text: string): number => found.push({ text, line: token.line, isFirst: true });
      if (margin > (columns.at(-1) ?? 0)) {
        columns.push(margin);
        step(DEEPER);
      }
      while (margin < (columns.at(-1) ?? 0)) {
        columns.pop();
        step(BACK);
      }
    }
    line = token.line;
    if (/^[([{]$/.test(token.text)) brackets++;
    else if (/^[)\]}]$/.test(token.text)) brackets = Math.max(0, brackets - 1);
    found.push(token);
  }
  return found;
}

/** Nodes that hold text as it is: they are one token, white space and all. */
const wholeTypes = new Set([
  "string",
  "string_content",
  "regex",
  "interpreted_string_literal",
  "raw_string_literal",
  "rune_literal",
  "string_literal",
  "char_literal",
  "character_literal",
  "verbatim_string_literal",
  "interpolated_string_expression",
  "encapsed_string",
  "heredoc_body",
  "heredoc",
  "nowdoc",
  "raw_string",
  "ansi_c_string",
]);

/** Written between tokens without being one: the end of a line, or its going on. */
export function isLineEnd({ type }: SyntaxNode): boolean {
  return type === "line_continuation" || type === "\n" || type === "\r\n";
}

/** A literal is one token unless expressions are written inside it. */
export function isWholeNode(node: SyntaxNode): boolean {
  return node.named && wholeTypes.has(node.type) && !node.children.some(({ type }) => expressionHolders.has(type));
}

const expressionHolders = new Set([
  "interpolation",
  "template_substitution",
  "string_interpolation",
  "simple_expansion",
  "expansion",
  "command_substitution",
  "variable_name",
]);
