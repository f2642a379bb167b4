/** Which functions, classes and methods a range of lines belongs to. */
import { definedName } from "./symbol-rules.ts";
import type { SyntaxNode, SyntaxTree } from "./syntax-tree.ts";

/** 1-based and inclusive, as in a record: an empty range has its end before its start and stands between two lines. */
export interface LineRange {
  start_line: number;
  end_line: number;
}

export interface Symbols {
  /** `AuthService.login`: the smallest definition that holds the whole range. */
  innermost: string | null;
  /** All that hold the whole range, outermost first. */
  enclosing: string[];
  /** The outermost of those that only share lines with it: several functions written at once. */
  contained: string[];
}

export interface SymbolTable {
  of(range: LineRange): Symbols;
}

interface Definition extends LineRange {
  name: string;
  inner: Definition[];
}

const MOST_CONTAINED = 50;

/** Reads the tree once, for many ranges. */
export function symbolTable(tree: SyntaxTree): SymbolTable {
  const lineOf = lineCounter(tree.source);
  const top: Definition[] = [];
  const visit = (node: SyntaxNode, owner: string, into: Definition[]): void => {
    const own = definedName(tree, node);
    if (own === null) {
      for (const child of node.children) visit(child, owner, into);
      return;
    }
    const name = owner === "" || own.startsWith(`${owner}.`) ? own : `${owner}.${own}`;
    const inner: Definition[] = [];
    const { start, end } = wholeOf(node);
    const isRepeated = into.at(-1)?.name === name && into.at(-1)?.end_line === lineOf(end - 1);
    if (!isRepeated) into.push({ name, start_line: lineOf(start), end_line: lineOf(Math.max(start, end - 1)), inner });
    for (const child of node.children) visit(child, name, inner);
  };
  visit(tree.root, "", top);
  return { of: (range) => symbolsIn(top, range) };
}

function symbolsIn(top: readonly Definition[], range: LineRange): Symbols {
  const enclosing: string[] = [];
  let level = top;
  for (;;) {
    const holder = level.find((one) => holds(one, range));
    if (!holder) break;
    enclosing.push(holder.name);
    level = holder.inner;
  }
  const isEmpty = range.end_line < range.start_line;
  const contained = isEmpty ? [] : level.filter((one) => shares(one, range)).map(({ name }) => name);
  return {
    innermost: enclosing.at(-1) ?? null,
    enclosing,
    contained: [...new Set(contained)].slice(0, MOST_CONTAINED),
  };
}

/** What stands between two lines is inside only if both are. */
function holds({ start_line, end_line }: Definition, range: LineRange): boolean {
  const first = Math.min(range.start_line, range.end_line);
  const last = Math.max(range.start_line, range.end_line);
  return start_line <= first && last <= end_line;
}

function shares({ start_line, end_line }: Definition, range: LineRange): boolean {
  return start_line <= range.end_line && range.start_line <= end_line;
}

/** With its decorators and its `export`. */
function wholeOf(node: SyntaxNode): SyntaxNode {
  const parent = node.parent;
  if (!parent) return node;
  if (/^(decorated_definition|export_statement|template_declaration|ambient_declaration)$/.test(parent.type))
    return wholeOf(parent);
  // The list of a whole file may be long: what it is comes first.
  if (!/^(lexical_declaration|variable_declaration|type_declaration)$/.test(parent.type)) return node;
  return parent.children.filter(({ type }) => type === node.type).length === 1 ? wholeOf(parent) : node;
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
