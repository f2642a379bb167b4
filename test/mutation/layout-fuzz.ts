/** Small disturbances of layout and notation: most mean nothing, some end a statement or make another program. */
import ts from "typescript";
import { applied, type Edit, nodesOf, parse, tokensOf } from "./edits.ts";
import { isSound } from "./sources.ts";
import type { Choose, Source } from "./truth.ts";

type Disturb = (file: ts.SourceFile) => Edit[];

const insertAt = (start: number, text: string): Edit => ({ start, end: start, text });

/** Ends of all tokens but those inside templates and markup. */
function gaps(file: ts.SourceFile): { end: number; next: number }[] {
  const tokens = tokensOf(file).filter(({ kind }) => kind !== ts.SyntaxKind.JsxText);
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    return next ? [{ end: token.getEnd(), next: next.getStart(file) }] : [];
  });
}

const disturbances: readonly Disturb[] = [
  (file) => gaps(file).map(({ end }) => insertAt(end, "\n")),
  (file) => gaps(file).map(({ end }) => insertAt(end, "/* one\n   two */")),
  (file) => gaps(file).map(({ end }) => insertAt(end, ";")),
  (file) => gaps(file).map(({ end }) => insertAt(end, ",")),
  (file) => gaps(file).map(({ end, next }) => ({ start: end, end: next, text: " " })),
  (file) => gaps(file).map(({ end, next }) => ({ start: end, end: next, text: "" })),
  (file) =>
    tokensOf(file)
      .filter(({ kind }) => kind === ts.SyntaxKind.SemicolonToken)
      .map((token) => ({ start: token.getStart(file), end: token.getEnd(), text: "\n" })),
  (file) =>
    tokensOf(file)
      .filter(({ kind }) => kind === ts.SyntaxKind.CommaToken)
      .map((token) => ({ start: token.getStart(file), end: token.getEnd(), text: "" })),
  (file) =>
    nodesOf(file, ts.isParenthesizedExpression).map((node) => ({
      start: node.getStart(file),
      end: node.getEnd(),
      text: ` ${node.expression.getText(file)} `,
    })),
  (file) =>
    nodesOf(file, ts.isStringLiteral).map((node) => ({
      start: node.getStart(file),
      end: node.getEnd(),
      text: node.getText(file).startsWith("'")
        ? `"${node.getText(file).slice(1, -1)}"`
        : `'${node.getText(file).slice(1, -1)}'`,
    })),
  (file) =>
    expressionsOf(file).map((node) => ({
      start: node.getStart(file),
      end: node.getEnd(),
      text: `(${node.getText(file)})`,
    })),
];

function expressionsOf(file: ts.SourceFile): ts.Node[] {
  return nodesOf(file, (node): node is ts.Expression => ts.isExpression(node)).filter(
    ({ parent }) => parent !== undefined && !ts.isJsxOpeningLikeElement(parent) && !ts.isJsxClosingElement(parent),
  );
}

/** Versions that still compile, each with one to three disturbances. */
export function* disturbed(source: Source, choose: Choose, perKind: number): Iterable<string> {
  const file = parse(source);
  const all = disturbances.map((disturb) => disturb(file));
  for (const edits of all) {
    for (const edit of choose(edits, perKind)) {
      const more = choose(
        all.flatMap((others) => choose(others, 1)),
        choose([0, 0, 1, 2], 1)[0],
      );
      const apart = more.filter((one) => one.start > edit.end || one.end < edit.start);
      const chosen = apart.length > 1 && overlaps(apart) ? [edit] : [edit, ...apart];
      const text = applied(source.text, chosen);
      if (text !== source.text && isSound({ path: source.path, text })) yield text;
    }
  }
}

function overlaps(edits: readonly Edit[]): boolean {
  return edits.some((one, at) =>
    edits.some((other, index) => at < index && one.start <= other.end && other.start <= one.end),
  );
}
