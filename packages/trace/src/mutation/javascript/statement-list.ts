/** Statements one after the other: directives first, functions wherever they stand, constants nowhere. */
import { commentRole, isComment } from "../../syntax/comments.ts";
import { childOf, parentOf, type SyntaxNode, textOf } from "../../syntax/syntax-tree.ts";
import { type Form, group, type Loose, token } from "../form/form.ts";
import type { Workshop } from "./workshop.ts";

export function isStatementList({ type }: SyntaxNode): boolean {
  return type === "program" || type === "statement_block";
}

export function listForm(node: SyntaxNode, shop: Workshop): Form {
  const prologue = prologueOf(node);
  const areLoose = { function: mayMove(node, shop), type_import: mayReorderImports(node, shop) };
  const parts: Form[] = [];
  const loose: Loose[] = [];
  for (const child of node.children) {
    const found = looseOf(child, shop);
    if (found && areLoose[found.kind]) {
      const place = parts.length + loose.length;
      loose.push(...shop.form(child).map((part) => ({ ...found, part, place })));
    } else if (prologue.has(child)) parts.push(directiveForm(child, shop));
    else if (child.type !== "empty_statement") parts.push(...shop.form(child));
  }
  return group(node.type, parts, loose);
}

/** `"use strict"` and its like: strings before anything else, by their very text. */
function prologueOf(node: SyntaxNode): ReadonlySet<SyntaxNode> {
  const found = new Set<SyntaxNode>();
  if (node.type !== "program" && !isFunctionBody(node, parentOf(node))) return found;
  for (const child of node.children) {
    if (isComment(child) || child.type === "{") continue;
    if (child.type !== "expression_statement" || child.children[0]?.type !== "string") break;
    found.add(child);
  }
  return found;
}

function directiveForm(statement: SyntaxNode, { tree }: Workshop): Form {
  const [literal = statement] = statement.children;
  return token("prologue", textOf(tree, literal).slice(1, -1));
}

function isFunctionBody(block: SyntaxNode, parent: SyntaxNode): boolean {
  return block.field === "body" && /function|method_definition/.test(parent.type);
}

/** Whether the functions of this list are all there before its first statement runs, and each only once. */
function mayMove(node: SyntaxNode, shop: Workshop): boolean {
  const { tree, names } = shop;
  if (!names) return false;
  const isHoisted = node.type === "program" || isFunctionBody(node, parentOf(node)) || names.resolved.kind === "module";
  if (!isHoisted || names.resolved.kind === "declarations") return false;
  let isHeader = true;
  const seen = new Set<string>();
  for (const child of node.children) {
    if (isComment(child)) {
      if (staysInPlace(child, shop) && !(isHeader && isForWholeFile(textOf(tree, child)))) return false;
      continue;
    }
    isHeader &&= !child.named;
    if (declaredIn(child).type === "function_signature") return false;
    const key = functionKey(child, shop);
    if (key !== null && seen.size === seen.add(key).size) return false;
  }
  return true;
}

/** A comment that says something about the statement after it. */
function staysInPlace(comment: SyntaxNode, { tree }: Workshop): boolean {
  const role = commentRole(tree, comment);
  return role === "aimed" || (role === "kept" && textOf(tree, comment).startsWith("/**"));
}

/** A comment at the head that does not point at the next line. */
function isForWholeFile(comment: string): boolean {
  return !/next-line|ignore|expect-error|disable-line|fixme|\bline\b/i.test(comment);
}

/** Imports of types are gone before anything runs, unless a comment among the imports speaks of one of them. */
function mayReorderImports(node: SyntaxNode, shop: Workshop): boolean {
  const { names, tree } = shop;
  if (!names || node.type !== "program" || names.resolved.kind === "declarations") return false;
  const end = node.children.findLast(({ type }) => type === "import_statement")?.end ?? 0;
  const start = node.children.find(({ type }) => type === "import_statement")?.start ?? 0;
  return node.children.every(
    (child) =>
      !isComment(child) ||
      child.start > end ||
      !staysInPlace(child, shop) ||
      (child.end < start && isForWholeFile(textOf(tree, child))),
  );
}

function looseOf(child: SyntaxNode, shop: Workshop): { kind: "function" | "type_import"; key: string } | null {
  const key = functionKey(child, shop);
  if (key !== null) return { kind: "function", key };
  if (child.type !== "import_statement" || child.children[1]?.type !== "type") return null;
  const source = childOf(child, "source");
  return source ? { kind: "type_import", key: textOf(shop.tree, source).slice(1, -1) } : null;
}

function functionKey(child: SyntaxNode, { tree }: Workshop): string | null {
  const declaration = declaredIn(child);
  if (!/^(generator_)?function_declaration$/.test(declaration.type)) return null;
  const name = childOf(declaration, "name");
  return name ? textOf(tree, name) : "default";
}

function declaredIn(child: SyntaxNode): SyntaxNode {
  return child.type === "export_statement" ? (childOf(child, "declaration") ?? child) : child;
}
