/** `find`: lists, unless its expression deletes, writes or runs something. */
import { readFindExpression } from "./find-expression.ts";
import type { Nested, Program, UseEffect, Word } from "./program.ts";
import { below, inside, readsOf, useOf, withoutEndSlash, written } from "./use-of.ts";

export const find: Program = {
  names: ["find", "gfind"],
  use(args) {
    let at = 0;
    while (["-H", "-L", "-P"].includes(args[at]?.text ?? "") || /^-O[0-9]$/.test(args[at]?.text ?? "")) at += 1;
    const start = at;
    while (at < args.length && !beginsExpression(args[at])) at += 1;
    const given = args.slice(start, at);
    const roots = given.length > 0 ? given : [{ text: ".", glob: false }];
    const expression = readFindExpression(args.slice(at));
    // A root that is not known could be `-delete`.
    if (!expression || roots.some(({ text }) => text === null)) return undefined;
    const effects: UseEffect[] = [
      ...readsOf(roots),
      ...expression.writes.flatMap((file) => written(file, "create_or_replace")),
      ...(expression.deletes ? roots.flatMap(below) : []),
    ];
    const nested: Nested[] = [];
    for (const { words, inFolderOfFile } of expression.runs) {
      for (const root of roots) {
        const filled = words.map((word) => fill(word, root.text ?? "."));
        // Names that stand beside each found file cannot be said.
        if (inFolderOfFile && words.some((word, index) => index > 0 && mayBeOwnName(word)) && writesMore(filled)) {
          return undefined;
        }
        nested.push({ runs: "words", words: filled, moreArguments: false, folder: null });
      }
    }
    return useOf(effects, nested);
  },
};

function beginsExpression(word: Word | undefined): boolean {
  const text = word?.text;
  return text != null && (text.startsWith("-") || text === "(" || text === "!" || text === ")" || text === ",");
}

/** `{}` stands for anything below the root. */
function fill(word: Word, root: string): Word {
  if (!word.text?.includes("{}")) return word;
  const path = withoutEndSlash(root) === "." ? "./**" : inside(withoutEndSlash(root), "**");
  // In a script it would be a piece of the script.
  return /^[A-Za-z0-9._{}/~-]*$/.test(word.text) ? { text: path, glob: true } : { text: null, glob: false };
}

function mayBeOwnName(word: Word): boolean {
  return word.text === null || !(word.text.includes("{}") || word.text.startsWith("-") || word.text.startsWith("/"));
}

/** Programs that only read do so wherever they stand; of the others only those that change their operands alone are followed. */
function writesMore(words: readonly Word[]): boolean {
  return !harmlessBeside.has(words[0]?.text ?? "");
}

const harmlessBeside = new Set(
  "chmod chown chgrp grep egrep fgrep ls cat head tail wc stat file echo printf basename md5sum sha256sum".split(" "),
);
