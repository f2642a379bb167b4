/** Programs that only read, with the options under which that is certain; an option not listed makes the use unknown. */

export interface ReadOnlyProgram {
  name: string;
  /** Words that must come first, as in `git rev-parse`. */
  subcommand?: string;
  /** Single-letter options without a value. */
  flags?: string;
  /** Single-letter options with a value, attached or as the next word. */
  valued?: string;
  long?: string[];
  /** `--name=value` or `--name value`. */
  longValued?: string[];
  /** Options whose value is a file that is read. */
  readsFrom?: string[];
  /** For a program that prints its operands' whole content: the options under which it still does. */
  wholeWith?: string[];
  operands: "none" | "files" | "text" | "pattern_then_files";
  /** Options that take the place of the pattern operand. */
  patternFrom?: string[];
  /** What every operand must be made of. */
  operandCharacters?: RegExp;
}

const digits = "0123456789";
const patternOptions = {
  operands: "pattern_then_files" as const,
  patternFrom: ["e", "f", "regexp", "file"],
  readsFrom: ["f", "file"],
};
const grep = {
  flags: `abcEFGhHiIlLnoPqrRsTUvwxyZ${digits}`,
  valued: "ABCefm",
  long: [
    "ignore-case",
    "no-ignore-case",
    "recursive",
    "dereference-recursive",
    "line-number",
    "count",
    "fixed-strings",
    "extended-regexp",
    "basic-regexp",
    "perl-regexp",
    "only-matching",
    "files-with-matches",
    "files-without-match",
    "invert-match",
    "word-regexp",
    "line-regexp",
    "no-messages",
    "quiet",
    "silent",
    "with-filename",
    "no-filename",
    "text",
    "color",
    "colour",
  ],
  longValued: [
    "regexp",
    "file",
    "include",
    "exclude",
    "exclude-dir",
    "context",
    "after-context",
    "before-context",
    "max-count",
  ],
  ...patternOptions,
};
const lines = {
  valued: "nc",
  long: ["quiet", "silent", "verbose"],
  longValued: ["lines", "bytes"],
  operands: "files" as const,
};

export const readOnlyPrograms: readonly ReadOnlyProgram[] = [
  {
    name: "ls",
    flags: "aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1",
    valued: "I",
    long: [
      "all",
      "almost-all",
      "directory",
      "human-readable",
      "inode",
      "recursive",
      "reverse",
      "size",
      "classify",
      "full-time",
      "group-directories-first",
      "color",
    ],
    longValued: ["sort", "time", "time-style", "format", "ignore", "hide"],
    operands: "files",
  },
  { name: "pwd", flags: "LP", operands: "none" },
  {
    name: "cat",
    flags: "AbeEnstTuv",
    long: ["number", "number-nonblank", "show-all", "squeeze-blank"],
    // Squeezing leaves out lines.
    wholeWith: [..."AbeEntTuv", "number", "number-nonblank", "show-all"],
    operands: "files",
  },
  { name: "head", flags: `qvz${digits}`, ...lines },
  { name: "tail", flags: `qvz${digits}`, ...lines },
  { name: "wc", flags: "clmwL", long: ["bytes", "chars", "lines", "words", "max-line-length"], operands: "files" },
  { name: "which", flags: "a", operands: "text" },
  { name: "file", flags: "bhiL", long: ["brief", "mime", "mime-type", "mime-encoding"], operands: "files" },
  { name: "stat", flags: "Lt", valued: "c", longValued: ["format", "printf"], operands: "files" },
  {
    name: "du",
    flags: "abchHklLmsSx",
    valued: "d",
    long: ["all", "apparent-size", "human-readable", "summarize", "total"],
    longValued: ["max-depth", "exclude"],
    operands: "files",
  },
  { name: "df", flags: "ahHiklTP", long: ["all", "human-readable", "inodes", "print-type"], operands: "files" },
  {
    name: "date",
    flags: "uR",
    valued: "d",
    long: ["utc", "universal", "rfc-email"],
    longValued: ["date", "rfc-3339"],
    operands: "text",
    // Anything else as an operand sets the clock.
    operandCharacters: /^\+/,
  },
  { name: "uname", flags: "asnrvmpio", long: ["all", "machine", "kernel-name"], operands: "none" },
  { name: "whoami", operands: "none" },
  { name: "id", flags: "Ggnru", operands: "text" },
  { name: "basename", flags: "az", valued: "s", operands: "text" },
  { name: "dirname", flags: "z", operands: "text" },
  { name: "realpath", flags: "eLmPqsz", longValued: ["relative-to", "relative-base"], operands: "files" },
  { name: "readlink", flags: "efmnqsvz", operands: "files" },
  { name: "cmp", flags: "bls", valued: "in", operands: "files" },
  {
    name: "diff",
    flags: "abBciNqrstuwy",
    valued: "UCWx",
    long: ["brief", "recursive", "unified", "side-by-side", "ignore-all-space", "ignore-case", "new-file", "color"],
    longValued: ["exclude", "width"],
    operands: "files",
  },
  { name: "grep", ...grep },
  { name: "egrep", ...grep },
  { name: "fgrep", ...grep },
  {
    name: "rg",
    flags: "inlcvwxFHNIsSUoPu",
    valued: "ABCefgtTmd",
    long: [
      "hidden",
      "no-ignore",
      "ignore-case",
      "smart-case",
      "line-number",
      "no-line-number",
      "count",
      "count-matches",
      "files-with-matches",
      "fixed-strings",
      "multiline",
      "only-matching",
      "word-regexp",
      "heading",
      "no-heading",
      "invert-match",
      "no-config",
    ],
    longValued: ["regexp", "file", "glob", "iglob", "type", "type-not", "max-count", "max-depth", "context", "color"],
    ...patternOptions,
  },
  {
    // The only one: whatever reads the index, `git ls-files` and `git rev-parse :file` too, runs core.fsmonitor.
    name: "git",
    subcommand: "rev-parse",
    operandCharacters: /^[A-Za-z0-9._/-]+$/,
    long: [
      "abbrev-ref",
      "short",
      "verify",
      "quiet",
      "show-toplevel",
      "show-prefix",
      "show-cdup",
      "git-dir",
      "absolute-git-dir",
      "git-common-dir",
      "is-inside-work-tree",
      "is-bare-repository",
    ],
    flags: "q",
    operands: "text",
  },
];

/** Not even their arguments are looked at. */
export const indifferentPrograms: ReadonlySet<string> = new Set(["echo", "true", "false"]);

export const exactCommands: readonly string[][] = [
  ["node", "--version"],
  ["node", "-v"],
  ["npm", "--version"],
  ["npm", "-v"],
];
