/** What a program says, by the compiler's own tree: an opinion that owes nothing to the one under test. */
import ts from "typescript";
import { parse } from "./edits.ts";
import type { Source } from "./truth.ts";

export function programDump(source: Source): string {
  const file = parse(source);
  const lines: string[] = [];
  const visit = (node: ts.Node, depth: number): void => {
    const inner = unwrapped(node);
    if (ts.isSemicolonClassElement(inner)) return;
    if (ts.isEmptyStatement(inner) && inner.parent && "statements" in inner.parent) return;
    const isPrologue = ts.isExpressionStatement(inner) && ts.isStringLiteral(inner.expression);
    const text = isPrologue ? inner.expression.getText(file).slice(1, -1) : ownText(inner, file);
    lines.push(`${" ".repeat(depth)}${ts.SyntaxKind[inner.kind]} ${inner.flags & marks} ${text}`);
    ts.forEachChild(inner, (child) => visit(child, depth + 1));
  };
  visit(file, 0);
  return lines.join("\n");
}

const marks =
  ts.NodeFlags.Let | ts.NodeFlags.Const | ts.NodeFlags.Using | ts.NodeFlags.OptionalChain | ts.NodeFlags.AwaitUsing;

function unwrapped(node: ts.Node): ts.Node {
  if (!ts.isParenthesizedExpression(node) || ts.isExpressionStatement(node.parent)) return node;
  return unwrapped(node.expression);
}

function ownText(node: ts.Node, file: ts.SourceFile): string {
  if (ts.isNumericLiteral(node) || ts.isRegularExpressionLiteral(node)) return node.getText(file);
  if (ts.isTemplateLiteralToken(node)) return JSON.stringify(node.rawText ?? node.text);
  if ("text" in node && typeof node.text === "string" && !ts.isSourceFile(node)) return JSON.stringify(node.text);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ts.SyntaxKind[node.operator] ?? "";
  if (ts.isTypeOperatorNode(node)) return ts.SyntaxKind[node.operator] ?? "";
  return "";
}
