/** Who can see a file's outermost names: only itself (a module), or every other script of the page. */
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";

/** Modules are strict; what CommonJS wraps need not be. */
export type ModuleKind = "module" | "commonjs" | "script" | "declarations";

export function moduleKindOf(tree: SyntaxTree): ModuleKind {
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
