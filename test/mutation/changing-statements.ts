/** Changes to statements, declarations and modules. */
import ts from "typescript";
import { applied, exchanged, isPrologue, nodesOf, parse, replaced, statementLists } from "./edits.ts";
import { freshName } from "./renames.ts";
import type { Generator, Source } from "./truth.ts";

function changing(kind: string, sites: (file: ts.SourceFile) => string[]): Generator {
  return {
    kind,
    truth: "changed",
    *versions(source: Source, choose) {
      yield* choose(sites(parse(source)));
    },
  };
}

const cut = (file: ts.SourceFile, node: ts.Node): string => replaced(file, node, "");
const modifier = (node: ts.HasModifiers, kind: ts.SyntaxKind): ts.ModifierLike | undefined =>
  node.modifiers?.find((one) => one.kind === kind);
const isFunction = (node: ts.Node): node is ts.FunctionDeclaration | ts.ArrowFunction | ts.MethodDeclaration =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isMethodDeclaration(node);
const isEffect = (statement: ts.Statement): boolean => ts.isExpressionStatement(statement) && !isPrologue(statement);
const isVariables = (statement: ts.Statement): boolean =>
  ts.isVariableStatement(statement) && /[(]/.test(statement.getText()) && !/=>|function/.test(statement.getText());

function neighbours(file: ts.SourceFile, isWanted: (statement: ts.Statement) => boolean): string[] {
  return statementLists(file).flatMap((list) =>
    list.flatMap((one, at) => {
      const next = list[at + 1];
      const areWanted = next && isWanted(one) && isWanted(next) && one.getText(file) !== next.getText(file);
      return areWanted ? [exchanged(file, one, next)] : [];
    }),
  );
}

export const statementGenerators: readonly Generator[] = [
  changing("statement removed", (file) =>
    nodesOf(file, ts.isExpressionStatement)
      .filter((node) => !isPrologue(node))
      .map((node) => cut(file, node)),
  ),
  changing("statement doubled", (file) =>
    nodesOf(file, ts.isExpressionStatement)
      .filter((node) => !isPrologue(node))
      .map((node) =>
        applied(file.text, [{ start: node.getEnd(), end: node.getEnd(), text: `\n${node.getText(file)}` }]),
      ),
  ),
  changing("statements swapped", (file) => neighbours(file, isEffect)),
  changing("declarations with calls swapped", (file) => neighbours(file, isVariables)),
  changing("return value dropped", (file) =>
    nodesOf(file, ts.isReturnStatement).flatMap((node) => (node.expression ? [replaced(file, node, "return;")] : [])),
  ),
  changing("return cut off by a line", (file) =>
    nodesOf(file, ts.isReturnStatement).flatMap(({ expression }) =>
      expression
        ? [applied(file.text, [{ start: expression.getStart(file), end: expression.getStart(file), text: "\n" }])]
        : [],
    ),
  ),
  changing("return turned into a statement", (file) =>
    nodesOf(file, ts.isReturnStatement).flatMap((node) =>
      node.expression ? [replaced(file, node, `void (${node.expression.getText(file)});`)] : [],
    ),
  ),
  changing("else dropped", (file) =>
    nodesOf(file, ts.isIfStatement).flatMap(({ thenStatement, elseStatement }) =>
      elseStatement
        ? [applied(file.text, [{ start: thenStatement.getEnd(), end: elseStatement.getEnd(), text: "" }])]
        : [],
    ),
  ),
  changing("break for continue", (file) =>
    [...nodesOf(file, ts.isBreakStatement), ...nodesOf(file, ts.isContinueStatement)]
      .filter((node) => isInLoop(node))
      .map((node) => replaced(file, node, ts.isBreakStatement(node) ? "continue;" : "break;")),
  ),
  changing("throw dropped", (file) => nodesOf(file, ts.isThrowStatement).map((node) => replaced(file, node, ";"))),
  changing("var for let", (file) =>
    nodesOf(file, ts.isVariableDeclarationList)
      .filter(({ flags }) => flags & ts.NodeFlags.Let)
      .map((list) => applied(file.text, [{ start: list.getStart(file), end: list.getStart(file) + 3, text: "var" }])),
  ),
  changing("async dropped", (file) =>
    nodesOf(file, isFunction).flatMap((node) => {
      const found = modifier(node, ts.SyntaxKind.AsyncKeyword);
      return found ? [cut(file, found)] : [];
    }),
  ),
  changing("async added", (file) =>
    nodesOf(file, ts.isFunctionDeclaration)
      .filter((node) => !modifier(node, ts.SyntaxKind.AsyncKeyword))
      .map((node) =>
        applied(file.text, [{ start: keywordStart(file, node), end: keywordStart(file, node), text: "async " }]),
      ),
  ),
  changing("default value changed", (file) =>
    [...nodesOf(file, ts.isParameter), ...nodesOf(file, ts.isBindingElement)].flatMap(({ initializer }) =>
      initializer ? [replaced(file, initializer, `[${initializer.getText(file)}]`)] : [],
    ),
  ),
  changing("default value dropped", (file) =>
    nodesOf(file, ts.isParameter).flatMap(({ initializer, type, name }) =>
      initializer
        ? [applied(file.text, [{ start: (type ?? name).getEnd(), end: initializer.getEnd(), text: "" }])]
        : [],
    ),
  ),
  changing("parameters swapped", (file) =>
    nodesOf(file, isFunction).flatMap(({ parameters: [one, other] }) =>
      one && other && !other.dotDotDotToken ? [exchanged(file, one, other)] : [],
    ),
  ),
  changing("getter for method", (file) =>
    nodesOf(file, ts.isGetAccessorDeclaration).map((node) =>
      replaced(file, node, node.getText(file).replace(/\bget\s+/, "")),
    ),
  ),
  changing("static dropped", (file) =>
    [...nodesOf(file, ts.isMethodDeclaration), ...nodesOf(file, ts.isPropertyDeclaration)].flatMap((node) => {
      const found = modifier(node, ts.SyntaxKind.StaticKeyword);
      return found ? [cut(file, found)] : [];
    }),
  ),
  changing("method renamed", (file) =>
    nodesOf(file, ts.isMethodDeclaration).map(({ name }) => replaced(file, name, `${name.getText(file)}X`)),
  ),
  changing("export dropped", (file) =>
    [
      ...nodesOf(file, ts.isFunctionDeclaration),
      ...nodesOf(file, ts.isVariableStatement),
      ...nodesOf(file, ts.isClassDeclaration),
    ].flatMap((node) => {
      const found = modifier(node, ts.SyntaxKind.ExportKeyword);
      return found && !modifier(node, ts.SyntaxKind.DefaultKeyword) ? [cut(file, found)] : [];
    }),
  ),
  changing("export added", (file) =>
    file.statements.flatMap((node) =>
      (ts.isFunctionDeclaration(node) || ts.isVariableStatement(node)) && !modifier(node, ts.SyntaxKind.ExportKeyword)
        ? [applied(file.text, [{ start: node.getStart(file), end: node.getStart(file), text: "export " }])]
        : [],
    ),
  ),
  changing("name in an export list changed", (file) =>
    nodesOf(file, ts.isExportSpecifier).map((node) =>
      applied(file.text, [
        {
          start: node.name.getEnd(),
          end: node.name.getEnd(),
          text: node.propertyName ? "X" : ` as ${node.name.text}X`,
        },
      ]),
    ),
  ),
  changing("source of an import changed", (file) =>
    nodesOf(file, ts.isImportDeclaration).map(({ moduleSpecifier }) =>
      replaced(file, moduleSpecifier, moduleSpecifier.getText(file).replace(/(.)$/, "x$1")),
    ),
  ),
  changing("imports with effects reordered", (file) =>
    neighbours(file, (one) => ts.isImportDeclaration(one) && !one.importClause?.isTypeOnly),
  ),
  changing("imported name changed", (file) =>
    nodesOf(file, ts.isImportSpecifier).map((node) =>
      replaced(
        file,
        node,
        `${node.propertyName ? `${node.propertyName.text}X` : `${node.name.text}X`} as ${node.name.text}`,
      ),
    ),
  ),
  changing("type import made a value import", (file) =>
    nodesOf(file, ts.isImportDeclaration)
      .filter(({ importClause }) => importClause?.isTypeOnly)
      .map((node) => replaced(file, node, node.getText(file).replace(/^import\s+type\b/, "import"))),
  ),
  changing("directive removed", (file) => file.statements.filter(isPrologue).map((node) => cut(file, node))),
  changing("directive pushed down", (file) =>
    file.statements.filter(isPrologue).map((node) =>
      applied(file.text, [
        {
          start: node.getStart(file),
          end: node.getStart(file),
          text: `function ${freshName(file.text, "first")}() {}\n`,
        },
      ]),
    ),
  ),
  changing("function moved into another scope", (file) =>
    file.statements.filter(ts.isFunctionDeclaration).flatMap((node) => {
      const home = file.statements.find((one) => one !== node && ts.isFunctionDeclaration(one) && one.body);
      const body = home && ts.isFunctionDeclaration(home) ? home.body : undefined;
      if (!body || modifier(node, ts.SyntaxKind.ExportKeyword)) return [];
      const at = body.getStart(file) + 1;
      return [
        applied(file.text, [
          { start: node.getStart(file), end: node.getEnd(), text: "" },
          { start: at, end: at, text: `\n${node.getText(file)}\n` },
        ]),
      ];
    }),
  ),
  changing("call made twice by inlining it", (file) =>
    nodesOf(file, ts.isVariableDeclaration).flatMap((node) => inlinedCall(file, node)),
  ),
  changing("caught error ignored", (file) =>
    nodesOf(file, ts.isCatchClause)
      .filter(({ block }) => block.statements.length > 0)
      .map(({ block }) => replaced(file, block, "{}")),
  ),
  changing("case of a switch dropped", (file) =>
    nodesOf(file, ts.isCaseClause)
      .filter(({ statements }) => statements.length > 0)
      .map((node) => cut(file, node)),
  ),
];

function keywordStart(file: ts.SourceFile, node: ts.FunctionDeclaration): number {
  return file.text.indexOf("function", node.getStart(file));
}

function isInLoop(node: ts.Node): boolean {
  for (let at = node.parent; at && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isSwitchStatement(at)) return false;
    if (ts.isIterationStatement(at, false)) return true;
  }
  return false;
}

/** `const a = f(); g(a, a)` is not `g(f(), f())`. */
function inlinedCall(file: ts.SourceFile, { name, initializer, parent }: ts.VariableDeclaration): string[] {
  if (!ts.isIdentifier(name) || !initializer || !ts.isCallExpression(initializer)) return [];
  if (!ts.isVariableDeclarationList(parent) || parent.declarations.length > 1) return [];
  const statement = parent.parent;
  if (!ts.isVariableStatement(statement)) return [];
  const uses = nodesOf(file, ts.isIdentifier).filter(
    (one) =>
      one !== name &&
      one.text === name.text &&
      ts.isCallExpression(one.parent) &&
      one.parent.arguments.some((argument) => argument === one),
  );
  if (uses.length === 0) return [];
  const put = initializer.getText(file);
  return [
    applied(file.text, [
      { start: statement.getStart(file), end: statement.getEnd(), text: "" },
      ...uses.map((use) => ({ start: use.getStart(file), end: use.getEnd(), text: put })),
    ]),
  ];
}
