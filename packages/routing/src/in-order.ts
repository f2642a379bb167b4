import type { Problem } from "@intentgate/documents";

/** By file, line and column, so that a list does not depend on the order in which files were read. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const key = (it: Problem) => [it.file ?? "", it.line ?? 0, it.column ?? 0, it.code, it.message] as const;
  return [...problems].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    for (const [at, part] of left.entries()) {
      const other = right[at]!;
      if (part !== other) return part < other ? -1 : 1;
    }
    return 0;
  });
}
