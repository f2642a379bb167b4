/** Constants that stand for a literal and nothing else: writing the literal instead says the same. */
import { childOf, parentOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import type { JsBinding } from "./binding.ts";
import { givesItsName } from "./function-names.ts";
import type { Resolved } from "./resolve.ts";

export interface Constants {
  /** The literal a name stands for. */
  valueOf(binding: JsBinding): SyntaxNode | undefined;
  /** Whether a declarator declares such a constant, and so may be left out. */
  isDeclaredBy(declarator: SyntaxNode): boolean;
  readonly names: readonly string[];
}

/** Worked out when first asked for. */
interface FileFacts {
  isQuietBefore(): boolean;
  isCarrying(): boolean;
}

const literals = new Set(["number", "string", "true", "false", "null"]);
const lists = new Set(["program", "statement_block"]);
const functions = /function|method_definition/;

/** Where a literal may stand just as well as a name. Elsewhere a tool may want the one or the other. */
const valuePlaces = new Set([
  "array",
  "arguments",
  "arrow_function",
  "assignment_expression",
  "assignment_pattern",
  "augmented_assignment_expression",
  "await_expression",
  "binary_expression",
  "computed_property_name",
  "field_definition",
  "for_statement",
  "jsx_expression",
  "member_expression",
  "object",
  "object_assignment_pattern",
  "pair",
  "parenthesized_expression",
  "public_field_definition",
  "required_parameter",
  "return_statement",
  "subscript_expression",
  "switch_case",
  "template_substitution",
  "ternary_expression",
  "throw_statement",
  "unary_expression",
  "variable_declarator",
  "yield_expression",
]);

/** Bundlers and collectors of messages read what is written in these calls, and do not follow names. */
const readByTools =
  /^(import|require|require\.\w+|import\.meta\.\w+|URL|Worker|SharedWorker|define|System\.import|importScripts|(\w+\.){0,5}\$?t|_|__|gettext|i18n(ext)?\.\w+|defineMessages?|(\w+\.)?formatMessage)$/;
/** Calls that take a function's text to another world, where the names around it do not exist. */
const carriers =
  /^(evaluate\w*|\$eval|\$\$eval|addInitScript|execute|executeAsync|executeScript|executeAsyncScript|waitForFunction|serialize|runIn\w*Context|createFunction)$/;

export function constantsIn(tree: SyntaxTree, resolved: Resolved): Constants {
  const values = new Map<JsBinding, SyntaxNode>();
  const declarators = new Set<SyntaxNode>();
  const isCarrying = once(() => carriesFunctions(tree.root, tree, resolved));
  // Declared before they are used: a constant that stands for another one finds it known.
  for (const binding of resolved.bindings) {
    const declarator = soleDeclarator(binding);
    const written = declarator && childOf(declarator, "value");
    const other = written?.type === "identifier" ? resolved.bindingOf(written) : undefined;
    const value = other ? values.get(other) : written;
    if (!declarator || !value || !isLiteral(value)) continue;
    const isQuietBefore = once(() => nothingRunsBefore(tree, parentOf(declarator)));
    if (!binding.mentions.every(({ leaf }) => mayBeLiteral(tree, leaf, declarator, { isQuietBefore, isCarrying })))
      continue;
    values.set(binding, value);
    declarators.add(declarator);
  }
  return {
    valueOf: (binding) => values.get(binding),
    isDeclaredBy: (declarator) => declarators.has(declarator),
    names: [...values.keys()].map(({ name }) => name).sort(),
  };
}

/** `const NAME = …` among the statements of a block, declared once. */
function soleDeclarator(binding: JsBinding): SyntaxNode | null {
  const [leaf, ...others] = binding.declarations;
  if (!leaf || others.length > 0 || binding.fixed || !binding.kinds.has("const")) return null;
  const declarator = parentOf(leaf);
  if (declarator.type !== "variable_declarator" || leaf.field !== "name") return null;
  const type = childOf(declarator, "type");
  if (type && !type.children.some((child) => child.type === "predefined_type")) return null;
  return lists.has(parentOf(parentOf(declarator)).type) ? declarator : null;
}

function isLiteral(node: SyntaxNode): boolean {
  if (node.type === "unary_expression")
    return childOf(node, "operator")?.type === "-" && childOf(node, "argument")?.type === "number";
  return literals.has(node.type);
}

function mayBeLiteral(tree: SyntaxTree, leaf: SyntaxNode, declarator: SyntaxNode, file: FileFacts): boolean {
  const parent = parentOf(leaf);
  if (!valuePlaces.has(parent.type) || isWritten(leaf, parent) || isNamedForTools(tree, leaf)) return false;
  return isInitialised(tree, leaf, declarator, file);
}

function isWritten(leaf: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type === "unary_expression") return childOf(parent, "operator")?.type === "delete";
  if (parent.type === "required_parameter") return leaf.field !== "value";
  return leaf.field === "left" && /assignment/.test(parent.type);
}

/** Dynamic imports, and what `module.exports` lists: read by bundlers and by node without running the file. */
function isNamedForTools(tree: SyntaxTree, leaf: SyntaxNode): boolean {
  for (let node = parentOf(leaf); node !== tree.root && !functions.test(node.type); node = parentOf(node)) {
    // Frameworks read `export const config = { … }` without running it.
    if (/^(enum_declaration|decorator|export_statement)$/.test(node.type)) return true;
    if (node.type === "template_string" && parentOf(node).type === "call_expression") return true;
    // Bundlers write the value of `process.env["NODE_ENV"]` in its place.
    const object = node.type === "subscript_expression" && childOf(node, "object");
    if (object && /^(process|import\.meta)\.env$/.test(textOf(tree, object))) return true;
    const left = node.type === "assignment_expression" && childOf(node, "left");
    if (left && /^(module\.)?exports\b/.test(textOf(tree, left))) return true;
    if (node.type !== "arguments") continue;
    const call = parentOf(node);
    const callee = childOf(call, "function") ?? childOf(call, "constructor");
    if (!callee || readByTools.test(textOf(tree, callee))) return true;
  }
  return false;
}

/** Whether the constant has its value whenever the mention is reached: a literal has it always. */
function isInitialised(
  tree: SyntaxTree,
  leaf: SyntaxNode,
  declarator: SyntaxNode,
  { isQuietBefore, isCarrying }: FileFacts,
): boolean {
  const declaration = parentOf(declarator);
  const list = parentOf(declaration);
  let inFunction = false;
  let statement = leaf;
  for (let node = leaf; node !== list; node = parentOf(node)) {
    if (node === tree.root) return false;
    statement = node;
    if (!functions.test(node.type)) continue;
    inFunction = true;
    if (isCarrying() || hasDirective(node)) return false;
  }
  if (statement === declaration) return leaf.start > declarator.end;
  const isHoisted = /function_declaration|labeled_statement/.test(declaredIn(statement).type);
  if (statement.start > declaration.start && !isHoisted) return true;
  // The function can be called before the constant is set, unless nothing before it calls anything.
  return inFunction && isQuietBefore();
}

function nothingRunsBefore(tree: SyntaxTree, declaration: SyntaxNode): boolean {
  const { children } = parentOf(declaration);
  return children.slice(0, children.indexOf(declaration)).every((one) => isInert(tree, one));
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | null = null;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

function declaredIn(statement: SyntaxNode): SyntaxNode {
  return statement.type === "export_statement" ? (childOf(statement, "declaration") ?? statement) : statement;
}

/** Which function goes is not followed: it may be named, wrapped or part of an object. */
function carriesFunctions(node: SyntaxNode, tree: SyntaxTree, resolved: Resolved): boolean {
  if (node.type === "call_expression") {
    const callee = childOf(node, "function");
    const name = callee?.type === "member_expression" ? childOf(callee, "property") : callee;
    if (name && carriers.test(textOf(tree, name))) return true;
    const first = childOf(node, "arguments")?.children.find((child) => child.named);
    // `pool.exec(() => …)` sends, `pattern.exec(text)` does not.
    if (name && first && functions.test(first.type) && textOf(tree, name) === "exec") return true;
    if (name && callee && textOf(tree, name) === "toString" && mayBeFunction(callee, resolved)) return true;
  }
  return node.children.some((child) => carriesFunctions(child, tree, resolved));
}

/** Whether `x.toString()` may be the text of a function of this file. */
function mayBeFunction(callee: SyntaxNode, resolved: Resolved): boolean {
  const object = childOf(callee, "object");
  if (object?.type === "parenthesized_expression") return true;
  const binding = object?.type === "identifier" ? resolved.bindingOf(object) : undefined;
  return binding !== undefined && givesItsName(binding);
}

/** `"use server"`, `"worklet"`: compilers take such a function somewhere else. */
function hasDirective(node: SyntaxNode): boolean {
  const first = childOf(node, "body")?.children.find((child) => child.named && child.type !== "comment");
  return first?.type === "expression_statement" && first.children[0]?.type === "string";
}

const inertStatements = new Set([
  "comment",
  "hash_bang_line",
  "import_statement",
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "type_alias_declaration",
  "interface_declaration",
  "ambient_declaration",
  "empty_statement",
]);
const inertValues = new Set([
  "number",
  "string",
  "true",
  "false",
  "null",
  "undefined",
  "regex",
  "identifier",
  "arrow_function",
  "function_expression",
  "generator_function",
]);

/** Statements that run nobody's code: nothing declared further down can be reached through them. */
function isInert(tree: SyntaxTree, statement: SyntaxNode): boolean {
  const { type, children } = statement;
  if (!statement.named || inertStatements.has(type)) return true;
  if (type === "export_statement") {
    const declaration = childOf(statement, "declaration");
    return declaration ? isInert(tree, declaration) : children.some((child) => child.type === "export_clause");
  }
  if (type === "expression_statement") return children[0]?.type === "string";
  if (type !== "lexical_declaration" && type !== "variable_declaration") return false;
  return children.every(
    (child) =>
      child.type !== "variable_declarator" ||
      (childOf(child, "name")?.type === "identifier" && isInertValue(tree, childOf(child, "value"))),
  );
}

function isInertValue(tree: SyntaxTree, value: SyntaxNode | undefined): boolean {
  if (!value || inertValues.has(value.type)) return true;
  if (value.type === "unary_expression") return childOf(value, "argument")?.type === "number";
  if (value.type === "array") return value.children.every((child) => !child.named || isInertValue(tree, child));
  if (value.type === "object") {
    return value.children.every(
      (child) =>
        !child.named ||
        child.type === "comment" ||
        (child.type === "pair" &&
          childOf(child, "key")?.type === "property_identifier" &&
          isInertValue(tree, childOf(child, "value"))),
    );
  }
  if (value.type === "call_expression") return /^require\((['"])[^'"]+\1\)$/.test(textOf(tree, value));
  return value.type === "new_expression" && /^new (Map|Set|WeakMap|WeakSet)\(\)$/.test(textOf(tree, value));
}
