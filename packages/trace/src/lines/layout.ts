/** What white space, line ends, quotes and commas mean in a file: how much a formatter may change and it says the same. */
import { type Language, languageOf } from "../syntax/language.ts";

export interface Layout {
  /**
   * `lines`: a line is what it is, but for white space at its end. `indented`: its indentation means nothing either.
   * `tokens`: it is cut into tokens, and what stands between them means nothing.
   */
  cut: "lines" | "indented" | "tokens";
  /** Which line ends and beginnings are tokens: those after `return` and its kind, Go's, Python's, or none. */
  ends: "restricted" | "go" | "python" | "none";
  /** `'a'` and `"a"` are the same. */
  sameQuotes: boolean;
  lineComment: "//" | "#" | null;
  blockComment: boolean;
  /** Signs that open a string which may go on over line ends. */
  longStrings: readonly string[];
  /** Brackets before which a last comma means nothing; round ones only where they call. */
  lastComma: string;
  /** A semicolon at the end of a statement's line may be left out. */
  looseSemicolon: boolean;
  /** `/…/` is a pattern where a value may stand. */
  patterns: boolean;
  /** Text between tags may stand in it. */
  markup: boolean;
  /** A line that begins with `#` is an order to the compiler. */
  orders: boolean;
}

/** A language that nobody described: only white space at the end of a line means nothing. */
const unknown: Layout = {
  cut: "lines",
  ends: "none",
  sameQuotes: false,
  lineComment: null,
  blockComment: false,
  longStrings: [],
  lastComma: "",
  looseSemicolon: false,
  patterns: false,
  markup: false,
  orders: false,
};

const curly: Layout = { ...unknown, cut: "tokens", lineComment: "//", blockComment: true };

const javascript: Layout = {
  ...curly,
  ends: "restricted",
  sameQuotes: true,
  longStrings: ["`"],
  lastComma: ")]}",
  looseSemicolon: true,
  patterns: true,
};

const css: Layout = { ...unknown, cut: "indented", sameQuotes: true };

/** Shell, YAML, Markdown, Make and Ruby are not here: what looks like formatting in them changes what they do. */
const byLanguage: Partial<Record<Language, Layout>> = {
  javascript: { ...javascript, markup: true },
  typescript: javascript,
  tsx: { ...javascript, markup: true },
  python: {
    ...unknown,
    cut: "tokens",
    ends: "python",
    sameQuotes: true,
    lineComment: "#",
    longStrings: ['"""', "'''"],
    lastComma: ")]}",
  },
  go: { ...curly, ends: "go", longStrings: ["`"], lastComma: ")]}" },
  rust: { ...curly, longStrings: ['"'], lastComma: ")]}" },
  java: { ...curly, longStrings: ['"""'], lastComma: "}" },
  c: { ...curly, lastComma: "}", orders: true },
  cpp: { ...curly, lastComma: "}", orders: true },
  "c-sharp": { ...curly, longStrings: ['"""'], lastComma: "}", orders: true },
};

const byEnding = new Map<string, Layout>([
  ["json", { ...unknown, cut: "tokens" }],
  ["css", css],
  ["scss", css],
  ["less", css],
]);

export function layoutOf(path: string): Layout {
  const language = languageOf(path, "");
  const known = language === null ? undefined : byLanguage[language];
  return known ?? byEnding.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? unknown;
}

/** White space at the beginning of a line means something, or may. */
export function countsIndent({ cut, ends }: Layout): boolean {
  return cut === "lines" || ends === "python";
}
