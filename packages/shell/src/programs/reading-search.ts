/** Programs that look for text in files. */
import type { Program } from "../uses/program.ts";
import { reading } from "../uses/reading-program.ts";

const patterns = { operands: "pattern_then_files", pattern: ["e", "f"], reads: ["f"] } as const;

export const readingSearch: readonly Program[] = [
  reading({
    names: "grep egrep fgrep rgrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep",
    options: `-abcEFGhHiIlLnoPqrRsTUuvwxyZz0123456789 A|after-context: B|before-context: C|context: e|regexp: f|file:
      m|max-count: D|devices: d|directories: ignore-case no-ignore-case recursive dereference-recursive line-number
      count fixed-strings extended-regexp basic-regexp perl-regexp only-matching files-with-matches
      files-without-match invert-match word-regexp line-regexp no-messages quiet silent with-filename no-filename
      text binary byte-offset initial-tab null null-data line-buffered color? colour? include: exclude:
      exclude-dir: exclude-from: label: binary-files: group-separator: no-group-separator`,
    ...patterns,
  }),
  reading({
    names: "rg",
    options: `-0abcFhHiIlLnNopPqsSuUvVwx. A|after-context: B|before-context: C|context: e|regexp: f|file: g|glob: t|type:
      T|type-not: m|max-count: d|max-depth: j|threads: r|replace: M|max-columns: E|encoding: iglob: color: colors:
      sort: sortr: max-filesize: engine: context-separator: path-separator: ignore-file: type-add: type-clear:
      regex-size-limit: dfa-size-limit: hidden no-hidden no-ignore no-ignore-vcs no-ignore-parent no-ignore-dot
      no-ignore-global no-ignore-files ignore-case case-sensitive smart-case line-number no-line-number count
      count-matches files files-with-matches files-without-match fixed-strings multiline multiline-dotall
      only-matching word-regexp line-regexp heading no-heading invert-match no-config json vimgrep stats trim
      column no-column follow pretty quiet null null-data with-filename no-filename no-messages pcre2 passthru
      text unrestricted crlf byte-offset one-file-system type-list line-buffered glob-case-insensitive
      include-zero max-columns-preview`,
    ...patterns,
    couldDoMore: true,
  }),
  reading({
    names: "ag",
    options: `-0acfFgGhHilLnopQrRsStuUvwz A|after: B|before: C|context: m|max-count: depth: ignore: ignore-dir: hidden
      literal nocolor color nogroup group noheading heading numbers nonumbers column count files-with-matches
      files-without-matches ignore-case case-sensitive smart-case word-regexp invert-match all-text all-types
      unrestricted skip-vcs-ignores vimgrep stats silent nofilename filename follow`,
    ...patterns,
    couldDoMore: true,
  }),
  reading({
    names: "ack",
    options: `-ilLcHhnowvQrRsfxk1 A: B: C: m: ignore-case smart-case files-with-matches count literal nocolor color
      nogroup type: ignore-dir:`,
    ...patterns,
    couldDoMore: true,
  }),
  reading({
    names: "which whereis",
    options:
      "-abmsulfv B: M: S: all skip-alias skip-functions skip-dot skip-tilde show-dot show-tilde tty-only read-alias",
    operands: "text",
  }),
  reading({
    names: "locate mlocate plocate",
    options: "-0AbceiLPHqrSw l|limit|n: d|database: all basename count existing ignore-case regex statistics",
    operands: "text",
  }),
  reading({
    names: "cloc tokei scc",
    options: "by-file json csv quiet include-lang= exclude-dir= git",
    operands: "files",
    couldDoMore: true,
  }),
];
