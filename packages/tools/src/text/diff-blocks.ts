/** Reads the SEARCH/REPLACE blocks of `apply_diff`. */
import { done, type Failed, fail, type Outcome } from "../contract/failure.ts";
import { textLines } from "./line-search.ts";

export interface DiffBlock {
  search: string[];
  replace: string[];
  /** Where the model believes the block to start, counted from 1 in the file as it was. */
  startLine: number | null;
  /** Of the block in the diff, for messages. */
  number: number;
}

const MOST_BLOCKS = 500;

const SEARCH = /^<{7} SEARCH>?$/;
const DIVIDER = "=======";
const REPLACE = ">>>>>>> REPLACE";
const HEADER_END = "-------";
const HEADER = /^:(start_line|end_line): {0,4}([0-9]{1,9})$/;
const ESCAPED = /^\\+(?:<{7}|={7}|>{7}|-{7}|:start_line:|:end_line:)/;

type Part = "outside" | "header" | "search" | "replace";

export function readDiffBlocks(diff: string): Outcome<DiffBlock[]> {
  const blocks: DiffBlock[] = [];
  let part: Part = "outside";
  let block = emptyBlock(1);
  let hasHeader = false;
  const lines = textLines(diff);
  for (const [index, line] of lines.entries()) {
    const marker = line.trimEnd();
    const bad = (what: string): Failed => fail("BAD_DIFF", `Line ${index + 1} of the diff: ${what}.`);
    if (part === "outside") {
      if (marker === "") continue;
      if (!SEARCH.test(marker)) return bad(`expected "<<<<<<< SEARCH", found ${JSON.stringify(line.slice(0, 60))}`);
      if (blocks.length >= MOST_BLOCKS) return bad(`more than ${MOST_BLOCKS} blocks; split the diff`);
      block = emptyBlock(blocks.length + 1);
      part = "header";
      hasHeader = false;
      continue;
    }
    if (part === "header") {
      const header = HEADER.exec(marker);
      if (header?.[1] === "start_line") block.startLine = Number(header[2]) || null;
      hasHeader ||= header !== null;
      if (header) continue;
      part = "search";
      // Without a line number above it, the rule is content: a heading's underline, say.
      if (hasHeader && marker === HEADER_END) continue;
    }
    if (SEARCH.test(marker))
      return bad('a new block begins before ">>>>>>> REPLACE"; escape the line with \\ if it is content');
    if (part === "search") {
      if (marker === REPLACE) return bad('"=======" is missing before ">>>>>>> REPLACE"');
      if (marker === DIVIDER) part = "replace";
      else block.search.push(contentOf(line));
    } else if (marker === REPLACE) {
      if (block.search.length === 0) return bad("the SEARCH part is empty; name the lines to replace");
      blocks.push(block);
      part = "outside";
    } else if (marker === DIVIDER)
      return bad('a second "=======" in one block; escape the line with \\ if it is content');
    else block.replace.push(contentOf(line));
  }
  if (part !== "outside")
    return fail("BAD_DIFF", `The diff ends inside block ${block.number}: ">>>>>>> REPLACE" is missing.`);
  if (blocks.length === 0) return fail("BAD_DIFF", 'The diff has no block; begin one with "<<<<<<< SEARCH".');
  return done(blocks);
}

function emptyBlock(number: number): DiffBlock {
  return { search: [], replace: [], startLine: null, number };
}

/** A marker that is content carries a backslash in front, which is not content. */
function contentOf(line: string): string {
  return ESCAPED.test(line) ? line.slice(1) : line;
}
