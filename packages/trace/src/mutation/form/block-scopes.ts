/** Local names of languages in which a variable is known from its declaration to the end of its block. */
import { type SyntaxNode, type SyntaxTree, textOf } from "../../syntax/syntax-tree.ts";
import type { Binding } from "./form.ts";

export class BlockScope {
  readonly #names = new Map<string, Binding>();

  constructor(
    readonly outer: BlockScope | null,
    /** Names from outside mean something else in here, or may: a class body. */
    readonly isWall = false,
  ) {}

  has(name: string): boolean {
    return this.#names.has(name);
  }

  declare(name: string, fixed: boolean): Binding {
    const binding = this.#names.get(name) ?? { name, fixed };
    binding.fixed ||= fixed;
    this.#names.set(name, binding);
    return binding;
  }

  /** A name of a block around this one, on this side of any wall. */
  isKnownAround(name: string): boolean {
    if (this.isWall || !this.outer) return false;
    return this.outer.has(name) || this.outer.isKnownAround(name);
  }

  /** What was found through a wall keeps its name. */
  find(name: string): Binding | null {
    const found = this.#names.get(name) ?? this.outer?.find(name) ?? null;
    if (found && this.isWall) found.fixed = true;
    return found;
  }
}

/** Gathers what the leaves of one file mean. */
export class NameTable {
  readonly byLeaf = new Map<SyntaxNode, Binding>();
  readonly #unknown = new Set<string>();
  readonly #bindings = new Set<Binding>();
  /** A name was declared again inside a block that has it already: some languages do not allow it. */
  isHiding = false;

  constructor(readonly tree: SyntaxTree) {}

  declare(leaf: SyntaxNode, scope: BlockScope, fixed = false): void {
    const name = textOf(this.tree, leaf);
    if (name === "_") return;
    if (scope.has(name) || scope.isKnownAround(name)) this.isHiding = true;
    const binding = scope.declare(name, fixed);
    this.#bindings.add(binding);
    this.byLeaf.set(leaf, binding);
  }

  mention(leaf: SyntaxNode, scope: BlockScope): void {
    const binding = scope.find(textOf(this.tree, leaf));
    if (binding) this.byLeaf.set(leaf, binding);
  }

  /** Used in a way that is not followed: keeps its name wherever it stands. */
  forget(name: string): void {
    this.#unknown.add(name);
  }

  close(): ReadonlyMap<SyntaxNode, Binding> {
    for (const binding of this.#bindings) binding.fixed ||= this.#unknown.has(binding.name);
    return this.byLeaf;
  }
}
