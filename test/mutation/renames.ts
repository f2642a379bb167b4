/** Renames as an editor does them: by the language service of the compiler. */
import ts from "typescript";
import { applied, type Edit, nodesOf, parse } from "./edits.ts";
import type { Source } from "./truth.ts";

export interface Renamer {
  file: ts.SourceFile;
  checker: ts.TypeChecker;
  /** Null where the compiler does not want to. */
  editsFor(name: ts.Identifier, to: string): Edit[] | null;
  /** Every place where the name means this declaration, the declaration among them. */
  placesOf(name: ts.Identifier): ts.Identifier[];
}

/** The last file asked for: all generators take one file after the other. */
let latest: { text: string; renamer: Renamer } | null = null;

export function renamerFor(source: Source): Renamer {
  if (latest?.text !== source.text) latest = { text: source.text, renamer: newRenamer(source) };
  return latest.renamer;
}

function newRenamer(source: Source): Renamer {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({
      allowJs: true,
      noLib: true,
      noResolve: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.Preserve,
    }),
    getScriptFileNames: () => [source.path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => (path === source.path ? ts.ScriptSnapshot.fromString(source.text) : undefined),
    getCurrentDirectory: () => "",
    getDefaultLibFileName: () => "lib.d.ts",
    fileExists: (path) => path === source.path,
    readFile: (path) => (path === source.path ? source.text : undefined),
  };
  const service = ts.createLanguageService(host);
  const program = service.getProgram();
  const file = program?.getSourceFile(source.path) ?? parse(source);
  const identifiers = new Map(nodesOf(file, ts.isIdentifier).map((one) => [one.getStart(file), one]));
  const places = new Map<ts.Identifier, ts.Identifier[]>();
  const renamer: Renamer = {
    file,
    checker: (program ?? ts.createProgram([], {})).getTypeChecker(),
    editsFor(name, to) {
      const found = service.findRenameLocations(source.path, name.getStart(file), false, false, {
        providePrefixAndSuffixTextForRename: true,
      });
      if (!found || found.length === 0) return null;
      return found.map(({ textSpan: { start, length }, prefixText = "", suffixText = "" }) => ({
        start,
        end: start + length,
        text: `${prefixText}${to}${suffixText}`,
      }));
    },
    placesOf(name) {
      const known = places.get(name);
      if (known) return known;
      const found = (renamer.editsFor(name, "x") ?? []).flatMap(({ start }) => identifiers.get(start) ?? []);
      places.set(name, found);
      return found;
    },
  };
  return renamer;
}

/** Names declared by variables and parameters, outermost ones only where `outermost` says so. */
export function declaredNames({ file }: Renamer, outermost: boolean): ts.Identifier[] {
  return nodesOf(file, ts.isIdentifier).filter((name) => {
    const { parent } = name;
    const isVariable =
      (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) &&
      parent.name === name;
    if (!isVariable || name.text.startsWith("$") || name.text === "arguments") return false;
    if (ts.isParameter(parent) && (ts.isParameterPropertyDeclaration(parent, parent.parent) || !hasBody(parent.parent)))
      return false;
    return isOutermost(name) === outermost && !isExported(name);
  });
}

function hasBody(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

export function isOutermost(name: ts.Node): boolean {
  const declared = ts.isFunctionDeclaration(name.parent) ? name.parent.parent : name.parent;
  for (let at = declared; at; at = at.parent) {
    if (ts.isSourceFile(at)) return true;
    if (
      ts.isFunctionLike(at) ||
      ts.isBlock(at) ||
      ts.isClassLike(at) ||
      ts.isCatchClause(at) ||
      ts.isIterationStatement(at, false)
    )
      return false;
  }
  return true;
}

export function isExported(name: ts.Node): boolean {
  for (let at: ts.Node = name.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableStatement(at) || ts.isFunctionDeclaration(at))
      return (at.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (ts.isFunctionLike(at)) return false;
  }
  return false;
}

/** Whether a function would get its own name from this variable, so that somebody may read it. */
export function namesFunction(places: readonly ts.Identifier[]): boolean {
  return places.some(({ parent }) => {
    const value =
      "initializer" in parent ? parent.initializer : ts.isBinaryExpression(parent) ? parent.right : undefined;
    let at = value as ts.Node | undefined;
    while (at && (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isSatisfiesExpression(at)))
      at = at.expression;
    return at !== undefined && (ts.isFunctionExpression(at) || ts.isArrowFunction(at) || ts.isClassExpression(at));
  });
}

export function freshName(text: string, like: string): string {
  for (let at = 1; ; at++) {
    const name = `${like}${at}`;
    if (!text.includes(name)) return name;
  }
}

export function renamed(renamer: Renamer, names: readonly ts.Identifier[]): string | null {
  const edits: Edit[] = [];
  for (const [at, name] of names.entries()) {
    const found = renamer.editsFor(name, freshName(renamer.file.text, `renamed${"abcdefgh"[at] ?? "z"}`));
    if (!found) return null;
    // Two names in one place (`{ a = b }`) would need one edit for both.
    if (found.some((edit) => edits.some((other) => edit.start < other.end && other.start < edit.end))) return null;
    edits.push(...found);
  }
  return applied(renamer.file.text, edits);
}
