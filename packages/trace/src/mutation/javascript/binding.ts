/** What JavaScript and TypeScript declare, and where it can be seen. */
import type { SyntaxNode } from "../../syntax/syntax-tree.ts";
import type { Binding } from "../form/form.ts";

export type BindingKind = "var" | "let" | "const" | "parameter" | "function" | "class" | "import" | "type" | "other";

/** TypeScript keeps values and types apart: one name may mean both. */
export type Space = "value" | "type";

export interface JsBinding extends Binding {
  readonly kinds: Set<BindingKind>;
  readonly spaces: Set<Space>;
  readonly scope: Scope;
  readonly declarations: SyntaxNode[];
  readonly mentions: Mention[];
  exported: boolean;
}

/** A place where a name is written and not declared. */
export interface Mention {
  readonly leaf: SyntaxNode;
  readonly name: string;
  readonly scope: Scope;
  readonly role: Role;
}

/** `text`: no variable is meant. `unknown`: we do not know what is meant. */
export type Role = Space | "either" | "text" | "unknown";

export type ScopeKind = "module" | "function" | "namespace" | "class" | "block";

export class Scope {
  readonly names = new Map<string, JsBinding>();

  constructor(
    readonly kind: ScopeKind,
    readonly outer: Scope | null,
  ) {}

  /** Declaring a name twice adds to the same binding. */
  declare(name: string, leaf: SyntaxNode, kind: BindingKind, spaces: readonly Space[]): JsBinding {
    const known = this.names.get(name);
    const binding: JsBinding = known ?? {
      name,
      fixed: false,
      kinds: new Set(),
      spaces: new Set(),
      scope: this,
      declarations: [],
      mentions: [],
      exported: false,
    };
    binding.kinds.add(kind);
    for (const space of spaces) binding.spaces.add(space);
    binding.declarations.push(leaf);
    this.names.set(name, binding);
    return binding;
  }

  find(name: string, role: Role): JsBinding | null {
    for (let scope: Scope | null = this; scope; scope = scope.outer) {
      const found = scope.names.get(name);
      if (found && (role === "either" || found.spaces.has(role as Space))) return found;
    }
    return null;
  }

  /** Where `var` goes from here. */
  ofFunction(): Scope {
    let scope: Scope = this;
    while ((scope.kind === "block" || scope.kind === "class") && scope.outer) scope = scope.outer;
    return scope;
  }
}
