/**
 * A command line to the commands in it, as loosely as the loosest host reads one. No shell is asked for its opinion: a
 * command too many costs a rewrite, one too few would let a person's rule be passed by.
 */

export interface LineWord {
  /** As it stands there, from the first character of its command on. */
  start: number;
  /** Without its quotes. */
  value: string;
  /** Where something is read from or written to, and no word of the command. */
  isTarget: boolean;
}

/** What stands between two separators. */
export interface LinePart {
  text: string;
  words: readonly LineWord[];
  hasRedirect: boolean;
}

export type LineReading = { parts: readonly LinePart[] } | { tooMuch: string };

const LONGEST = 100_000;
const MOST_PARTS = 5_000;
const DEEPEST = 40;
const separators = ";|&\n\r()`";
/** A longer one before its own beginning. */
const redirects = ["&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", ">>", ">&", ">|"];

export function readLine(text: string): LineReading {
  if (text.length > LONGEST) return { tooMuch: `it is longer than ${LONGEST} characters` };
  const whole = readFrom(text);
  // Quotes in a comment, in a here-document, within ${} or never closed: what is quoted is then a matter of opinion, anew
  // in each line.
  const pieces = whole.isSure ? [] : [...text.split("\n"), ...piecesOf(text)];
  const parts = [...whole.parts, ...pieces.flatMap((piece) => [...readFrom(piece).parts, ...bare(piece)])];
  return parts.length > MOST_PARTS || whole.isTooDeep ? { tooMuch: "it has too many parts" } : { parts };
}

function readFrom(text: string): LineReader {
  const reader = new LineReader(text);
  reader.list(null, 0);
  return reader;
}

class LineReader {
  readonly parts: LinePart[] = [];
  isSure = true;
  isTooDeep = false;
  private at = 0;

  constructor(private readonly text: string) {}

  /** Commands up to what closes them; the closing sign is taken along. */
  list(close: ")" | "`" | null, depth: number): void {
    if (depth > DEEPEST) {
      this.isTooDeep = true;
      this.at = this.text.length;
    }
    while (this.at < this.text.length) {
      this.part(close, depth);
      const sign = this.text[this.at];
      this.at += 1;
      if (sign === close && close !== null) return;
      if (sign === "(") this.list(")", depth + 1);
    }
    if (close !== null) this.isSure = false;
  }

  /** Up to the next separator, which stays where it is. */
  private part(close: ")" | "`" | null, depth: number): void {
    const start = this.at;
    const words: LineWord[] = [];
    const open: { word: Omit<LineWord, "isTarget"> | null; isTarget: boolean } = { word: null, isTarget: false };
    let hasRedirect = false;
    const more = (value: string, from = this.at) => {
      open.word = { start: open.word?.start ?? from - start, value: (open.word?.value ?? "") + value };
    };
    const end = () => {
      if (open.word === null) return;
      words.push({ ...open.word, isTarget: open.isTarget });
      open.word = null;
      open.isTarget = false;
    };
    while (this.at < this.text.length) {
      const sign = this.text.charAt(this.at);
      const next = this.text.charAt(this.at + 1);
      const from = this.at;
      if (opensOpinion(sign, next)) this.isSure = false;
      if (sign === "\\") {
        // Inside of backticks it opens others.
        if (next === "`") this.isSure = false;
        if (next !== "\n") more(next);
        this.at += 2;
      } else if (sign === "'" || (sign === "$" && next === "'")) {
        more(this.single(sign === "$"), from);
      } else if (sign === '"') {
        more(this.double(depth), from);
      } else if ((sign === "$" || sign === "<" || sign === ">") && next === "(") {
        more(this.nested(2, ")", depth), from);
      } else if (sign === "`" && close !== "`") {
        more(this.nested(1, "`", depth), from);
      } else if (sign === "<" || sign === ">" || (sign === "&" && next === ">")) {
        // A number or a name in braces right before it is the stream that is meant.
        if (!/^(?:\d+|\{\w+\})$/.test(open.word?.value ?? "")) end();
        open.word = null;
        this.redirect();
        open.isTarget = true;
        hasRedirect = true;
      } else if (separators.includes(sign)) {
        break;
      } else if (sign === "#" && open.word === null) {
        this.isSure = false;
        const line = this.text.indexOf("\n", this.at);
        this.at = line < 0 ? this.text.length : line;
      } else if (sign === " " || sign === "\t") {
        end();
        this.at += 1;
      } else {
        more(sign);
        this.at += 1;
      }
    }
    end();
    const text = this.text.slice(start, this.at);
    if (words.length > 0 || hasRedirect) this.parts.push({ text, words, hasRedirect });
  }

  private redirect(): void {
    if (this.text.startsWith("<<", this.at) && this.text[this.at + 2] !== "<") this.isSure = false;
    this.at += redirects.find((sign) => this.text.startsWith(sign, this.at))?.length ?? 1;
  }

  private single(isEscaping: boolean): string {
    let at = this.at + (isEscaping ? 2 : 1);
    const from = at;
    while (at < this.text.length && this.text[at] !== "'") at += isEscaping && this.text[at] === "\\" ? 2 : 1;
    if (at >= this.text.length) this.isSure = false;
    this.at = at + 1;
    return this.text.slice(from, at);
  }

  private double(depth: number): string {
    let value = "";
    this.at += 1;
    while (this.at < this.text.length) {
      const sign = this.text.charAt(this.at);
      const next = this.text.charAt(this.at + 1);
      if (opensOpinion(sign, next)) this.isSure = false;
      if (sign === '"') {
        this.at += 1;
        return value;
      }
      if (sign === "\\") {
        value += '"\\$`\n'.includes(next) ? next : sign + next;
        this.at += 2;
      } else if (sign === "$" && next === "(") value += this.nested(2, ")", depth);
      else if (sign === "`") value += this.nested(1, "`", depth);
      else {
        value += sign;
        this.at += 1;
      }
    }
    this.isSure = false;
    return value;
  }

  /** Commands inside a word: they are parts of their own, and their text stays part of the word. */
  private nested(opening: number, close: ")" | "`", depth: number): string {
    const from = this.at;
    this.at += opening;
    this.list(close, depth + 1);
    return this.text.slice(from, this.at);
  }
}

/** Quotes count anew within `${}`, `$[]`, `$""` and arithmetic, and not as here. */
function opensOpinion(sign: string, next: string): boolean {
  return (sign === "$" && (next === "{" || next === "[" || next === '"')) || (sign === "(" && next === "(");
}

/** Without any opinion about quotes: every separator separates. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !separators.includes(text.charAt(at))) continue;
    pieces.push(text.slice(start, at));
    start = at + 1;
  }
  return pieces;
}

/** A piece as if it had no quotes. */
function bare(text: string): LinePart[] {
  const words = bareWords(text);
  return words.length > 0 ? [{ text, words, hasRedirect: text.includes(">") || text.includes("<") }] : [];
}

function bareWords(text: string): LineWord[] {
  const words: LineWord[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const isBlank = at === text.length || " \t".includes(text.charAt(at));
    if (!isBlank && start < 0) start = at;
    if (!isBlank || start < 0) continue;
    const value = text.slice(start, at).replace(/["'\\]/g, "");
    if (value !== "") words.push({ start, value, isTarget: false });
    start = -1;
  }
  return words;
}
