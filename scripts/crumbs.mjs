/** A crumb is a file so short that its reader would rather find it in the one that imports it. */
import { posix } from "node:path";
import ts from "typescript";

/** Lists, types and entries are short by nature. `importer` is the one source that imports it. */
export function isCrumb(source, importer) {
  const own = statementsOf(source).filter((statement) => !ts.isImportDeclaration(statement));
  if (own.every((statement) => isType(statement) || isList(statement))) return false;
  return !isStarted(source.path) && !isEntryOf(importer, source.path);
}

function statementsOf({ path, text }) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements;
}

/** What others import a package by, and what is started. */
function isStarted(path) {
  return /^(index|main|.*-main|.*-program)\.tsx?$/.test(posix.basename(path));
}

/** One part of a list that is written out: a new part is one file and one line in that list. */
function isEntryOf(importer, path) {
  const name = posix.relative(posix.dirname(importer.path), path);
  if (importer.text.includes(`import("./${name}")`)) return true;
  const statements = statementsOf(importer);
  const names = new Set(
    statements
      .filter(ts.isImportDeclaration)
      .filter(({ moduleSpecifier }) => posix.join(posix.dirname(importer.path), moduleSpecifier.text) === path)
      .flatMap(({ importClause }) => importClause?.namedBindings?.elements ?? [])
      .map(({ name }) => name.text),
  );
  return statements.filter(ts.isVariableStatement).some((statement) => isListOf(statement, names));
}

/** Whether a constant is a list that has one of these names as an element or as a value. */
function isListOf(statement, names) {
  const values = statement.declarationList.declarations.map(({ initializer }) => initializer && bare(initializer));
  return values.some((value) => {
    if (value && ts.isArrayLiteralExpression(value))
      return value.elements.some((element) => names.has(element.getText()));
    if (!value || !ts.isObjectLiteralExpression(value)) return false;
    return value.properties.some((property) => names.has((property.initializer ?? property.name)?.getText()));
  });
}

function isType(statement) {
  return (
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isModuleDeclaration(statement) ||
    (ts.isExportDeclaration(statement) && statement.isTypeOnly)
  );
}

/** Constants that are written out: arrays, objects, sets and maps without a function in them. */
function isList(statement) {
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.every(
    ({ initializer }) => initializer !== undefined && isWrittenOut(bare(initializer)),
  );
}

function isWrittenOut(value) {
  const isLiteral = ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value);
  const isCollection =
    ts.isNewExpression(value) && /^(Set|Map)$/.test(value.expression.getText()) && (value.arguments ?? []).length === 1;
  return (isLiteral || isCollection) && !holdsFunction(value);
}

/** Without `as const`, `satisfies …` and parentheses. */
function bare(value) {
  const isWrapped = ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value);
  return isWrapped ? bare(value.expression) : value;
}

function holdsFunction(node) {
  if (ts.isFunctionLike(node)) return true;
  return ts.forEachChild(node, (child) => holdsFunction(child) || undefined) === true;
}
