/**
 * Writes the library's types as one file that needs nothing else: from the names that the entry shows, every declaration
 * that they reach, each taken from the file that makes it. Works file by file, without a type checker: what is shown must
 * say its types itself.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** What is to be written, and what it was made from. */
export function libraryTypes(root, entry) {
  const files = new Map();
  const fileAt = (path) => {
    const known = files.get(path) ?? readDeclarations(root, path);
    files.set(path, known);
    return known;
  };
  const taken = new Map();

  /** Follows a name through re-exports and imports to the file that declares it. */
  function find(path, name) {
    const file = fileAt(path);
    if (file.declared.has(name)) return { path, name, nodes: file.declared.get(name) };
    const from = file.named.get(name);
    if (from?.path === null) throw new Error(`${path}: ${name} is no type of ours; the library cannot bring it along`);
    return from ? find(from.path, from.name) : null;
  }

  function take(path, name) {
    const found = find(path, name);
    if (!found) return;
    const known = taken.get(found.name);
    if (known?.path === found.path) return;
    if (known) throw new Error(`two types of the library are called ${found.name}: ${known.path}, ${found.path}`);
    taken.set(found.name, found);
    for (const node of found.nodes) for (const used of namesIn(node)) take(found.path, used);
  }

  const shown = [...fileAt(entry).named].map(([name, from]) => {
    const found = find(from.path, from.name);
    if (!found) throw new Error(`${entry} shows ${name}, which ${from.path} does not declare`);
    if (found.name !== name) throw new Error(`${entry} shows ${found.name} under another name, ${name}`);
    return name;
  });
  for (const name of shown) take(entry, name);
  const declarations = [...taken.values()].flatMap(({ nodes }) => nodes.map(printed));
  const text = `${declarations.join("\n")}\nexport { ${shown.toSorted().join(", ")} };\n`;
  return { text, inputs: [...files.keys()] };
}

function readDeclarations(root, path) {
  const source = readFileSync(join(root, path), "utf8");
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, isolatedDeclarations: true };
  const { outputText } = ts.transpileDeclaration(source, { fileName: path, compilerOptions });
  const file = ts.createSourceFile(path, outputText, ts.ScriptTarget.ES2022, true);
  const declared = new Map();
  const named = new Map();
  for (const statement of file.statements) {
    const specifier = statement.moduleSpecifier?.text;
    const clause = statement.exportClause ?? statement.importClause?.namedBindings;
    if (specifier !== undefined && clause?.elements) {
      const from = placeOf(root, path, specifier);
      for (const element of clause.elements)
        named.set(element.name.text, { path: from, name: (element.propertyName ?? element.name).text });
    } else {
      for (const name of declaredNames(statement)) declared.set(name, [...(declared.get(name) ?? []), statement]);
    }
  }
  return { declared, named };
}

/** Null for what comes from elsewhere. */
function placeOf(root, path, specifier) {
  if (specifier.startsWith(".")) return relative(root, join(root, dirname(path), specifier));
  const [scope, name] = specifier.split("/");
  return scope === "@intentgate" ? `packages/${name}/src/index.ts` : null;
}

function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.text);
  return statement.name ? [statement.name.text] : [];
}

function namesIn(node) {
  const names = new Set();
  const visit = (one) => {
    if (ts.isTypeReferenceNode(one) || ts.isTypeQueryNode(one)) names.add(firstName(one.typeName ?? one.exprName));
    if (ts.isExpressionWithTypeArguments(one) && ts.isIdentifier(one.expression)) names.add(one.expression.text);
    if (ts.isImportTypeNode(one)) throw new Error(`${one.getText()}: the library's types need a name for it`);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

function firstName(name) {
  return ts.isIdentifier(name) ? name.text : firstName(name.left);
}

/** With its comment, and shown only by the list at the end. */
function printed(node) {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  const plain = node
    .getText()
    .replace(/^export (?:declare )?(?=interface|type)/, "")
    .replace(/^export declare /, "declare ");
  return comment ? `${comment.getText()}\n${plain}` : plain;
}
