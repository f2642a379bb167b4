/** What the tests of a file are called: titles, and the rows of their tables. */
import ts from "typescript";

export function testTitles(text: string): string[] {
  const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = node.arguments[0];
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push(ts.isStringLiteralLike(title) ? title.text : title.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** `it`, `it.each(rows)`, `it.skipIf(x).each(rows)`, `describe` … */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ["it", "test", "describe"].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression);
  return false;
}
