/** Reads a program that is nothing but calls with literal arguments, one after another. */
import { type LiteralToken, literalTokens, type TokenRules } from "./literal-tokens.ts";

/** Null: a value that is computed. */
export type Literal = string | null | { list: (string | null)[] };

export interface LiteralCall {
  /** `os.remove`, `open().write`. */
  name: string;
  /** One list for each pair of parentheses in the name's order; the last is the call's own. */
  args: Literal[][];
  /** `shell=True`, `recursive: true`. */
  named: ReadonlyMap<string, string>;
}

export interface CallRules extends TokenRules {
  /** `puts "x"`: arguments without parentheses. */
  bareArguments: boolean;
  /** Takes the tokens of a statement that is no call, such as an import; false: it is none of these. */
  statement(tokens: readonly LiteralToken[], names: Map<string, string>): boolean;
}

/** Undefined: there is more in it than such calls. */
export function readLiteralCalls(program: string, rules: CallRules): LiteralCall[] | undefined {
  const tokens = literalTokens(program, rules);
  if (!tokens) return undefined;
  const calls: LiteralCall[] = [];
  /** What a name of the program stands for: `from os import remove`. */
  const names = new Map<string, string>();
  let at = 0;
  const is = (sign: string) => tokens[at]?.kind === "sign" && tokens[at]?.text === sign;
  const eat = (sign: string) => {
    if (!is(sign)) return false;
    at += 1;
    return true;
  };

  const argumentList = (close: string, named: Map<string, string>): Literal[] | undefined => {
    const values: Literal[] = [];
    while (!eat(close)) {
      const [name, equals, value] = [tokens[at], tokens[at + 1], tokens[at + 2]];
      if (name?.kind === "name" && equals?.kind === "sign" && (equals.text === "=" || equals.text === ":")) {
        if (value?.kind !== "name" && value?.kind !== "text" && value?.kind !== "number") return undefined;
        named.set(name.text, value.text);
        at += 3;
      } else {
        const read = expression(named);
        if (read === undefined) return undefined;
        values.push(read);
      }
      if (!eat(",") && !is(close)) return undefined;
    }
    return values;
  };

  const single = (named: Map<string, string>): Literal | undefined => {
    const token = tokens[at];
    if (token?.kind === "text" || token?.kind === "number") {
      at += 1;
      return token.kind === "text" ? token.text : null;
    }
    if (eat("[")) {
      const list = argumentList("]", named);
      return list && { list: list.map((each) => (typeof each === "string" ? each : null)) };
    }
    if (eat("{")) return argumentList("}", named) && null;
    return token?.kind === "name" ? chain() : undefined;
  };

  const expression = (named: Map<string, string>): Literal | undefined => {
    let value = single(named);
    while (value !== undefined && (is("+") || is("*") || is("-"))) {
      at += 1;
      value = single(named) === undefined ? undefined : null;
    }
    return value;
  };

  /** A name, or a call; what a call returns is not known. */
  const chain = (): Literal | undefined => {
    const first = tokens[at];
    if (first?.kind !== "name") return undefined;
    at += 1;
    if (first.text === "my") return chain();
    let name = names.get(first.text) ?? first.text;
    const args: Literal[][] = [];
    const named = new Map<string, string>();
    for (;;) {
      if (eat(".")) {
        const next = tokens[at];
        if (next?.kind !== "name") return undefined;
        at += 1;
        name += `.${next.text}`;
      } else if (eat("(")) {
        const list = argumentList(")", named);
        if (!list) return undefined;
        args.push(list);
        if (!is(".")) break;
        name += "()";
      } else break;
    }
    const begins = tokens[at]?.kind;
    if (rules.bareArguments && args.length === 0 && (begins === "text" || begins === "number" || is("["))) {
      const list: Literal[] = [];
      do {
        const value = expression(named);
        if (value === undefined) return undefined;
        list.push(value);
      } while (eat(","));
      args.push(list);
    }
    if (args.length > 0) calls.push({ name, args, named });
    return null;
  };

  while (at < tokens.length) {
    if (tokens[at]?.kind === "end") {
      at += 1;
      continue;
    }
    const end = tokens.findIndex((token, index) => index >= at && token.kind === "end");
    if (rules.statement(tokens.slice(at, end), names)) at = end;
    else if (expression(new Map()) === undefined || tokens[at]?.kind !== "end") return undefined;
  }
  return calls;
}
