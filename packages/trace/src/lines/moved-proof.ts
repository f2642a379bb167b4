/**
 * What shows that a person moved lines, and did not write them: a block that says as much as git asks for with `-M` and
 * `-C`, and that stood in its file once. A single short line, or one that stands there several times, shows nothing.
 */
import { isTelling, weightOf } from "./line-weight.ts";

/** Letters and digits of the lines of a block, each line counted once. */
const ENOUGH = { sameFile: 20, otherFile: 40 };

interface Block {
  file: number;
  at: number;
  text: string;
}

export interface Proof {
  /** `block`: lines as they stood, one after the other; `to`: the file in which they stand now. */
  holds(block: readonly Block[], to: number): boolean;
}

/** `before`: the lines of each file; `anew`: files that a person wrote anew, to which their own lines came from elsewhere. */
export function createProof(before: readonly (readonly string[])[], anew: ReadonlySet<number>): Proof {
  const places = new Map<number, Map<string, number[]>>();

  function placesOf(file: number, text: string): readonly number[] {
    let known = places.get(file);
    if (!known) {
      known = new Map();
      for (const [at, line] of (before[file] ?? []).entries()) {
        const same = known.get(line.trim());
        if (same) same.push(at);
        else known.set(line.trim(), [at]);
      }
      places.set(file, known);
    }
    return known.get(text.trim()) ?? [];
  }

  /** Nowhere else in its file do the same lines follow one another. */
  function isOnly(block: readonly Block[]): boolean {
    const [first] = block;
    if (!first) return false;
    const lines = before[first.file] ?? [];
    return placesOf(first.file, first.text).every(
      (at) => at === first.at || block.some(({ text }, step) => lines[at + step]?.trim() !== text.trim()),
    );
  }

  return {
    holds(block, to) {
      const isSameFile = block[0]?.file === to && !anew.has(to);
      // In another file a licence or an import may be written once more without being moved.
      if (!isSameFile && !block.some(({ text }) => isTelling(text))) return false;
      const texts = new Set(block.map(({ text }) => text.trim()));
      const said = [...texts].reduce((sum, text) => sum + weightOf(text).characters, 0);
      return said >= ENOUGH[isSameFile ? "sameFile" : "otherFile"] && isOnly(block);
    },
  };
}
