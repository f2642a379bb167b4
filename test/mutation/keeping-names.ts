/** Other names for what nobody else can see. */
import ts from "typescript";
import { applied, nodesOf } from "./edits.ts";
import {
  declaredNames,
  freshName,
  isExported,
  isOutermost,
  namesFunction,
  type Renamer,
  renamed,
  renamerFor,
} from "./renames.ts";
import type { Choose, Generator, Source } from "./truth.ts";

function plainNames(renamer: Renamer, outermost: boolean): ts.Identifier[] {
  return declaredNames(renamer, outermost).filter((name) => {
    const places = renamer.placesOf(name);
    return places.length > 0 && !namesFunction(places) && !places.some(isInExports);
  });
}

/** Node reads the list after `module.exports =` without running it. */
function isInExports(name: ts.Node): boolean {
  return (
    /^(module\.)?exports\b/.test(name.parent.parent?.parent?.getText() ?? "") &&
    ts.isShorthandPropertyAssignment(name.parent)
  );
}

function* renameOne(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  for (const name of choose(plainNames(renamer, false))) {
    const version = renamed(renamer, [name]);
    if (version !== null) yield version;
  }
}

function* renameMany(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const version = renamed(renamer, choose(plainNames(renamer, false), 6));
  if (version !== null) yield version;
}

function* renameOutermost(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  if (/\.[jt]sx$/.test(source.path)) return;
  for (const name of choose(plainNames(renamer, true))) {
    const version = renamed(renamer, [name]);
    if (version !== null) yield version;
  }
}

/** A function that is only called: nobody can ask for its name. */
function* renameCalled(source: Source, choose: Choose): Iterable<string> {
  const renamer = renamerFor(source);
  const functions = nodesOf(renamer.file, ts.isFunctionDeclaration).flatMap(({ name }) => (name ? [name] : []));
  const called = functions.filter((name) => {
    if (isExported(name) || (isOutermost(name) && /\.[jt]sx$/.test(source.path))) return false;
    const others = renamer.placesOf(name).filter((place) => place !== name);
    return others.every((place) => ts.isCallExpression(place.parent) && place.parent.expression === place);
  });
  for (const name of choose(called)) {
    const edits = renamer.editsFor(name, freshName(source.text, "calledAnew"));
    if (edits) yield applied(source.text, edits);
  }
}

function* renameImports(source: Source, choose: Choose): Iterable<string> {
  if (/\.[jt]sx$/.test(source.path)) return;
  const renamer = renamerFor(source);
  const names = nodesOf(renamer.file, ts.isImportSpecifier).filter(({ isTypeOnly }) => !isTypeOnly);
  for (const { name } of choose(names)) {
    const edits = renamer.editsFor(name, freshName(source.text, "importedAs"));
    if (edits) yield applied(source.text, edits);
  }
}

export const nameGenerators: readonly Generator[] = [
  { kind: "local renamed", truth: "kept", versions: renameOne },
  { kind: "several locals renamed", truth: "kept", versions: renameMany },
  { kind: "module's own variable renamed", truth: "kept", versions: renameOutermost },
  { kind: "called function renamed", truth: "kept", versions: renameCalled },
  { kind: "import renamed", truth: "kept", versions: renameImports },
];
