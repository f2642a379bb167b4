/**
 * Expressions that people write into rules, held against text that an agent chose: all ways are gone at once, so no
 * text makes it slow. What stands for a place (`^`, `$`, `\b`) always holds; what looks ahead or back is not known.
 */

type Step =
  | { kind: "one"; is: (code: number) => boolean; next: number }
  | { kind: "fork"; next: readonly number[] }
  | { kind: "end" };

type Piece =
  | { kind: "one"; is: (code: number) => boolean }
  | { kind: "nothing" }
  | { kind: "all"; pieces: Piece[] }
  | { kind: "any"; pieces: Piece[] }
  | { kind: "times"; piece: Piece; least: number; most: number };

const MOST_STEPS = 5_000;
const MOST_WORK = 30_000_000;

class NotKnown extends Error {}

/** Null: nobody here knows what it means. */
export function occursIn(expression: string, text: string): boolean | null {
  try {
    const joiner = new Joiner();
    const first = joiner.join(new Reader(expression).whole(), 0);
    const { steps } = joiner;
    return steps.length * text.length > MOST_WORK ? null : isFound(steps, first, text);
  } catch (error) {
    if (error instanceof NotKnown) return null;
    throw error;
  }
}

function isFound(steps: readonly Step[], first: number, text: string): boolean {
  let here = new Set<number>();
  for (let at = 0; ; at += 1) {
    reach(steps, first, here);
    if (here.has(0) || at >= text.length) return here.has(0);
    const code = text.charCodeAt(at);
    const next = new Set<number>();
    for (const index of here) {
      const step = steps[index];
      if (step?.kind === "one" && step.is(code)) reach(steps, step.next, next);
    }
    here = next;
  }
}

function reach(steps: readonly Step[], from: number, into: Set<number>): void {
  const open = [from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (into.has(index)) continue;
    into.add(index);
    const step = steps[index];
    if (step?.kind === "fork") open.push(...step.next);
  }
}

class Joiner {
  readonly steps: Step[] = [{ kind: "end" }];
  private pieces = 0;

  /** Adds the steps of a piece that leads to `next`, and says where it begins. */
  join(piece: Piece, next: number): number {
    this.pieces += 1;
    if (this.pieces > MOST_STEPS) throw new NotKnown();
    switch (piece.kind) {
      case "nothing":
        return next;
      case "one":
        return this.add({ kind: "one", is: piece.is, next });
      case "all":
        return piece.pieces.reduceRight((after, one) => this.join(one, after), next);
      case "any":
        return this.add({ kind: "fork", next: piece.pieces.map((one) => this.join(one, next)) });
      case "times":
        return this.repeat(piece, next);
    }
  }

  private repeat({ piece, least, most }: Extract<Piece, { kind: "times" }>, next: number): number {
    let after = next;
    if (most === Number.POSITIVE_INFINITY) {
      const ways: number[] = [];
      after = this.add({ kind: "fork", next: ways });
      ways.push(this.join(piece, after), next);
    } else {
      for (let count = least; count < most; count += 1)
        after = this.add({ kind: "fork", next: [this.join(piece, after), next] });
    }
    for (let count = 0; count < least; count += 1) after = this.join(piece, after);
    return after;
  }

  private add(step: Step): number {
    return this.steps.push(step) - 1;
  }
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isWord = (code: number) =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const isBlank = (code: number) => /\s/.test(String.fromCharCode(code));
const classes: Readonly<Record<string, (code: number) => boolean>> = {
  d: isDigit,
  w: isWord,
  s: isBlank,
  D: (code) => !isDigit(code),
  W: (code) => !isWord(code),
  S: (code) => !isBlank(code),
};
const controls: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, "0": 0 };

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  whole(): Piece {
    const piece = this.ways();
    if (this.at < this.text.length) throw new NotKnown();
    return piece;
  }

  private ways(): Piece {
    this.depth += 1;
    if (this.depth > 60) throw new NotKnown();
    const pieces: Piece[] = [];
    do pieces.push(this.row());
    while (this.took("|"));
    this.depth -= 1;
    return { kind: "any", pieces };
  }

  private row(): Piece {
    const pieces: Piece[] = [];
    while (this.at < this.text.length && !"|)".includes(this.text.charAt(this.at))) pieces.push(this.counted());
    return { kind: "all", pieces };
  }

  private counted(): Piece {
    const piece = this.one();
    let counted = piece;
    for (let times = this.times(); times !== null; times = this.times()) {
      counted = { kind: "times", piece: counted, ...times };
      this.took("?");
    }
    return counted;
  }

  private times(): { least: number; most: number } | null {
    if (this.took("*")) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.took("+")) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.took("?")) return { least: 0, most: 1 };
    const range = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(this.text.slice(this.at, this.at + 12));
    if (range === null) return null;
    this.at += range[0].length;
    const least = Number(range[1]);
    return { least, most: range[3] ? Number(range[3]) : range[2] ? Number.POSITIVE_INFINITY : least };
  }

  private one(): Piece {
    const sign = this.next();
    if (sign === "(") return this.group();
    if (sign === "[") return { kind: "one", is: this.choice() };
    if (sign === ".") return { kind: "one", is: () => true };
    if (sign === "^" || sign === "$") return { kind: "nothing" };
    if (sign !== "\\") return this.exactly(sign);
    const escaped = this.next();
    if (escaped === "b" || escaped === "B") return { kind: "nothing" };
    return { kind: "one", is: this.escaped(escaped) };
  }

  private group(): Piece {
    if (this.took("?")) {
      const name = /^(?::|<[A-Za-z_]\w{0,100}>)/.exec(this.text.slice(this.at, this.at + 110));
      if (name === null) throw new NotKnown();
      this.at += name[0].length;
    }
    const piece = this.ways();
    if (!this.took(")")) throw new NotKnown();
    return piece;
  }

  private escaped(sign: string): (code: number) => boolean {
    const named = Object.hasOwn(classes, sign) ? classes[sign] : undefined;
    if (named !== undefined) return named;
    const code = Object.hasOwn(controls, sign) ? controls[sign] : this.coded(sign);
    return (given) => given === code;
  }

  private coded(sign: string): number {
    const digits = sign === "x" ? 2 : sign === "u" ? 4 : 0;
    if (digits === 0 && /[A-Za-z0-9]/.test(sign)) throw new NotKnown();
    if (digits === 0) return sign.charCodeAt(0);
    const code = this.text.slice(this.at, this.at + digits);
    if (code.length < digits || !/^[0-9a-f]+$/i.test(code)) throw new NotKnown();
    this.at += digits;
    return Number.parseInt(code, 16);
  }

  private choice(): (code: number) => boolean {
    const isNot = this.took("^");
    const ways: ((code: number) => boolean)[] = [];
    while (!this.took("]")) {
      const from = this.choiceSign();
      if (typeof from === "number" && this.text[this.at] === "-" && this.text[this.at + 1] !== "]") {
        this.at += 1;
        const to = this.choiceSign();
        if (typeof to !== "number") throw new NotKnown();
        ways.push((code) => code >= from && code <= to);
      } else ways.push(typeof from === "number" ? (code) => code === from : from);
    }
    return (code) => ways.some((is) => is(code)) !== isNot;
  }

  private choiceSign(): number | ((code: number) => boolean) {
    const sign = this.next();
    if (sign !== "\\") return sign.charCodeAt(0);
    const escaped = this.next();
    if (escaped === "b") return 8;
    if (Object.hasOwn(classes, escaped)) return this.escaped(escaped);
    return Object.hasOwn(controls, escaped) ? (controls[escaped] ?? 0) : this.coded(escaped);
  }

  private exactly(sign: string): Piece {
    const code = sign.charCodeAt(0);
    return { kind: "one", is: (given) => given === code };
  }

  private next(): string {
    const sign = this.text[this.at];
    if (sign === undefined) throw new NotKnown();
    this.at += 1;
    return sign;
  }

  private took(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }
}
