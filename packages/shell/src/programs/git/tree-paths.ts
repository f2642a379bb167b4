/** The effects of changing what a pathspec of git covers. */
import type { UseEffect, Word } from "../../uses/program.ts";
import { below, isFolderSpelling, somewhere, writtenDeep } from "../../uses/use-of.ts";
import { wholeFolder } from "./git-command.ts";

export function changedPaths(pathspecs: readonly Word[]): UseEffect[] {
  return pathspecs.flatMap(({ text }) => {
    if (text === null) return [somewhere()];
    // `:/`, `:(top)`, `:!x`: counted from the top of the tree, or all but this.
    if (text.startsWith(":")) return [{ does: "write_somewhere", why: "a pathspec with magic" } as const];
    if (text === ".") return [wholeFolder];
    return isFolderSpelling(text) ? below(text) : writtenDeep(text, "derived");
  });
}
