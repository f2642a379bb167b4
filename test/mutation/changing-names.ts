/** Renames that go wrong, or that somebody notices. */
import ts from "typescript";
import { applied, isInType, nodesOf } from "./edits.ts";
import { declaredNames, freshName, isExported, namesFunction, type Renamer, renamerFor } from "./renames.ts";
import type { Choose, Generator, Source } from "./truth.ts";

/** One mention is forgotten. */
function* renameInconsistently(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const names = declaredNames(renamer, false).filter((name) => renamer.placesOf(name).length > 1);
  for (const name of choose(names)) {
    const edits = renamer.editsFor(name, freshName(source.text, "renamed")) ?? [];
    // The compiler also renames in comments; forgetting one of those changes nothing.
    const others = renamer.placesOf(name).filter((place) => place !== name);
    const [place] = choose(others, 1);
    const forgotten = place && edits.find(({ start }) => start === place.getStart(renamer.file));
    if (forgotten)
      yield applied(
        source.text,
        edits.filter((edit) => edit !== forgotten),
      );
  }
}

/** Only the declaration changes its name. */
function* renameDeclaration(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const names = declaredNames(renamer, false).filter((name) => renamer.placesOf(name).length > 1);
  for (const name of choose(names)) {
    const start = name.getStart(renamer.file);
    const edit = renamer.editsFor(name, freshName(source.text, "renamed"))?.find((one) => one.start === start);
    if (edit) yield applied(source.text, [edit]);
  }
}

/** The new name is one that the scope already uses for something else. */
function* renameCapturing(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  for (const name of choose(declaredNames(renamer, false))) {
    const [taken] = choose(namesFromOutside(renamer, name), 1);
    const edits = taken === undefined ? null : renamer.editsFor(name, taken);
    if (edits) yield applied(source.text, edits);
  }
}

/** Variables mentioned inside the scope of a name that come from outside of it. */
function namesFromOutside({ file, checker }: Renamer, name: ts.Identifier): string[] {
  const scope = scopeOf(name);
  if (!scope) return [];
  const inside = (node: ts.Node): boolean => node.pos >= scope.pos && node.end <= scope.end;
  const mentioned = nodesOf(file, ts.isIdentifier).filter(
    (one) => inside(one) && one.text !== name.text && isVariableRead(one) && !isInType(one),
  );
  const outside = mentioned.filter((one) => {
    const declarations = checker.getSymbolAtLocation(one)?.declarations ?? [];
    return declarations.every((declaration) => !inside(declaration));
  });
  return [...new Set(outside.map(({ text }) => text))].filter(
    (text) => /^[a-zA-Z_]\w*$/.test(text) && text !== "undefined",
  );
}

function isVariableRead(one: ts.Identifier): boolean {
  const { parent } = one;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === one;
  return (
    ts.isCallExpression(parent) ||
    ts.isBinaryExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isNewExpression(parent)
  );
}

function scopeOf(name: ts.Identifier): ts.Node | null {
  for (let at: ts.Node = name.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) || ts.isBlock(at) || ts.isIterationStatement(at, false) || ts.isCatchClause(at))
      return at;
  }
  return null;
}

/** Two variables of one scope become one. */
function* renameColliding(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const names = declaredNames(renamer, false);
  const couples = names.flatMap((one) =>
    names
      .filter((other) => other.text !== one.text && scopeOf(one) !== null && scopeOf(one) === scopeOf(other))
      .map((other) => [one, other] as const),
  );
  for (const [one, other] of choose(couples)) {
    const edits = renamer.editsFor(one, other.text);
    if (edits) yield applied(source.text, edits);
  }
}

/** A function that is handed on knows its name. */
function* renameKnownFunction(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const declared = nodesOf(renamer.file, ts.isFunctionDeclaration).flatMap(({ name }) => (name ? [name] : []));
  const assigned = [...declaredNames(renamer, false), ...declaredNames(renamer, true)].filter((name) =>
    namesFunction(renamer.placesOf(name)),
  );
  const known = [...declared, ...assigned].filter(
    (name) => isExported(name) || renamer.placesOf(name).some((place) => place !== name && isHandedOn(place)),
  );
  for (const name of choose(known)) {
    const edits = renamer.editsFor(name, freshName(source.text, "renamed"));
    if (edits) yield applied(source.text, edits);
  }
}

function isHandedOn(place: ts.Identifier): boolean {
  const { parent } = place;
  if (ts.isCallExpression(parent)) return parent.arguments.some((argument) => argument === place);
  return ts.isReturnStatement(parent) || ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent);
}

function* renameClass(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const names = nodesOf(renamer.file, ts.isClassDeclaration).flatMap(({ name }) => (name ? [name] : []));
  for (const name of choose(names)) {
    const edits = renamer.editsFor(name, freshName(source.text, "Renamed"));
    if (edits) yield applied(source.text, edits);
  }
}

/** The destructured property changes with its variable. */
function* renameDestructuredKey(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const names = declaredNames(renamer, false).filter(
    ({ parent }) =>
      ts.isBindingElement(parent) &&
      !parent.propertyName &&
      !parent.dotDotDotToken &&
      ts.isObjectBindingPattern(parent.parent),
  );
  for (const name of choose(names)) {
    const to = freshName(source.text, "renamed");
    const edits = renamer.editsFor(name, to) ?? [];
    yield applied(
      source.text,
      edits.map((edit) => (edit.start === name.getStart(renamer.file) ? { ...edit, text: to } : edit)),
    );
  }
}

/** A new variable stands between a mention and what it meant. */
function* shadow(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const bodies = nodesOf(renamer.file, ts.isBlock).filter(
    ({ parent, statements }) => ts.isFunctionLike(parent) && statements.length > 0,
  );
  for (const body of choose(bodies)) {
    const free = nodesOf(renamer.file, ts.isIdentifier).filter(
      (one) =>
        one.pos >= body.pos &&
        one.end <= body.end &&
        isVariableRead(one) &&
        !isInType(one) &&
        (renamer.checker.getSymbolAtLocation(one)?.declarations ?? []).every(
          (declaration) => declaration.pos < body.parent.pos || declaration.end > body.parent.end,
        ),
    );
    const [one] = choose(free, 1);
    const at = body.getStart(renamer.file) + 1;
    if (one && one.text !== "undefined")
      yield applied(source.text, [{ start: at, end: at, text: ` const ${one.text} = 1; ` }]);
  }
}

export const wrongNameGenerators: readonly Generator[] = [
  { kind: "one mention not renamed", truth: "changed", versions: renameInconsistently },
  { kind: "only the declaration renamed", truth: "changed", versions: renameDeclaration },
  { kind: "renamed to a name from outside", truth: "changed", versions: renameCapturing },
  { kind: "renamed to a neighbour's name", truth: "changed", versions: renameColliding },
  { kind: "function with a known name renamed", truth: "changed", versions: renameKnownFunction },
  { kind: "class renamed", truth: "changed", versions: renameClass },
  { kind: "destructured key renamed", truth: "changed", versions: renameDestructuredKey },
  { kind: "variable shadowed", truth: "changed", versions: shadow },
];
