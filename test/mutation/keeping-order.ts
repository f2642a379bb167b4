/** Other places for what has none: hoisted functions, imports of types, names within one import, constants. */
import ts from "typescript";
import { applied, isInType, isPrologue, nodesOf, parse, statementLists } from "./edits.ts";
import { freshName } from "./renames.ts";
import type { Choose, Generator, Source, TruthRow } from "./truth.ts";

function movable(file: ts.SourceFile): { list: ts.NodeArray<ts.Statement>; moved: ts.FunctionDeclaration }[] {
  return statementLists(file).flatMap((list) => {
    const functions = list.filter(ts.isFunctionDeclaration);
    const names = functions.map(({ name }) => name?.text ?? "default");
    if (functions.some(({ body }) => !body) || new Set(names).size !== names.length) return [];
    return functions.map((moved) => ({ list, moved }));
  });
}

function* moveDown(source: Source, choose: Choose): Iterable<string> {
  const file = parse(source);
  for (const { list, moved } of choose(movable(file))) {
    const last = list.at(-1);
    if (!last || last === moved) continue;
    yield applied(source.text, [
      { start: moved.getStart(file), end: moved.getEnd(), text: "" },
      { start: last.getEnd(), end: last.getEnd(), text: `\n\n${moved.getText(file)}` },
    ]);
  }
}

function* moveUp(source: Source, choose: Choose): Iterable<string> {
  const file = parse(source);
  for (const { list, moved } of choose(movable(file))) {
    const first = list.find((statement) => !isPrologue(statement) && !ts.isImportDeclaration(statement));
    if (!first || first === moved) continue;
    yield applied(source.text, [
      { start: moved.getStart(file), end: moved.getEnd(), text: "" },
      { start: first.getStart(file), end: first.getStart(file), text: `${moved.getText(file)}\n\n` },
    ]);
  }
}

/** The same file with imports of types in one order and in another. */
export function* typeImportRows(source: Source): Iterable<TruthRow> {
  if (!/(?<!\.d)\.tsx?$/.test(source.path)) return;
  const file = parse(source);
  const imports = file.statements.filter(ts.isImportDeclaration);
  const firstOther = file.statements.find((statement) => !ts.isImportDeclaration(statement));
  const at = (imports[0] ?? firstOther)?.getStart(file);
  const end = imports.at(-1)?.getEnd();
  if (at === undefined || end === undefined) return;
  const lines = [
    'import type { First } from "./first.js";\n',
    'import type { Second, Third as Other } from "second";\n',
  ];
  const before = applied(source.text, [{ start: at, end: at, text: lines.join("") }]);
  const row = { kind: "type imports reordered", truth: "kept" as const, path: source.path, before };
  yield { ...row, after: applied(source.text, [{ start: at, end: at, text: [...lines].reverse().join("") }]) };
  yield { ...row, after: applied(source.text, [{ start: end, end, text: `\n${lines.join("")}` }]) };
}

function* reorderSpecifiers(source: Source, choose: Choose): Iterable<string> {
  const file = parse(source);
  for (const { elements } of choose(nodesOf(file, ts.isNamedImports).filter(({ elements }) => elements.length > 1))) {
    const [first, last] = [elements[0], elements.at(-1)];
    if (!first || !last) continue;
    const text = [...elements].reverse().map((element) => element.getText(file));
    yield applied(source.text, [{ start: first.getStart(file), end: last.getEnd(), text: text.join(", ") }]);
  }
}

/** Literals in the body of a function, where a name may stand as well. */
function literals(file: ts.SourceFile): (ts.NumericLiteral | ts.StringLiteral)[] {
  const isLiteral = (node: ts.Node): node is ts.NumericLiteral | ts.StringLiteral =>
    ts.isNumericLiteral(node) || ts.isStringLiteral(node);
  return nodesOf(file, isLiteral).filter((node) => {
    const { parent } = node;
    if (isInType(node) || !bodyAround(node) || ts.isJsxAttribute(parent) || ts.isExpressionStatement(parent))
      return false;
    if ("name" in parent && parent.name === node) return false;
    if (ts.isBindingElement(parent) && parent.propertyName === node) return false;
    return !(ts.isCallExpression(parent) && /^(require|import)$/.test(parent.expression.getText(file)));
  });
}

/** The body of the nearest function, if the node is in it and not in its parameters. */
function bodyAround(node: ts.Node): ts.Block | null {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isBlock(at) && ts.isFunctionLike(at.parent)) return at;
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return null;
  }
  return null;
}

function extracted(source: Source, file: ts.SourceFile, literal: ts.Node, at: number): string {
  const name = freshName(source.text, "EXTRACTED");
  const object = ts.isShorthandPropertyAssignment(literal.parent) ? `${literal.getText(file)}: ` : "";
  return applied(source.text, [
    { start: at, end: at, text: `const ${name} = ${literal.getText(file)};\n` },
    { start: literal.getStart(file), end: literal.getEnd(), text: `${object}${name}` },
  ]);
}

function* extractLocally(source: Source, choose: Choose): Iterable<string> {
  const file = parse(source);
  for (const literal of choose(literals(file))) {
    const first = bodyAround(literal)?.statements.find((statement) => !isPrologue(statement));
    if (first) yield extracted(source, file, literal, first.getStart(file));
  }
}

function* extractOutermost(source: Source, choose: Choose): Iterable<string> {
  const file = parse(source);
  const first = file.statements.find((statement) => !ts.isImportDeclaration(statement) && !isPrologue(statement));
  if (!first || ts.isFunctionDeclaration(first)) return;
  for (const literal of choose(literals(file))) yield extracted(source, file, literal, first.getStart(file));
}

export function* inlinedRows(source: Source, choose: Choose): Iterable<TruthRow> {
  for (const version of [...extractLocally(source, choose), ...extractOutermost(source, choose)])
    yield { kind: "constant inlined", truth: "kept", path: source.path, before: version, after: source.text };
}

export const orderGenerators: readonly Generator[] = [
  { kind: "function moved down", truth: "kept", versions: moveDown },
  { kind: "function moved up", truth: "kept", versions: moveUp },
  { kind: "names of an import reordered", truth: "kept", versions: reorderSpecifiers },
  { kind: "constant extracted in a function", truth: "kept", versions: extractLocally },
  { kind: "constant extracted in the module", truth: "kept", versions: extractOutermost },
];
