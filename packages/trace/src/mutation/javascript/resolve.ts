/** Finds what every written name means, and which names may change without anybody noticing. */
import { childOf, parentOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import type { JsBinding } from "./binding.ts";
import { type Declared, declareNames } from "./declare.ts";
import { givesItsName, isOnlyCalled } from "./function-names.ts";

export interface Resolved {
  readonly kind: ModuleKind;
  readonly bindings: readonly JsBinding[];
  bindingOf(leaf: SyntaxNode): JsBinding | undefined;
}

/** Known to the language, to its compilers or to module systems under just these names. */
const knownNames = new Set(
  (
    "arguments eval undefined NaN Infinity let static yield await async of enum implements interface package private protected public " +
    "module require exports __dirname __filename " +
    "Object Array Promise Symbol Reflect Proxy Map Set WeakMap WeakSet Error TypeError ReferenceError Math JSON Number String Boolean BigInt " +
    "RegExp Function Iterator Date"
  ).split(" "),
);
/** What markup is compiled into calls of, where no import says so. */
const factories = /^(React|Preact|preact|Fragment|createElement|dom|h|hyper|html|jsx|jsxs|jsxDEV)$/;

/** What test runners lift above the imports, together with the names in it. */
const liftingObjects = /^(jest|vi|vitest)$/;

export function resolveNames(tree: SyntaxTree): Resolved | "odd" {
  const declared = declareNames(tree);
  const written = [...declared.bindings, ...declared.mentions];
  if (declared.hasClash || written.some(({ name }) => name === "eval" || name.includes("\\"))) return "odd";
  const byLeaf = new Map(declared.byLeaf);
  const unknown = new Set(declared.shared);
  for (const mention of declared.mentions) {
    if (mention.role === "unknown") unknown.add(mention.name);
    if (mention.role === "unknown" || mention.role === "text") continue;
    const binding = mention.scope.find(mention.name, mention.role);
    if (!binding) continue;
    binding.mentions.push(mention);
    byLeaf.set(mention.leaf, binding);
  }
  const kind = moduleKindOf(tree);
  // Outside of modules a function in a block is a variable of the whole function as well.
  const leaking = new Set(declared.bindings.filter((one) => isLeaking(one, kind)).map(({ name }) => name));
  const hasLifting = declared.mentions.some(({ name }) => liftingObjects.test(name));
  const hasJsx = contains(tree.root, ({ type }) => type.startsWith("jsx_"));
  const readsCallee = contains(tree.root, (node) => isCallee(tree, node));
  for (const binding of declared.bindings) {
    binding.fixed ||=
      unknown.has(binding.name) ||
      leaking.has(binding.name) ||
      isKnownByName(binding, kind) ||
      (hasJsx && isPerhapsFactory(binding, declared)) ||
      (hasLifting && binding.mentions.some(({ leaf }) => isLifted(tree, leaf))) ||
      (givesItsName(binding) && (readsCallee || !isOnlyCalled(binding)));
  }
  return { kind, bindings: declared.bindings, bindingOf: (leaf) => byLeaf.get(leaf) };
}

function isKnownByName({ name, kinds, scope, exported }: JsBinding, kind: ModuleKind): boolean {
  if (exported || knownNames.has(name) || scope.kind === "namespace") return true;
  if (scope.kind === "module") return kind === "script" || kind === "declarations";
  // Injectors of old read the names of parameters.
  return kinds.has("parameter") && name.startsWith("$");
}

function isLeaking({ kinds, scope }: JsBinding, kind: ModuleKind): boolean {
  return kinds.has("function") && scope.kind === "block" && kind !== "module";
}

/** JSX calls a function that it does not name: whichever the settings say, imported or declared outermost. */
function isPerhapsFactory({ name, kinds, declarations }: JsBinding, { module }: Declared): boolean {
  const [leaf] = declarations;
  const value = leaf && kinds.has("const") ? childOf(parentOf(leaf), "value") : undefined;
  if (factories.test(name)) return true;
  return module.names.has(name) && !/^(number|string|true|false|null)$/.test(value?.type ?? "");
}

function isLifted(tree: SyntaxTree, leaf: SyntaxNode): boolean {
  for (let node = leaf; node !== tree.root; node = parentOf(node)) {
    if (node.type !== "arguments") continue;
    const callee = childOf(parentOf(node), "function");
    const object = callee?.type === "member_expression" && childOf(callee, "object");
    if (object && liftingObjects.test(textOf(tree, object))) return true;
  }
  return false;
}

function isCallee(tree: SyntaxTree, node: SyntaxNode): boolean {
  if (node.type === "property_identifier") return /^(callee|caller)$/.test(textOf(tree, node));
  if (node.type !== "subscript_expression") return false;
  const object = childOf(node, "object");
  const isArguments = object?.type === "identifier" && textOf(tree, object) === "arguments";
  return isArguments && !/^(number|identifier)$/.test(childOf(node, "index")?.type ?? "");
}

function contains(node: SyntaxNode, isWanted: (node: SyntaxNode) => boolean): boolean {
  return isWanted(node) || node.children.some((child) => contains(child, isWanted));
}

/** Who sees the outermost names: the file itself, or every script. Modules are strict; what CommonJS wraps need not be. */
type ModuleKind = "module" | "commonjs" | "script" | "declarations";

function moduleKindOf(tree: SyntaxTree): ModuleKind {
  if (/\.d\.[cm]?ts$|\.d\.[\w-]{1,40}\.ts$/.test(tree.path)) return "declarations";
  if (/\.m[jt]s$/.test(tree.path)) return "module";
  const statements = tree.root.children;
  if (statements.some(({ type }) => type === "import_statement" || type === "export_statement")) return "module";
  if (/\.c[jt]s$/.test(tree.path)) return "commonjs";
  return statements.some((statement) => provesCommonJs(tree, statement)) ? "commonjs" : "script";
}

/** Outside any condition: a file that also runs as a plain script would fail here. */
function provesCommonJs(tree: SyntaxTree, statement: SyntaxNode): boolean {
  if (statement.type === "expression_statement") {
    const left = statement.children[0] && childOf(statement.children[0], "left");
    return left?.type === "member_expression" && /^(module\.exports|exports\.\w+)$/.test(textOf(tree, left));
  }
  if (statement.type !== "lexical_declaration" && statement.type !== "variable_declaration") return false;
  return statement.children.some((declarator) => {
    const value = childOf(declarator, "value");
    return value?.type === "call_expression" && /^require\((['"])[^'"]+\1\)$/.test(textOf(tree, value));
  });
}
