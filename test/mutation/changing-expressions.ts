/** Small changes to expressions, as a careless edit makes them. */
import ts from "typescript";
import { applied, exchanged, isInType, nodesOf, parse, replaced } from "./edits.ts";
import type { Generator, Source } from "./truth.ts";

type Sites = (file: ts.SourceFile) => string[];

/** One version for each chosen site. */
function changing(kind: string, sites: Sites): Generator {
  return {
    kind,
    truth: "changed",
    *versions(source: Source, choose) {
      yield* choose(sites(parse(source)));
    },
  };
}

function operators(kind: string, table: Readonly<Record<string, string>>): Generator {
  return changing(kind, (file) =>
    nodesOf(file, ts.isBinaryExpression)
      .filter(({ operatorToken }) => table[operatorToken.getText(file)] !== undefined)
      .map(({ operatorToken }) => replaced(file, operatorToken, table[operatorToken.getText(file)] ?? "")),
  );
}

const isCallish = (node: ts.Node): boolean =>
  ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node);
const strings = (file: ts.SourceFile): ts.StringLiteral[] =>
  nodesOf(file, ts.isStringLiteral).filter((node) => !isInType(node) && !ts.isImportDeclaration(node.parent));

export const expressionGenerators: readonly Generator[] = [
  operators("arithmetic operator swapped", { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" }),
  operators("comparison shifted by one", { "<": "<=", "<=": "<", ">": ">=", ">=": ">" }),
  operators("equality negated", { "===": "!==", "!==": "===", "==": "!=", "!=": "==" }),
  operators("strict equality loosened", { "===": "==", "!==": "!=" }),
  operators("and for or", { "&&": "||", "||": "&&", "??": "||" }),
  operators("assignment operator changed", { "+=": "-=", "-=": "+=", "||=": "=", "??=": "||=" }),
  changing("condition negated", (file) =>
    nodesOf(file, ts.isIfStatement).map(({ expression }) =>
      replaced(file, expression, `!(${expression.getText(file)})`),
    ),
  ),
  changing("not dropped", (file) =>
    nodesOf(file, ts.isPrefixUnaryExpression)
      .filter(({ operator }) => operator === ts.SyntaxKind.ExclamationToken)
      .map((node) => replaced(file, node, node.operand.getText(file))),
  ),
  changing("number changed by one", (file) =>
    nodesOf(file, ts.isNumericLiteral)
      .filter((node) => !isInType(node))
      .map((node) => replaced(file, node, String(Number(node.text) + 1))),
  ),
  changing("string changed", (file) =>
    strings(file).map((node) => replaced(file, node, JSON.stringify(`${node.text}x`))),
  ),
  changing("case of a string changed", (file) =>
    strings(file)
      .filter(({ text }) => /[a-z]/.test(text))
      .map((node) => replaced(file, node, JSON.stringify(node.text.toUpperCase()))),
  ),
  changing("boolean flipped", (file) =>
    nodesOf(file, (node): node is ts.TrueLiteral | ts.FalseLiteral =>
      [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind),
    )
      .filter((node) => !isInType(node))
      .map((node) => replaced(file, node, node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true")),
  ),
  changing("arguments swapped", (file) =>
    nodesOf(file, ts.isCallExpression).flatMap((call) => {
      const [one, other] = call.arguments;
      return one && other && one.getText(file) !== other.getText(file) ? [exchanged(file, one, other)] : [];
    }),
  ),
  changing("argument dropped", (file) =>
    nodesOf(file, ts.isCallExpression).flatMap((call) => {
      const last = call.arguments.at(-1);
      const from = call.arguments.at(-2)?.getEnd() ?? last?.getStart(file);
      return last && from !== undefined ? [applied(file.text, [{ start: from, end: last.getEnd(), text: "" }])] : [];
    }),
  ),
  changing("property renamed", (file) =>
    nodesOf(file, ts.isPropertyAccessExpression).map(({ name }) => replaced(file, name, `${name.text}X`)),
  ),
  changing("key of an object renamed", (file) =>
    nodesOf(file, ts.isPropertyAssignment)
      .filter(({ name }) => ts.isIdentifier(name))
      .map(({ name }) => replaced(file, name, `${name.getText(file)}X`)),
  ),
  changing("shorthand key renamed with its variable", (file) =>
    nodesOf(file, ts.isShorthandPropertyAssignment).map(({ name }) => replaced(file, name, `${name.text}X`)),
  ),
  changing("await dropped", (file) =>
    nodesOf(file, ts.isAwaitExpression).map((node) => replaced(file, node, node.expression.getText(file))),
  ),
  changing("spread dropped", (file) =>
    nodesOf(file, ts.isSpreadElement).map((node) => replaced(file, node, node.expression.getText(file))),
  ),
  changing("optional chaining dropped", (file) =>
    nodesOf(file, ts.isPropertyAccessExpression).flatMap((node) =>
      node.questionDotToken ? [replaced(file, node.questionDotToken, ".")] : [],
    ),
  ),
  changing("optional chain cut by parentheses", (file) =>
    nodesOf(file, ts.isPropertyAccessExpression)
      .filter(
        (node) =>
          !node.questionDotToken && ts.isPropertyAccessExpression(node.expression) && node.expression.questionDotToken,
      )
      .map(({ expression }) => replaced(file, expression, `(${expression.getText(file)})`)),
  ),
  changing("branches of a choice swapped", (file) =>
    nodesOf(file, ts.isConditionalExpression)
      .filter(({ whenTrue, whenFalse }) => whenTrue.getText(file) !== whenFalse.getText(file))
      .map(({ whenTrue, whenFalse }) => exchanged(file, whenTrue, whenFalse)),
  ),
  changing("operands of different strength regrouped", (file) =>
    nodesOf(file, ts.isBinaryExpression).flatMap(({ left, right, operatorToken }) =>
      ts.isBinaryExpression(left) && /^(-|\/|%|\*|&&)$/.test(operatorToken.getText(file))
        ? [
            applied(file.text, [
              { start: left.right.getStart(file), end: left.right.getStart(file), text: "(" },
              { start: right.getEnd(), end: right.getEnd(), text: ")" },
            ]),
          ]
        : [],
    ),
  ),
  changing("calls evaluated in another order", (file) =>
    nodesOf(file, ts.isBinaryExpression)
      .filter(({ left, right }) => isCallish(left) && isCallish(right) && left.getText(file) !== right.getText(file))
      .map(({ left, right }) => exchanged(file, left, right)),
  ),
  changing("template text changed", (file) =>
    nodesOf(file, ts.isTemplateExpression).map(({ head }) =>
      applied(file.text, [{ start: head.getStart(file) + 1, end: head.getStart(file) + 1, text: " " }]),
    ),
  ),
  changing("regular expression changed", (file) =>
    nodesOf(file, ts.isRegularExpressionLiteral).flatMap((node) => [
      replaced(
        file,
        node,
        /\/[a-z]*i[a-z]*$/.test(node.text) ? node.text.replace(/i(?=[a-z]*$)/, "") : `${node.text}i`,
      ),
      replaced(file, node, node.text.replace("/", "/ ")),
    ]),
  ),
  changing("prefix for postfix", (file) =>
    nodesOf(file, ts.isPostfixUnaryExpression)
      .filter(({ parent }) => !ts.isExpressionStatement(parent) && !ts.isForStatement(parent))
      .map((node) =>
        replaced(
          file,
          node,
          `${node.operator === ts.SyntaxKind.PlusPlusToken ? "++" : "--"}${node.operand.getText(file)}`,
        ),
      ),
  ),
  changing("new dropped", (file) =>
    nodesOf(file, ts.isNewExpression).map((node) => replaced(file, node, node.getText(file).replace(/^new\s+/, ""))),
  ),
  changing("element of an array dropped", (file) =>
    nodesOf(file, ts.isArrayLiteralExpression).flatMap(({ elements }) => {
      const [first, second] = elements;
      if (!first) return [];
      const end = second?.getStart(file) ?? first.getEnd();
      return [applied(file.text, [{ start: first.getStart(file), end, text: "" }])];
    }),
  ),
  changing("hole put into an array", (file) =>
    nodesOf(file, ts.isArrayLiteralExpression)
      .filter(({ elements }) => elements.length > 0)
      .map(({ elements }) => applied(file.text, [{ start: elements.end, end: elements.end, text: ",," }])),
  ),
  changing("markup text changed", (file) =>
    nodesOf(file, ts.isJsxText)
      .filter(({ text }) => /\w/.test(text))
      .map((node) => applied(file.text, [{ start: node.getEnd(), end: node.getEnd(), text: "more " }])),
  ),
  changing("markup attribute changed", (file) =>
    nodesOf(file, ts.isJsxAttribute).map(({ name }) => replaced(file, name, `${name.getText(file)}x`)),
  ),
];
