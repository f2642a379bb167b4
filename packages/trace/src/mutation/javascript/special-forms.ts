/** Constructs that can be written in more than one way: each is brought into one of them. */
import { commentRole, isComment } from "../../syntax/comments.ts";
import { childOf, parentOf, type SyntaxNode, textOf } from "../../syntax/syntax-tree.ts";
import { type Form, group, token } from "../form/form.ts";
import { openEnd } from "./layout.ts";
import { jsxText } from "./literals.ts";
import { isStatementList, listForm } from "./statement-list.ts";
import { nameForm, type Workshop } from "./workshop.ts";

/** A comma before the closing bracket of these means nothing; in `[a,,]` it is an element. */
const commaLists = new Set([
  "arguments",
  "array",
  "array_pattern",
  "enum_body",
  "export_clause",
  "formal_parameters",
  "object",
  "object_pattern",
  "tuple_type",
  "type_arguments",
  "type_parameters",
]);

export function specialForm(node: SyntaxNode, shop: Workshop): Form[] | null {
  if (isStatementList(node)) return [listForm(node, shop)];
  switch (node.type) {
    case "shorthand_property_identifier":
      return null;
    case "object":
    case "object_pattern":
      return [
        group(
          node.type,
          withoutLastComma(node).flatMap((child) => memberForm(child, node, shop)),
        ),
      ];
    case "arrow_function":
      return [arrowForm(node, shop)];
    case "class_body":
      return [classForm(node, shop)];
    case "object_type":
    case "interface_body":
      return [group("members", shop.parts(node.children.filter(({ type }) => type !== ";" && type !== ",")))];
    case "union_type":
    case "intersection_type":
      return unionForm(node, shop);
    case "import_specifier":
      return [importForm(node, shop)];
    case "named_imports":
      return [namedImports(node, shop)];
    case "export_specifier":
      return [exportForm(node, shop)];
    case "lexical_declaration":
      return declarationForm(node, shop);
    case "jsx_element":
      return [jsxForm(node, shop)];
    case "template_string":
      if (hasGaps(node)) shop.lost = true;
      return null;
    default:
      return commaLists.has(node.type) ? [group(node.type, shop.parts(withoutLastComma(node)))] : null;
  }
}

function withoutLastComma({ children }: SyntaxNode): readonly SyntaxNode[] {
  const solid = children.filter((child) => !isComment(child));
  const last = solid.at(-2);
  const beforeLast = solid.at(-3)?.type;
  if (last?.type !== "," || beforeLast === "," || beforeLast === "[") return children;
  return children.filter((child) => child !== last);
}

/** `{ a }` is `{ a: a }`: the property keeps its name when the variable changes it. */
function memberForm(child: SyntaxNode, object: SyntaxNode, shop: Workshop): Form[] {
  const property = (leaf: SyntaxNode): Form[] => [
    token("property_identifier", textOf(shop.tree, leaf)),
    token(":", ":"),
  ];
  if (child.type === "shorthand_property_identifier") {
    // `{ __proto__ }` is a plain property, `{ __proto__: x }` is not; and node reads `module.exports = { … }` unrun.
    const isSpecial = textOf(shop.tree, child) === "__proto__" || isExportsList(object, shop);
    return [group(isSpecial ? "shorthand" : "pair", [...property(child), nameForm(child, shop)])];
  }
  if (child.type === "shorthand_property_identifier_pattern")
    return [group("pair_pattern", [...property(child), nameForm(child, shop)])];
  if (child.type === "object_assignment_pattern") {
    const left = childOf(child, "left");
    if (left?.type !== "shorthand_property_identifier_pattern") return shop.form(child);
    const rest = shop.parts(child.children.filter((one) => one !== left));
    return [group("pair_pattern", [...property(left), group("assignment_pattern", [nameForm(left, shop), ...rest])])];
  }
  return shop.form(child);
}

function isExportsList(object: SyntaxNode, { tree }: Workshop): boolean {
  const parent = parentOf(object);
  const left = parent.type === "assignment_expression" && childOf(parent, "left");
  return left ? /^(module\.)?exports\b/.test(textOf(tree, left)) : false;
}

/** `x => x` is `(x) => x`. */
function arrowForm(node: SyntaxNode, shop: Workshop): Form {
  const lone = childOf(node, "parameter") ?? loneParameter(childOf(node, "parameters"), shop);
  if (!lone || childOf(node, "return_type") || childOf(node, "type_parameters"))
    return group(node.type, shop.parts(node.children));
  const parts = node.children.flatMap((child) =>
    child.field === "parameter" || child.field === "parameters"
      ? [group("lone parameter", shop.form(lone))]
      : shop.form(child),
  );
  return group(node.type, parts);
}

function loneParameter(parameters: SyntaxNode | undefined, { tree }: Workshop): SyntaxNode | null {
  const isProse = (child: SyntaxNode): boolean => isComment(child) && commentRole(tree, child) === "prose";
  const inner = parameters?.children.filter((child) => !/^[(),]$/.test(child.type) && !isProse(child)) ?? [];
  const [first] = inner;
  if (!first || inner.length > 1) return null;
  if (first.type === "identifier") return first;
  const [pattern, ...others] = first.type === "required_parameter" ? first.children : [];
  return pattern?.type === "identifier" && others.length === 0 ? pattern : null;
}

function classForm(node: SyntaxNode, shop: Workshop): Form {
  const parts = node.children.flatMap((child): Form[] => {
    if (child.type === ";") return [];
    const end = /field_definition|signature/.test(child.type) ? openEnd(child, shop.leaves) : null;
    return [...shop.form(child), ...(end ? [token("open end", end)] : [])];
  });
  return group(node.type, parts);
}

/** A first `|` is only drawn for the eye. */
function unionForm(node: SyntaxNode, shop: Workshop): Form[] | null {
  const solid = node.children.filter((child) => !isComment(child));
  if (solid[0]?.type !== "|" && solid[0]?.type !== "&") return null;
  const rest = node.children.filter((child) => child !== solid[0]);
  return solid.length === 2 ? shop.parts(rest) : [group(node.type, shop.parts(rest))];
}

/** `{ a }` imports `a as a`. */
function importForm(node: SyntaxNode, shop: Workshop): Form {
  const name = childOf(node, "name");
  const local = childOf(node, "alias") ?? name;
  if (!name || !local) return group(node.type, shop.parts(node.children));
  const kind = node.children.find(({ type }) => type === "type" || type === "typeof");
  const imported = name.type === "string" ? shop.form(name) : [token("imported", textOf(shop.tree, name))];
  return group(node.type, [...(kind ? shop.form(kind) : []), ...imported, nameForm(local, shop)]);
}

/** The order of names within the braces of one import has no meaning. */
function namedImports(node: SyntaxNode, shop: Workshop): Form {
  const specifiers = node.children.filter(({ type }) => type === "import_specifier");
  const others = node.children.filter(({ type }) => type !== "import_specifier" && type !== ",");
  // A comment that is read speaks of the name beside it.
  if (others.some((one) => isComment(one) && commentRole(shop.tree, one) !== "prose"))
    return group(node.type, shop.parts(node.children));
  const loose = specifiers.map((one, place) => ({
    kind: "specifier" as const,
    key: textOf(shop.tree, childOf(one, "name") ?? one),
    part: importForm(one, shop),
    place,
  }));
  return group(node.type, shop.parts(others), loose);
}

/** `export { a }` exports `a as a`; with `from` both names belong to the other module. */
function exportForm(node: SyntaxNode, shop: Workshop): Form {
  const name = childOf(node, "name");
  const alias = childOf(node, "alias");
  const isOther = childOf(parentOf(parentOf(node)), "source") !== undefined;
  if (name?.type !== "identifier" || isOther) return group(node.type, shop.parts(node.children));
  const kind = node.children.find(({ type }) => type === "type");
  const exported = alias?.type === "string" ? shop.form(alias) : [token("exported", textOf(shop.tree, alias ?? name))];
  return group(node.type, [...(kind ? shop.form(kind) : []), nameForm(name, shop), ...exported]);
}

/** Constants that stand for their literals are left out, and with them a declaration that holds nothing else. */
function declarationForm(node: SyntaxNode, shop: Workshop): Form[] | null {
  const constants = shop.names?.constants;
  if (!constants || !node.children.some((child) => constants.isDeclaredBy(child))) return null;
  const kept = node.children.filter(
    (child) => !constants.isDeclaredBy(child) && child.type !== "," && child.type !== ";",
  );
  if (!kept.some(({ type }) => type === "variable_declarator")) return shop.parts(kept.filter(isComment));
  const commas = kept.filter(({ type }) => type === "variable_declarator").length - 1;
  const end = openEnd(node, shop.leaves);
  const separators = Array.from({ length: commas }, () => token(",", ","));
  return [group(node.type, [...interleaved(kept, separators, shop), ...(end ? [token("open end", end)] : [])])];
}

function interleaved(kept: readonly SyntaxNode[], separators: Form[], shop: Workshop): Form[] {
  let isFirst = true;
  return kept.flatMap((child): Form[] => {
    if (child.type !== "variable_declarator") return shop.form(child);
    const comma = isFirst ? [] : separators.splice(0, 1);
    isFirst = false;
    return [...comma, ...shop.form(child)];
  });
}

/** What stands between the tags, read from the text itself: lines are only layout. */
function jsxForm(node: SyntaxNode, shop: Workshop): Form {
  const solid = node.children.filter(({ type }) => type !== "jsx_text" && type !== "html_character_reference");
  const parts = solid.flatMap((child, at): Form[] => {
    const next = solid[at + 1];
    const text = next ? jsxText(shop.tree.source.slice(child.end, next.start)) : "";
    return [...shop.form(child), ...(text === "" ? [] : [token("jsx text", text)])];
  });
  return group(node.type, parts);
}

/** Text between the pieces of a template belongs to it. */
function hasGaps({ children }: SyntaxNode): boolean {
  return children.some((child, at) => at > 0 && children[at - 1]?.end !== child.start);
}
