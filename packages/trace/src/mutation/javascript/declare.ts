/** Walks a file once: which scopes it has, what each declares, and where names are mentioned. */
import { childOf, type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import { type BindingKind, type JsBinding, type Mention, Scope, type Space } from "./binding.ts";
import { nameTypes, roleOf } from "./roles.ts";

export interface Declared {
  readonly module: Scope;
  readonly bindings: readonly JsBinding[];
  readonly mentions: readonly Mention[];
  /** Declaring leaves and what they declare. */
  readonly byLeaf: ReadonlyMap<SyntaxNode, JsBinding>;
  /**
   * A `var` that would have to pass a block's own variable of that name, or a parameter's default that mentions what
   * only the body declares: one scope stands for both here, and there they are two.
   */
  readonly hasClash: boolean;
  /** Names that are also found by ways not followed here: members of enums and of namespaces. */
  readonly shared: ReadonlySet<string>;
}

const functions = new Set([
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "generator_function",
  "arrow_function",
  "method_definition",
  "function_signature",
  "method_signature",
  "abstract_method_signature",
  "call_signature",
  "construct_signature",
  "function_type",
  "constructor_type",
]);
const declaredFunctions = new Set(["function_declaration", "generator_function_declaration", "function_signature"]);
const classes = new Set(["class_declaration", "abstract_class_declaration", "class"]);
const blocks = new Set(["statement_block", "for_statement", "for_in_statement", "switch_body", "catch_clause"]);
interface Place {
  scope: Scope;
  exported: boolean;
  ambient: boolean;
}

export function declareNames(tree: SyntaxTree): Declared {
  const module = new Scope("module", null);
  const bindings = new Set<JsBinding>();
  const mentions: Mention[] = [];
  const byLeaf = new Map<SyntaxNode, JsBinding>();
  let hasClash = false;
  const shared = new Set<string>();

  const declare = (
    leaf: SyntaxNode,
    kind: BindingKind,
    { scope, exported, ambient }: Place,
    spaces: readonly Space[] = ["value"],
  ): JsBinding => {
    const binding = scope.declare(textOf(tree, leaf), leaf, kind, spaces);
    if (exported) binding.exported = true;
    if (ambient) binding.fixed = true;
    bindings.add(binding);
    byLeaf.set(leaf, binding);
    return binding;
  };

  /** `var` belongs to the function, and may not pass a block that has the same name for itself. */
  const declareVar = (leaf: SyntaxNode, place: Place): void => {
    const home = place.scope.ofFunction();
    const name = textOf(tree, leaf);
    for (let scope: Scope | null = place.scope; scope && scope !== home; scope = scope.outer) {
      if (scope.names.has(name)) hasClash = true;
    }
    declare(leaf, "var", { ...place, scope: home });
  };

  const declarePattern = (pattern: SyntaxNode, add: (leaf: SyntaxNode) => void): void => {
    switch (pattern.type) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        add(pattern);
        break;
      case "assignment_pattern":
      case "object_assignment_pattern": {
        const left = childOf(pattern, "left");
        if (left) declarePattern(left, add);
        break;
      }
      case "pair_pattern": {
        const value = childOf(pattern, "value");
        if (value) declarePattern(value, add);
        break;
      }
      case "array_pattern":
      case "object_pattern":
      case "rest_pattern":
        for (const child of pattern.children) declarePattern(child, add);
        break;
      case "required_parameter":
      case "optional_parameter": {
        const inner = childOf(pattern, "pattern");
        if (inner) declarePattern(inner, add);
        break;
      }
    }
  };

  const declareParameters = (node: SyntaxNode, place: Place): void => {
    const name = childOf(node, "name");
    // Injectors read the parameters of constructors by name.
    const isConstructor = node.type === "method_definition" && name && textOf(tree, name) === "constructor";
    const single = childOf(node, "parameter");
    if (single) declare(single, "parameter", place);
    for (const parameter of childOf(node, "parameters")?.children ?? []) {
      const isProperty = parameter.children.some(({ type }) =>
        ["accessibility_modifier", "override_modifier", "readonly"].includes(type),
      );
      declarePattern(parameter, (leaf) => {
        const binding = declare(leaf, "parameter", place);
        if (isProperty || isConstructor) binding.fixed = true;
      });
    }
  };

  /** What is mentioned before a body looks outwards, past the names that the body declares. */
  const compareWithBody = (mentioned: readonly Mention[], scope: Scope): void => {
    for (const { name } of mentioned) {
      const found = scope.names.get(name);
      if (found && !found.kinds.has("parameter")) hasClash = true;
    }
  };

  const visitFunction = (node: SyntaxNode, place: Place): void => {
    const name = childOf(node, "name");
    const inner: Place = { ...place, scope: new Scope("function", place.scope), exported: false };
    if (declaredFunctions.has(node.type) && name) declare(name, "function", place);
    else if (name?.type === "identifier") declare(name, "function", inner).fixed = true;
    declareParameters(node, inner);
    let mentioned: readonly Mention[] = [];
    for (const child of node.children) {
      const known = mentions.length;
      // A computed name is worked out outside.
      if (child === name) visit(child, { ...place, exported: false });
      else if (child.field === "body" && child.type === "statement_block") visitAll(child, inner);
      else visit(child, inner);
      if (child.field === "parameters") mentioned = mentions.slice(known);
    }
    compareWithBody(mentioned, inner.scope);
  };

  const visitClass = (node: SyntaxNode, place: Place): void => {
    const name = childOf(node, "name");
    const inner: Place = { ...place, scope: new Scope("class", place.scope), exported: false };
    if (name) declare(name, "class", node.type === "class" ? inner : place, ["value", "type"]).fixed = true;
    visitAll(node, inner);
  };

  const visitVariables = (node: SyntaxNode, place: Place): void => {
    const kind = childOf(node, "kind")?.type === "const" ? "const" : "let";
    for (const declarator of node.children) {
      const pattern = declarator.type === "variable_declarator" && childOf(declarator, "name");
      if (!pattern) continue;
      declarePattern(pattern, (leaf) =>
        node.type === "variable_declaration" ? declareVar(leaf, place) : declare(leaf, kind, place),
      );
    }
    visitAll(node, { ...place, exported: false });
  };

  const visitBlock = (node: SyntaxNode, place: Place): void => {
    const inner: Place = { ...place, scope: new Scope("block", place.scope), exported: false };
    if (node.type === "catch_clause") {
      const parameter = childOf(node, "parameter");
      if (parameter) declarePattern(parameter, (leaf) => declare(leaf, "let", inner));
      const known = mentions.length;
      const body = childOf(node, "body");
      for (const child of node.children) if (child !== body) visit(child, inner);
      const own = new Set(inner.scope.names.keys());
      const mentioned = mentions.slice(known).filter(({ name }) => !own.has(name));
      if (body) visitAll(body, inner);
      compareWithBody(mentioned, inner.scope);
      return;
    }
    const kind = node.type === "for_in_statement" ? childOf(node, "kind")?.type : undefined;
    const left = kind && childOf(node, "left");
    if (left) declarePattern(left, (leaf) => (kind === "var" ? declareVar(leaf, inner) : declare(leaf, "let", inner)));
    visitAll(node, inner);
  };

  const visitImport = (node: SyntaxNode, place: Place): void => {
    for (const child of node.children) {
      if (child.type === "import_clause" || child.type === "named_imports") visitImport(child, place);
      else if (child.type === "identifier") declare(child, "import", place, ["value", "type"]);
      else if (child.type === "namespace_import") visitImport(child, place);
      else if (child.type === "import_specifier") {
        const local = childOf(child, "alias") ?? childOf(child, "name");
        if (local) declare(local, "import", place, ["value", "type"]);
      } else if (child.type === "import_require_clause") {
        const name = child.children[0];
        if (name) declare(name, "other", place, ["value", "type"]).fixed = true;
      }
    }
  };

  const visitAll = (node: SyntaxNode, place: Place): void => {
    for (const child of node.children) visit(child, place);
  };

  const visit = (node: SyntaxNode, place: Place): void => {
    const { type } = node;
    const handle = handlers.get(type);
    if (node.children.length === 0) {
      if (!nameTypes.has(type) || byLeaf.has(node)) return;
      const name = textOf(tree, node);
      mentions.push({ leaf: node, name, scope: place.scope, role: roleOf(node, name) });
    } else if (functions.has(type)) visitFunction(node, place);
    else if (classes.has(type)) visitClass(node, place);
    else if (blocks.has(type)) visitBlock(node, place);
    else if (handle) handle(node, place);
    else visitAll(node, place.exported ? { ...place, exported: false } : place);
  };

  const visitNamespace = (node: SyntaxNode, place: Place): void => {
    const name = childOf(node, "name");
    if (name?.type === "identifier") declare(name, "other", place, ["value", "type"]).fixed = true;
    const inner: Place = { ...place, scope: new Scope("namespace", place.scope), exported: false };
    for (const child of node.children) {
      if (child.field === "body") visitAll(child, inner);
      else visit(child, { ...place, exported: false });
    }
    for (const declared of inner.scope.names.keys()) shared.add(declared);
  };

  const visitType = (node: SyntaxNode, place: Place): void => {
    const name = childOf(node, "name");
    if (name) declare(name, "type", place, ["type"]);
    visitAll(node, { ...place, exported: false, scope: new Scope("block", place.scope) });
  };

  const handlers = new Map(
    Object.entries<(node: SyntaxNode, place: Place) => void>({
      lexical_declaration: visitVariables,
      variable_declaration: visitVariables,
      using_declaration: visitVariables,
      import_statement: visitImport,
      export_statement: (node, place) => visitAll(node, { ...place, exported: true }),
      ambient_declaration: (node, place) => visitAll(node, { ...place, ambient: true }),
      internal_module: visitNamespace,
      module: visitNamespace,
      type_alias_declaration: visitType,
      interface_declaration: visitType,
      class_static_block(node, place) {
        for (const child of node.children) visitAll(child, { ...place, scope: new Scope("function", place.scope) });
      },
      type_parameter(node, place) {
        const name = childOf(node, "name");
        if (name) declare(name, "type", place, ["type"]);
        visitAll(node, place);
      },
      enum_declaration(node, place) {
        const name = childOf(node, "name");
        if (name) declare(name, "other", place, ["value", "type"]).fixed = true;
        for (const member of childOf(node, "body")?.children ?? []) {
          const key = member.type === "enum_assignment" ? childOf(member, "name") : member;
          if (key?.named) shared.add(textOf(tree, key).replace(/^["']|["']$/g, ""));
        }
        visitAll(node, { ...place, exported: false });
      },
    }),
  );

  visitAll(tree.root, { scope: module, exported: false, ambient: false });
  return { module, bindings: [...bindings], mentions, byLeaf, hasClash, shared };
}
