/** What can be shown about changes in one language. */
import type { SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { Form } from "./form.ts";

export interface Reading {
  form: Form;
  /** Every name stands as it is written. */
  plain: boolean;
  /** Constants that were replaced by their literals. */
  constants: readonly string[];
}

/**
 * Null where the text cannot be compared at all. Where names cannot be followed (`eval`, `with`, `locals()` …) the
 * reading is plain, asked for or not; two readings can only be compared if both are.
 */
export type Dialect = (tree: SyntaxTree, how: { plain: boolean }) => Reading | null;
