/** Filters: what comes in goes out in another form. */
import type { Program } from "../uses/program.ts";
import { reading } from "../uses/reading-program.ts";

export const readingText: readonly Program[] = [
  reading({
    names: "cut",
    anyOption: true,
    options: `-nsz b|bytes: c|characters: d|delimiter: f|fields: complement only-delimited output-delimiter:
      zero-terminated`,
    operands: "files",
  }),
  reading({ names: "paste", anyOption: true, options: "-sz d|delimiters: serial zero-terminated", operands: "files" }),
  reading({ names: "fold", anyOption: true, options: "-bs0123456789 w|width: bytes spaces", operands: "files" }),
  reading({
    names: "fmt",
    options: "-cstu0123456789 w|width: g|goal: p|prefix: crown-margin split-only tagged-paragraph uniform-spacing",
    operands: "files",
  }),
  reading({
    names: "nl",
    anyOption: true,
    options: `-p b|body-numbering: d|section-delimiter: f|footer-numbering: h|header-numbering: i|line-increment:
      l|join-blank-lines: n|number-format: s|number-separator: v|starting-line-number: w|number-width: no-renumber`,
    operands: "files",
  }),
  reading({ names: "expand", anyOption: true, options: "-i0123456789, t|tabs: initial", operands: "files" }),
  reading({ names: "unexpand", anyOption: true, options: "-a0123456789, t|tabs: all first-only", operands: "files" }),
  reading({
    names: "column",
    options: `-txenRJL c|output-width|columns: s|separator: o|output-separator: N|table-columns: l|table-columns-limit:
      d|table-noheadings H|table-hide: T|table-truncate: O|table-order: W|table-wrap: r|tree: i|tree-id:
      p|tree-parent: n|table-name: table json fillrows`,
    operands: "files",
  }),
  reading({
    names: "join",
    options: `-iz a: e: j: o: t: v: 1: 2: check-order nocheck-order header ignore-case zero-terminated`,
    operands: "files",
  }),
  reading({ names: "tsort", options: "", operands: "files" }),
  reading({
    names: "pr",
    options: "-0123456789acdDfFJmrtTv h|header: l|length: w|width: W: o|indent: s? S? n?",
    operands: "files",
  }),
  reading({
    names: "numfmt",
    options: `-z d|delimiter: from: to: from-unit: to-unit: field: format: grouping header? invalid: padding: round:
      suffix: debug zero-terminated`,
    operands: "text",
  }),
  reading({ names: "look", options: "-adf t|terminate: alternative alphanum ignore-case", operands: "text" }),
  reading({ names: "bc", options: "-hilqsw expression: mathlib quiet standard warn interactive", operands: "files" }),
  reading({
    names: "jq",
    options: `-acCehjMnrRsSV L: f|from-file: arg:: argjson:: slurpfile:: rawfile:: argfile:: indent: args jsonargs tab
      compact-output color-output monochrome-output exit-status null-input raw-input raw-output raw-output0
      join-output ascii-output slurp sort-keys seq stream stream-errors unbuffered`,
    operands: "pattern_then_files",
    pattern: ["f"],
    reads: ["f"],
  }),
  reading({
    names: "shellcheck",
    options: "-ax s|shell: e|exclude: i|include: f|format: S|severity: C|color? W: P: o: norc external-sources",
    operands: "files",
  }),
  reading({ names: "envsubst", options: "v variables", operands: "text" }),
  reading({
    names: "xmllint",
    options: "format noout xpath: nowarning noblanks html",
    operands: "files",
    couldDoMore: true,
  }),
];
