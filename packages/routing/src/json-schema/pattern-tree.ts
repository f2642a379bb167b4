/** Reads the text of a pattern into a tree; whatever is outside our small language is refused by name. */

export type CharacterTest = (character: string) => boolean;

export type PatternTree =
  | { kind: "character"; test: CharacterTest }
  | { kind: "start" | "end" }
  | { kind: "sequence"; parts: PatternTree[] }
  | { kind: "choice"; options: PatternTree[] }
  | { kind: "repeat"; part: PatternTree; min: number; max: number | null };

const MAX_REPEAT = 200;
const MAX_DEPTH = 10;

const isDigit: CharacterTest = (c) => c >= "0" && c <= "9";
const isWord: CharacterTest = (c) => /^[A-Za-z0-9_]$/.test(c);
const isBlank: CharacterTest = (c) => /^\s$/.test(c);
const not =
  (test: CharacterTest): CharacterTest =>
  (c) =>
    !test(c);
const classes: Record<string, CharacterTest> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isBlank,
  S: not(isBlank),
};
const named: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

/** Leaves the reading from any depth; caught in `read` alone. */
class Refused extends Error {}

export class PatternReader {
  private readonly characters: string[];
  private at = 0;

  constructor(source: string) {
    this.characters = [...source];
  }

  read(): { ok: true; value: PatternTree } | { ok: false; why: string } {
    try {
      const tree = this.choice(0);
      if (this.at < this.characters.length) throw new Refused("a `)` has no beginning");
      return { ok: true, value: tree };
    } catch (error) {
      if (error instanceof Refused) return { ok: false, why: error.message };
      throw error;
    }
  }

  private choice(depth: number): PatternTree {
    if (depth > MAX_DEPTH) throw new Refused("its groups are nested too deep");
    const options = [this.sequence(depth)];
    while (this.take("|")) options.push(this.sequence(depth));
    return options.length === 1 ? options[0]! : { kind: "choice", options };
  }

  private sequence(depth: number): PatternTree {
    const parts: PatternTree[] = [];
    while (this.at < this.characters.length && this.peek() !== "|" && this.peek() !== ")") {
      parts.push(this.repeated(this.atom(depth)));
    }
    return { kind: "sequence", parts };
  }

  private atom(depth: number): PatternTree {
    const character = this.next();
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "character", test: (c) => c !== "\n" && c !== "\r" };
      case "(": {
        if (this.take("?") && !this.take(":")) throw new Refused("look-around and named groups are not supported");
        const inner = this.choice(depth + 1);
        if (!this.take(")")) throw new Refused("a `(` is not closed");
        return inner;
      }
      case "[":
        return { kind: "character", test: this.set() };
      case "\\":
        return { kind: "character", test: this.escape() };
      case "*":
      case "+":
      case "?":
      case "{":
        throw new Refused(`nothing stands before \`${character}\``);
      default:
        return { kind: "character", test: (c) => c === character };
    }
  }

  private repeated(part: PatternTree): PatternTree {
    const bounds = this.bounds();
    if (!bounds) return part;
    if (part.kind === "start" || part.kind === "end") throw new Refused("an anchor cannot be repeated");
    if (["*", "+", "?", "{"].includes(this.peek() ?? ""))
      throw new Refused("lazy and doubled repeats are not supported");
    return { kind: "repeat", part, ...bounds };
  }

  private bounds(): { min: number; max: number | null } | null {
    if (this.take("*")) return { min: 0, max: null };
    if (this.take("+")) return { min: 1, max: null };
    if (this.take("?")) return { min: 0, max: 1 };
    if (!this.take("{")) return null;
    const min = this.number();
    const max = this.take(",") ? (this.peek() === "}" ? null : this.number()) : min;
    if (!this.take("}") || (max !== null && max < min)) throw new Refused("a `{…}` is not a count");
    return { min, max };
  }

  private number(): number {
    let digits = "";
    while (isDigit(this.peek() ?? "")) digits += this.next();
    if (digits === "" || digits.length > 4 || Number(digits) > MAX_REPEAT) {
      throw new Refused(`a count must be a number up to ${MAX_REPEAT}`);
    }
    return Number(digits);
  }

  private set(): CharacterTest {
    const isNegated = this.take("^");
    const tests: CharacterTest[] = [];
    while (!this.take("]")) {
      const from = this.setMember();
      const isRange = this.peek() === "-" && this.characters[this.at + 1] !== "]";
      if (!isRange) {
        tests.push(typeof from === "string" ? (c) => c === from : from);
        continue;
      }
      this.at++;
      const to = this.setMember();
      if (typeof from !== "string" || typeof to !== "string" || from > to) throw new Refused("a range makes no sense");
      tests.push((c) => c >= from && c <= to);
    }
    return (c) => tests.some((test) => test(c)) !== isNegated;
  }

  private setMember(): string | CharacterTest {
    const character = this.next();
    if (character !== "\\") return character;
    const escaped = this.next();
    if (Object.hasOwn(classes, escaped)) return classes[escaped]!;
    return this.plainEscape(escaped);
  }

  private escape(): CharacterTest {
    const escaped = this.next();
    if (Object.hasOwn(classes, escaped)) return classes[escaped]!;
    const plain = this.plainEscape(escaped);
    return (c) => c === plain;
  }

  private plainEscape(escaped: string): string {
    if (Object.hasOwn(named, escaped)) return named[escaped]!;
    if (/^[A-Za-z0-9]$/.test(escaped)) throw new Refused(`\`\\${escaped}\` is not supported`);
    return escaped;
  }

  private peek(): string | undefined {
    return this.characters[this.at];
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at++;
    return true;
  }

  private next(): string {
    const character = this.characters[this.at++];
    if (character === undefined) throw new Refused("it ends too early");
    return character;
  }
}
