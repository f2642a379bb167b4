/** Splits arguments into options and operands by what a program declares; an option not declared is no answer. */
import type { Word } from "./program.ts";

/** How many values an option takes; `attached` = only as `-xVALUE` or `--name=VALUE`, `maybe` = the same, or none. */
type Takes = 0 | 1 | 2 | "attached" | "maybe";

export interface OptionTable {
  options: ReadonlyMap<string, { name: string; takes: Takes }>;
  /** Every long option of the program is declared: a beginning that fits one of them alone stands for it. */
  complete: boolean;
}

export interface SplitStyle {
  /** Options end at the first operand, as in `env` and `nice`. */
  operandsEndOptions?: boolean;
  /** A value in a word of its own may look like an option: `grep -e -x`. */
  valuesMayLookLikeOptions?: boolean;
  /** `first`: of a word only the first letter counts; `apart`: a value never stands in the same word. */
  letters?: "first" | "apart";
}

export interface SplitArguments {
  /** In the order given; a value is null where none was given. */
  options: readonly { name: string; value: Word | null }[];
  operands: readonly Word[];
  /** How many words were taken before the first operand that ends the options. */
  used: number;
  /** A word that only the running shell knows stands where an option could stand. */
  mayHideOption: boolean;
  has(...names: string[]): boolean;
  /** The last value given. */
  value(...names: string[]): Word | undefined;
  values(...names: string[]): Word[];
}

/**
 * Declarations are words: `-abc` are flags of one letter; `o|output:` takes a value, `arg::` two, `format=` an attached
 * one, `color?` may have an attached one; the first name is the one asked for. `...` says that no long option is missing.
 * They are read when the table is first asked for something: of all tables a command needs one or two.
 */
export function optionTable(...declarations: string[]): OptionTable {
  let table: OptionTable | null = null;
  const read = () => {
    table ??= readTable(declarations);
    return table;
  };
  return {
    get options() {
      return read().options;
    },
    get complete() {
      return read().complete;
    },
  };
}

function readTable(declarations: readonly string[]): OptionTable {
  const options = new Map<string, { name: string; takes: Takes }>();
  let complete = false;
  for (const declaration of declarations.join(" ").split(/\s/)) {
    if (declaration === "") continue;
    if (declaration === "...") complete = true;
    else if (declaration.startsWith("-")) {
      for (const letter of declaration.slice(1)) options.set(letter, { name: letter, takes: 0 });
    } else {
      const [bare, takes] = suffixOf(declaration);
      const names = bare.split("|");
      for (const name of names) options.set(name, { name: names[0] ?? name, takes });
    }
  }
  return { options, complete };
}

function suffixOf(declaration: string): [string, Takes] {
  if (declaration.endsWith("::")) return [declaration.slice(0, -2), 2];
  if (declaration.endsWith(":")) return [declaration.slice(0, -1), 1];
  if (declaration.endsWith("=")) return [declaration.slice(0, -1), "attached"];
  if (declaration.endsWith("?")) return [declaration.slice(0, -1), "maybe"];
  return [declaration, 0];
}

export function splitArguments(
  table: OptionTable,
  words: readonly Word[],
  style: SplitStyle = {},
): SplitArguments | undefined {
  const options: { name: string; value: Word | null }[] = [];
  const operands: Word[] = [];
  let mayHideOption = false;
  let at = 0;

  /** Takes the values that stand in words of their own. */
  const take = (name: string, count: number): boolean => {
    for (let taken = 0; taken < count; taken += 1) {
      at += 1;
      const value = words[at];
      if (!value) return false;
      if (value.text === null) mayHideOption ||= !value.single && !value.glob;
      // Were the option one without a value after all, this word would be an option that nobody looked at.
      else if (!style.valuesMayLookLikeOptions && looksLikeOption(value.text)) return false;
      options.push({ name, value });
    }
    return true;
  };

  for (; at < words.length; at += 1) {
    const word = words[at];
    if (!word) break;
    const { text } = word;
    if (text === "--") {
      operands.push(...words.slice(at + 1));
      at += 1;
      break;
    }
    if (text === null || text === "-" || !text.startsWith("-")) {
      // What a pattern stands for is looked at where the files are.
      if (text === null && !word.glob) mayHideOption = true;
      if (style.operandsEndOptions) {
        operands.push(...words.slice(at));
        break;
      }
      operands.push(word);
      continue;
    }
    if (word.glob) {
      // Whatever names it stands for, each is this option with another value.
      const named = /^--((?:in|ex)clude(?:-dir)?)=/.exec(text)?.[1];
      const option = named === undefined ? undefined : table.options.get(named);
      if (!option || option.takes === 0 || option.takes === 2) return undefined;
      options.push({ name: option.name, value: { text: null, glob: false } });
      continue;
    }
    if (text.startsWith("--")) {
      const equals = text.indexOf("=");
      const option = longOption(table, text.slice(2, equals < 0 ? undefined : equals));
      if (!option) return undefined;
      if (equals >= 0) {
        if (option.takes === 0 || option.takes === 2) return undefined;
        options.push({ name: option.name, value: { text: text.slice(equals + 1), glob: false } });
      } else if (option.takes === 1 || option.takes === 2) {
        if (!take(option.name, option.takes)) return undefined;
      } else if (option.takes === "attached") return undefined;
      else options.push({ name: option.name, value: null });
      continue;
    }
    for (let letter = 1; letter < text.length; letter += 1) {
      const option = table.options.get(text[letter] ?? "");
      if (!option) return undefined;
      const attached = text.slice(letter + 1);
      if (option.takes === 0) {
        if (style.letters === "first" && attached !== "") return undefined;
        options.push({ name: option.name, value: null });
        continue;
      }
      if (attached !== "") {
        if (option.takes === 2 || style.letters === "apart") return undefined;
        options.push({ name: option.name, value: { text: attached, glob: false } });
        break;
      } else if (option.takes === "maybe") options.push({ name: option.name, value: null });
      else if (option.takes === "attached" || !take(option.name, option.takes)) return undefined;
    }
  }

  return new Split(options, operands, at, mayHideOption);
}

class Split implements SplitArguments {
  constructor(
    readonly options: SplitArguments["options"],
    readonly operands: readonly Word[],
    readonly used: number,
    readonly mayHideOption: boolean,
  ) {}

  has(...names: string[]): boolean {
    for (const { name } of this.options) if (names.includes(name)) return true;
    return false;
  }

  value(...names: string[]): Word | undefined {
    return this.options.findLast(({ name, value }) => value !== null && names.includes(name))?.value ?? undefined;
  }

  values(...names: string[]): Word[] {
    const values: Word[] = [];
    for (const { name, value } of this.options) if (value && names.includes(name)) values.push(value);
    return values;
  }
}

function looksLikeOption(text: string): boolean {
  const [dash, next = ""] = text;
  return dash === "-" && next !== "" && !(next >= "0" && next <= "9");
}

function longOption(table: OptionTable, name: string): { name: string; takes: Takes } | undefined {
  // `--o` must not find the option of one letter.
  const exact = name.length > 1 ? table.options.get(name) : undefined;
  if (exact || !table.complete || name === "") return exact;
  const fits = [...table.options].filter(([each]) => each.length > 1 && each.startsWith(name));
  const names = new Set(fits.map(([, option]) => option.name));
  return names.size === 1 ? fits[0]?.[1] : undefined;
}
