/** A second name for lines of code, one that survives formatting and comments. Defined in docs/reference/mutation-class.md. */
import { createHash } from "node:crypto";
import type { LineRange } from "./symbols.ts";
import type { SyntaxTree } from "./syntax-tree.ts";
import { BACK, DEEPER, type Token, tokensOf } from "./tokens.ts";

export interface TokenHashes {
  /** Null where the range says nothing: blank lines, or comments for people. */
  of(range: LineRange): string | null;
  /** Of the whole file. */
  whole(): string | null;
}

/** Reads the tree once, for many ranges. */
export function tokenHashes(tree: SyntaxTree): TokenHashes {
  const isEcmascript = tree.language === "typescript" || tree.language === "tsx";
  return hashesOver(isEcmascript ? "javascript" : tree.language, tokensOf(tree));
}

/** For text that no grammar reads: its words, whatever stands between them. */
export function wordHashes(source: string): TokenHashes {
  const words = source
    .split("\n")
    .flatMap((line, at) => (line.match(/\S+/g) ?? []).map((text): Token => ({ text, line: at + 1, isFirst: true })));
  return hashesOver("words", words);
}

function hashesOver(language: string, tokens: readonly Token[]): TokenHashes {
  const hash = (chosen: readonly Token[]): string | null => {
    if (!chosen.some((token) => !isStep(token) && token.text.trim() !== "")) return null;
    const digest = createHash("sha256").update([language, ...chosen.map(({ text }) => text)].join("\0"));
    return `sha256:${digest.digest("hex")}`;
  };
  return {
    of: ({ start_line, end_line }) =>
      hash(withoutFirstSteps(tokens.slice(firstAt(tokens, start_line), firstAt(tokens, end_line + 1)))),
    whole: () => hash(tokens),
  };
}

/** How deep the first line stands is said by what is around the range, not by the range. */
function withoutFirstSteps(tokens: readonly Token[]): readonly Token[] {
  return tokens.slice(tokens.findIndex((token) => !isStep(token)));
}

function isStep({ text }: Token): boolean {
  return text === DEEPER || text === BACK;
}

function firstAt(tokens: readonly Token[], line: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
