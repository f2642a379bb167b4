/**
 * Starlark, as far as it is a list of calls with plain values. Whatever else it can do (names, loops, sums of texts) is
 * not computed: then nobody knows what the file says.
 */

export type StarlarkValue = string | number | boolean | null | readonly StarlarkValue[];

export interface StarlarkCall {
  name: string;
  /** By position. */
  values: readonly StarlarkValue[];
  named: Readonly<Record<string, StarlarkValue>>;
}

export type StarlarkReading = { ok: true; calls: readonly StarlarkCall[] } | { ok: false; why: string };

const DEEPEST = 50;
const name = /[A-Za-z_]\w*/y;
const number = /-?\d+(?![\w.])/y;
const words: Readonly<Record<string, StarlarkValue>> = { True: true, False: false, None: null };
const escapes: Readonly<Record<string, string>> = {
  ...{ n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" },
  ...{ "\\": "\\", "'": "'", '"': '"', "\n": "" },
};

class Fault extends Error {}

export function readStarlarkCalls(text: string): StarlarkReading {
  try {
    return { ok: true, calls: new Reader(text).calls() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, why: error.message };
    throw error;
  }
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {
    if (text.startsWith("\uFEFF")) this.at = 1;
  }

  calls(): StarlarkCall[] {
    const calls: StarlarkCall[] = [];
    for (this.blanks(); this.at < this.text.length; this.blanks()) {
      if (this.quote() !== null)
        this.string(); // a text that stands alone explains the file
      else calls.push(this.call());
      this.lineEnd();
    }
    return calls;
  }

  private call(): StarlarkCall {
    const called = this.name() ?? this.fault("it is more than a list of calls");
    this.blanks();
    if (!this.took("(")) this.fault(`${called} is not called`);
    const values: StarlarkValue[] = [];
    const named: Record<string, StarlarkValue> = {};
    for (this.blanks(); !this.took(")"); this.blanks()) {
      const key = this.key();
      if (key === null) values.push(this.value(0));
      else if (Object.hasOwn(named, key)) this.fault(`${key} stands there twice`);
      else named[key] = this.value(0);
      this.blanks();
      if (!this.took(",") && this.text[this.at] !== ")") this.fault("a comma or a closing bracket is missing");
    }
    return { name: called, values, named };
  }

  /** `key =`, and not a value. */
  private key(): string | null {
    const from = this.at;
    const key = this.name();
    this.blanks();
    if (key !== null && this.text[this.at] === "=" && this.text[this.at + 1] !== "=") {
      this.at += 1;
      this.blanks();
      return key;
    }
    this.at = from;
    return null;
  }

  private value(depth: number): StarlarkValue {
    if (depth > DEEPEST) this.fault("it is nested too deeply");
    if (this.quote() !== null) return this.string();
    if (this.took("[")) return this.list("]", depth);
    if (this.took("(")) return this.list(")", depth);
    const digits = this.match(number);
    if (digits !== null) return Number(digits);
    const word = this.name() ?? this.fault("a value is missing");
    return Object.hasOwn(words, word) ? (words[word] ?? null) : this.fault(`${word} is no plain value`);
  }

  private list(close: string, depth: number): StarlarkValue[] {
    const list: StarlarkValue[] = [];
    for (this.blanks(); !this.took(close); this.blanks()) {
      list.push(this.value(depth + 1));
      this.blanks();
      if (!this.took(",") && this.text[this.at] !== close) this.fault("a comma or a closing bracket is missing");
    }
    return list;
  }

  /** Where a text begins: its quote and whether backslashes count; null elsewhere. */
  private quote(): { opening: string; quote: string; isRaw: boolean } | null {
    for (const letter of ["", "r", "b", "f", "rb", "br", "fr", "rf"]) {
      const sign = this.text[this.at + letter.length];
      if (!this.text.startsWith(letter, this.at) || (sign !== '"' && sign !== "'")) continue;
      const quote = this.text.startsWith(sign.repeat(3), this.at + letter.length) ? sign.repeat(3) : sign;
      if (letter.includes("b") || letter.includes("f")) this.fault("a text is put together while it is read");
      return { opening: letter + quote, quote, isRaw: letter.includes("r") };
    }
    return null;
  }

  private string(): string {
    const { opening, quote, isRaw } = this.quote() ?? this.fault("a text is missing");
    this.at += opening.length;
    let value = "";
    while (!this.text.startsWith(quote, this.at)) {
      const sign = this.text[this.at] ?? this.fault("a text is not closed");
      if (sign === "\n" && quote.length === 1) this.fault("a text is not closed");
      this.at += 1;
      if (sign !== "\\") value += sign;
      else if (isRaw) value += sign + (this.text[this.at++] ?? "");
      else value += this.escaped();
    }
    this.at += quote.length;
    return value;
  }

  private escaped(): string {
    const sign = this.text[this.at] ?? "";
    this.at += 1;
    if (Object.hasOwn(escapes, sign)) return escapes[sign] ?? "";
    const digits = sign === "x" ? 2 : sign === "u" ? 4 : sign === "U" ? 8 : 0;
    const code = this.text.slice(this.at, this.at + digits);
    if (digits === 0 || !/^[0-9a-f]+$/i.test(code) || code.length < digits || Number.parseInt(code, 16) > 0x10ffff)
      this.fault("a text has an escape that is not known");
    this.at += digits;
    return String.fromCodePoint(Number.parseInt(code, 16));
  }

  /** Nothing may be done with what was called. */
  private lineEnd(): void {
    while (" \t".includes(this.text[this.at] ?? "x")) this.at += 1;
    const sign = this.text[this.at];
    if (sign !== undefined && !"\n\r;#".includes(sign)) this.fault("it is more than a list of calls");
    if (sign === ";") this.at += 1;
  }

  private blanks(): void {
    for (;;) {
      while (" \t\r\n".includes(this.text[this.at] ?? "x")) this.at += 1;
      if (this.text.startsWith("\\\n", this.at)) this.at += 2;
      else if (this.text[this.at] === "#") {
        const end = this.text.indexOf("\n", this.at);
        this.at = end < 0 ? this.text.length : end;
      } else return;
    }
  }

  private name(): string | null {
    return this.match(name);
  }

  private match(wanted: RegExp): string | null {
    wanted.lastIndex = this.at;
    const found = wanted.exec(this.text)?.[0] ?? null;
    this.at += found?.length ?? 0;
    return found;
  }

  private took(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private fault(why: string): never {
    const line = this.text.slice(0, this.at).split("\n").length;
    throw new Fault(`line ${line}: ${why}`);
  }
}
