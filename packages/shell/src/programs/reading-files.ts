/** Programs that show files and what is in them. */
import type { Program } from "../uses/program.ts";
import { reading } from "../uses/reading-program.ts";

const digits = "-0123456789";
const digest = "-bctwz check binary text tag zero ignore-missing quiet status strict warn";

const ofObjectFiles = [
  reading({
    names: "nm",
    options: "-aABCDgnprSuUvP demangle? dynamic extern-only undefined-only numeric-sort size-sort defined-only",
    operands: "files",
    couldDoMore: true,
  }),
  reading({ names: "size", options: "-ABdoxt", operands: "files", couldDoMore: true }),
  reading({
    names: "strings",
    options:
      "-afowd n|bytes: t|radix: e|encoding: T|target: s|output-separator: all print-file-name include-all-whitespace data 0123456789",
    operands: "files",
    couldDoMore: true,
  }),
];

export const readingFiles: readonly Program[] = [
  reading({
    names: "ls dir vdir",
    anyOption: true,
    options: `-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 I|ignore: T|tabsize: w|width: all almost-all author escape
      block-size: ignore-backups color? directory dired classify? file-type format: full-time
      group-directories-first no-group human-readable si dereference dereference-command-line hide: hyperlink?
      indicator-style: inode kibibytes numeric-uid-gid literal hide-control-chars show-control-chars quote-name
      quoting-style: reverse recursive size sort: time: time-style: zero context colour?`,
    operands: "files",
  }),
  reading({
    names: "exa eza",
    options: `-1lGRxFaAdrsTLBhHimUumSgt long all tree icons? header git oneline recurse sort: L|level: color: colour:`,
    operands: "files",
  }),
  reading({
    names: "cat",
    anyOption: true,
    options: "-AbeEnstTuv number number-nonblank show-all squeeze-blank show-ends show-tabs show-nonprinting",
    operands: "files",
    wholeUnless: ["s", "squeeze-blank"],
  }),
  reading({
    names: "head",
    anyOption: true,
    options: `${digits} -qvz n|lines: c|bytes: quiet silent verbose zero-terminated`,
    operands: "files",
  }),
  reading({
    names: "tail",
    anyOption: true,
    options: `${digits} -fFqvzr n|lines: c|bytes: s|sleep-interval: pid: max-unchanged-stats: follow? retry quiet silent
      verbose zero-terminated`,
    operands: "files",
  }),
  reading({
    names: "wc",
    anyOption: true,
    options: "-clmwL bytes chars lines words max-line-length files0-from: total:",
    operands: "files",
    reads: ["files0-from"],
    // One count, and no name behind it.
    isNumber: ({ options, operands }) =>
      operands.length === 0 &&
      options.length === 1 &&
      /^(?:[clmwL]|bytes|chars|lines|words)$/.test(options[0]?.name ?? ""),
  }),
  reading({
    names: "stat",
    anyOption: true,
    options: "-Ltfsxnrl c|format: printf: dereference file-system terse cached:",
    operands: "files",
  }),
  reading({
    names: "du",
    anyOption: true,
    options: `-0abcDhHklLmPsSx d|max-depth: B|block-size: t|threshold: X|exclude-from: exclude: all apparent-size bytes
      total dereference human-readable inodes si summarize one-file-system separate-dirs null time? time-style:
      count-links no-dereference`,
    operands: "files",
  }),
  reading({
    names: "df",
    anyOption: true,
    options: `-ahHiklmPTv B|block-size: t|type: x|exclude-type: all human-readable si inodes local portability print-type
      total output? no-sync`,
    operands: "files",
  }),
  reading({
    names: "realpath",
    anyOption: true,
    options:
      "-eLmPqsz relative-to: relative-base: canonicalize-existing canonicalize-missing no-symlinks strip quiet zero logical physical",
    operands: "files",
  }),
  reading({
    names: "readlink",
    anyOption: true,
    options: "-efmnqsvz canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero",
    operands: "files",
  }),
  reading({
    names: "cmp",
    anyOption: true,
    options: "-bls i|ignore-initial: n|bytes: print-bytes verbose quiet silent",
    operands: "files",
  }),
  reading({
    names: "diff",
    options: `-abBcdeEilnNpPqrstTuvwyZ0123456789 U: C: W|width: x|exclude: X|exclude-from: F|show-function-line: I: L|label:
      S|starting-file: D|ifdef: brief recursive unified? context? normal ed rcs side-by-side left-column
      suppress-common-lines ignore-all-space ignore-space-change ignore-blank-lines ignore-case
      ignore-trailing-space ignore-tab-expansion ignore-matching-lines: new-file unidirectional-new-file text
      report-identical-files minimal speed-large-files strip-trailing-cr show-c-function color? palette: tabsize:
      no-dereference from-file: to-file: suppress-blank-empty expand-tabs initial-tab horizon-lines: line-format:
      old-line-format: new-line-format: unchanged-line-format: old-group-format: new-group-format:
      unchanged-group-format: changed-group-format:`,
    operands: "files",
  }),
  reading({ names: "diff3", options: "-aeExX3imT A", operands: "files", couldDoMore: true }),
  reading({
    names: "comm",
    anyOption: true,
    options: "-123z check-order nocheck-order output-delimiter: total zero-terminated",
    operands: "files",
  }),
  reading({
    names: "od",
    anyOption: true,
    options: `-abcdfhiloxsv A|address-radix: j|skip-bytes: N|read-bytes: t|format: w|width? S|strings? endian:
      output-duplicates traditional`,
    operands: "files",
  }),
  reading({
    names: "hexdump hd",
    options: "-bcCdovx e: f: n|length: s|skip: canonical no-squeezing",
    operands: "files",
  }),
  reading({
    names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum",
    anyOption: true,
    options: digest,
    operands: "files",
  }),
  reading({
    names: "b2sum cksum",
    anyOption: true,
    options: `${digest} l|length: a|algorithm: untagged raw base64 debug`,
    operands: "files",
  }),
  reading({ names: "shasum", options: `${digest} -0p U a|algorithm: UNIVERSAL`, operands: "files" }),
  reading({ names: "md5", options: "-qrp s:", operands: "files" }),
  reading({ names: "sum", options: "-rs sysv", operands: "files" }),
  ...ofObjectFiles,
  reading({
    names: "zcat gzcat bzcat xzcat lzcat zstdcat lz4cat",
    options: "-fqvTk force quiet verbose",
    operands: "files",
    couldDoMore: true,
  }),
  reading({
    names: "zdiff zcmp bzdiff bzcmp xzdiff xzcmp",
    options: "-abcilqrsuwBN brief unified?",
    operands: "files",
    couldDoMore: true,
  }),
  reading({ names: "tty", options: "-s silent quiet", operands: "none" }),
  reading({
    names: "getfacl getfattr lsattr",
    options: "-RdaepntnLPacE m: h absolute-names dump recursive",
    operands: "files",
    couldDoMore: true,
  }),
  reading({
    names: "bat batcat",
    options:
      "-pnAP l|language: H|highlight-line: r|line-range: style: theme: color: wrap: tabs: paging: plain number show-all no-pager",
    operands: "files",
    couldDoMore: true,
  }),
  // `-C` writes a compiled magic file, `-z` runs programs that unpack.
  reading({
    names: "file",
    options:
      "-0bdEhiIkLNnprsS F|separator: f|files-from: m|magic-file: P: e|exclude: brief mime mime-type mime-encoding dereference no-dereference keep-going print0 raw extension",
    operands: "files",
    reads: ["f"],
    couldDoMore: true,
  }),
];
