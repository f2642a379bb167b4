/** The reasons a mutation class is given for, and how much each is worth. */
import type { Unparsed } from "../syntax/syntax-tree.ts";

export const strengths = {
  nothing_changed: 1,
  layout: 1,
  notation: 0.97,
  renamed_local: 0.95,
  created: 1,
  deleted: 1,
  renamed_file: 0.9,
  mode: 0.9,
  behaviour: 0.8,
  unparsable: 0.5,
  unreadable_layout: 0.5,
  unknown_content: 0.5,
  unknown_language: 0.5,
  no_grammar: 0.5,
  not_text: 0.9,
  too_large: 0.5,
  too_slow: 0.5,
  too_deep: 0.5,
  failed: 0.5,
} satisfies Record<Unparsed, number> & Record<string, number>;

export type MutationSignal = keyof typeof strengths;
