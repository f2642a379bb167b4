/** `find`: lists, unless its expression deletes, writes or runs something. */

import type { Nested, Program, UseEffect, Word } from "../uses/program.ts";
import {
  emptied,
  folderName,
  inside,
  isFolderSpelling,
  readsOf,
  somewhere,
  unpackedBelow,
  useOf,
  withoutEndSlash,
  written,
} from "../uses/use-of.ts";
import { readFindExpression } from "./find-expression.ts";

export const find: Program = {
  names: ["find", "gfind"],
  use(args) {
    let at = 0;
    // Those of GNU, and those of BSD: to the other they are an error.
    while (/^-(?:[HLPEXdsx]+|O[0-9])$/.test(args[at]?.text ?? "")) at += 1;
    const start = at;
    const hasLinkOption = args.slice(0, start).some(({ text }) => /[HL]/.test(text ?? ""));
    while (at < args.length && !beginsExpression(args[at])) at += 1;
    const given = args.slice(start, at);
    const roots = given.length > 0 ? given : [{ text: ".", glob: false }];
    const expression = readFindExpression(args.slice(at));
    // A root that is not known could be `-delete`.
    if (!expression || roots.some(({ text, glob }) => text === null && !glob)) return undefined;
    const effects: UseEffect[] = [
      ...readsOf(roots),
      ...expression.writes.flatMap((file) => written(file, "create_or_replace")),
      ...(expression.deletes ? roots.flatMap(emptied) : []),
    ];
    // Behind a link it may be anywhere.
    const follows = hasLinkOption || expression.follows;
    if (follows && expression.deletes) effects.push(somewhere());
    const nested: Nested[] = [];
    for (const { words, inFolderOfFile, forLinks, many } of expression.runs) {
      for (const root of roots) {
        const start = root.text ?? ".";
        const filled = words.map((word) => (follows ? hidden(word) : fill(word, start, forLinks, many)));
        if (inFolderOfFile && writesMore(words)) {
          // Names stand beside each found file: below the root or beside it, unless they climb.
          if (words.some(({ text }) => text === null || text.includes("..")) || start.endsWith("..")) return undefined;
          // Such a name may be a link that lies there.
          const places = unpackedBelow(expression.skipsStart ? start : folderName(start));
          effects.push(...places, ...(follows ? [somewhere()] : []));
        }
        nested.push({ runs: "words", words: filled, moreArguments: false, folder: null });
        // What is found may be the start itself: `{}.bak` then lies beside it.
        const isHome = /^~[^/]*$/.test(start);
        const isNamed = words.some(({ text }) => /\{\}(?!\/)/.test(text ?? ""));
        if (!follows && isNamed && (isHome || !isFolderSpelling(start))) {
          const itself = words.map((word) => {
            if (!word.text?.includes("{}")) return word;
            return { text: isHome ? null : word.text.replaceAll("{}", start), glob: root.glob, single: true as const };
          });
          const isBeside = words.some(({ text }) => /\{\}[^/]/.test(text ?? ""));
          const how = isBeside ? {} : { unlessFolder: start };
          nested.push({ runs: "words", words: itself, moreArguments: false, folder: null, ...how });
        }
      }
    }
    return useOf(effects, nested);
  },
};

function beginsExpression(word: Word | undefined): boolean {
  const text = word?.text;
  return text != null && (text.startsWith("-") || text === "(" || text === "!" || text === ")" || text === ",");
}

/** `{}` stands for anything below the root; where that may be a link, what is spelled below it may lie anywhere. */
export function fill(word: Word, root: string, mayBeLink: boolean, many: boolean): Word {
  if (!word.text?.includes("{}")) return word;
  const at = word.text.indexOf("{}");
  const [before, after] = [word.text.slice(0, at), word.text.slice(at + 2)];
  // In a script it would be a piece of the script.
  const isPath = /^[A-Za-z0-9._{}/~-]*$/.test(word.text) && !after.includes("..");
  const climbs = before !== "" && /(^|\/)\.\.(\/|$)|^~/.test(root);
  if (!isPath || climbs || (mayBeLink && after.includes("/"))) return { text: null, glob: false };
  const start = withoutEndSlash(root);
  const count: { single?: true } = many ? {} : { single: true };
  if (before !== "") return { text: `${before}${start}/**`, glob: true, ...count };
  return { text: start === "." ? "./**" : inside(start, "**"), glob: true, ...count };
}

function hidden(word: Word): Word {
  return word.text?.includes("{}") ? { text: null, glob: false } : word;
}

function mayBeOwnName(word: Word): boolean {
  return word.text === null || !(word.text.includes("{}") || word.text.startsWith("-") || word.text.startsWith("/"));
}

/** Programs that only read do so wherever they stand; those that change rights have one word that is no name. */
function writesMore([program, ...words]: readonly Word[]): boolean {
  const names = words.filter(mayBeOwnName).length;
  if (rightsOf.has(program?.text ?? "")) return names > 1;
  return names > 0 && !harmlessBeside.has(program?.text ?? "");
}

const rightsOf = new Set(["chmod", "chown", "chgrp"]);
const harmlessBeside = new Set(
  "grep egrep fgrep ls cat head tail wc stat file echo printf basename md5sum sha256sum".split(" "),
);
