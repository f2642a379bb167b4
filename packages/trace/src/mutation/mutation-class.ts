/**
 * Whether a change keeps what the code does. AST_REFACTOR is said only where that was shown; everything else, everything
 * unreadable and every doubt is INTENT_EVOLUTION.
 */
import type { FileBytes, FileChange } from "@intentgate/engine";
import type { MutationClass } from "../records/record.ts";
import type { Syntax } from "../syntax/syntax.ts";
import type { SyntaxTree } from "../syntax/syntax-tree.ts";
import { maySayTheSame } from "./quick-look.ts";
import { differenceOf, isRenamedLocal } from "./rename.ts";
import { type MutationSignal, strengths } from "./signals.ts";
import { type Reading, readWords } from "./words.ts";

export type ClassifiedChange = Pick<FileChange, "relativePath" | "movedFrom" | "before" | "after" | "modeChanged">;

export interface Mutation {
  mutation_class: MutationClass;
  /** Between 0 and 1: how sure the class is. A doubt makes a change an INTENT_EVOLUTION of low confidence. */
  mutation_confidence: number;
  /** Why, sorted, each once. */
  mutation_signals: MutationSignal[];
}

export async function mutationClassOf(changes: readonly ClassifiedChange[], syntax: Syntax): Promise<Mutation> {
  const found: Finding[] = [];
  for (const change of changes) found.push(await findingOf(change, syntax));
  const evolved = found.filter(({ isKept }) => !isKept);
  const telling = evolved.length > 0 ? evolved : found;
  const signals = [...new Set(telling.flatMap((one) => one.signals))].sort();
  return {
    mutation_class: evolved.length > 0 || found.length === 0 ? "INTENT_EVOLUTION" : "AST_REFACTOR",
    mutation_confidence: confidenceOf(evolved.length > 0, signals),
    mutation_signals: signals,
  };
}

interface Finding {
  isKept: boolean;
  signals: MutationSignal[];
}

const evolved = (...signals: MutationSignal[]): Finding => ({ isKept: false, signals });

async function findingOf(change: ClassifiedChange, syntax: Syntax): Promise<Finding> {
  const { before, after } = change;
  if (before.state === "unknown" || after.state === "unknown") return evolved("unknown_content");
  if (before.state === "absent") return evolved("created");
  if (after.state === "absent") return evolved("deleted");
  if (change.movedFrom !== null) return evolved("renamed_file");
  if (change.modeChanged) return evolved("mode");
  if (isSame(before, after)) return { isKept: true, signals: ["nothing_changed"] };
  const young = await syntax.parse(change.relativePath, after.bytes);
  if (young.state === "unparsed") return evolved(young.why);
  if (young.tree.broken) return evolved("unparsable");
  if (!maySayTheSame(Buffer.from(before.bytes).toString("utf8"), young.tree.source)) return evolved("behaviour");
  const old = await syntax.parse(change.relativePath, before.bytes);
  return old.state === "unparsed" ? evolved(old.why) : compare(old.tree, young.tree);
}

function compare(before: SyntaxTree, after: SyntaxTree): Finding {
  if (before.language !== after.language) return evolved("behaviour");
  if (before.broken) return evolved("unparsable");
  const [old, young] = [readWords(before), readWords(after)];
  if (!old || !young) return evolved("unreadable_layout");
  const difference = differenceOf(old, young);
  if (!difference) return evolved("behaviour");
  if (difference.before.length === 0)
    return { isKept: true, signals: [hasSameTokens(old, young) ? "layout" : "notation"] };
  return isRenamedLocal(old, young, difference) ? { isKept: true, signals: ["renamed_local"] } : evolved("behaviour");
}

/** Then only white space and comments differ. */
function hasSameTokens({ leaves: { list: old } }: Reading, { leaves: { list: young } }: Reading): boolean {
  return old.length === young.length && old.every(({ text }, at) => text === young[at]?.text);
}

function isSame(before: FileBytes, after: FileBytes): boolean {
  return before.state === "present" && after.state === "present" && Buffer.compare(before.bytes, after.bytes) === 0;
}

function confidenceOf(isEvolved: boolean, signals: readonly MutationSignal[]): number {
  if (signals.length === 0) return 0;
  const found = signals.map((signal) => strengths[signal]);
  return isEvolved ? Math.max(...found) : Math.min(...found);
}
