/** Places in a source file, found with the compiler, and texts put there. */
import ts from "typescript";
import type { Source } from "./truth.ts";

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export function parse({ path, text }: Source): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
}

export function applied(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: put } of [...edits].sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + put + result.slice(end);
  return result;
}

export function replaced(file: ts.SourceFile, node: ts.Node, put: string): string {
  return applied(file.text, [{ start: node.getStart(file), end: node.getEnd(), text: put }]);
}

export function exchanged(file: ts.SourceFile, one: ts.Node, other: ts.Node): string {
  return applied(file.text, [
    { start: one.getStart(file), end: one.getEnd(), text: other.getText(file) },
    { start: other.getStart(file), end: other.getEnd(), text: one.getText(file) },
  ]);
}

export function nodesOf<T extends ts.Node>(file: ts.SourceFile, isWanted: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The tokens themselves, in their order. */
export function tokensOf(file: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    if (children.length === 0) {
      if (node.getEnd() > node.getStart(file)) found.push(node);
    } else for (const child of children) visit(child);
  };
  visit(file);
  return found;
}

export function isInType(node: ts.Node): boolean {
  for (let at = node; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isTypeNode(at) || ts.isTypeAliasDeclaration(at) || ts.isInterfaceDeclaration(at)) return true;
    if (ts.isStatement(at)) return false;
  }
  return false;
}

/** Statements of a file or of a function's body, after imports and directives. */
export function statementLists(file: ts.SourceFile): ts.NodeArray<ts.Statement>[] {
  const bodies = nodesOf(file, ts.isBlock).filter(({ parent }) => ts.isFunctionLike(parent));
  return [file.statements, ...bodies.map(({ statements }) => statements)];
}

export function isPrologue(statement: ts.Statement): boolean {
  return ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
}
