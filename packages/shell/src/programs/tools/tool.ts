/** A tool with subcommands as a row: the few ways of use that only show something; all others are not known. */
import { type OptionTable, optionTable, splitArguments } from "../../uses/options.ts";
import { onlyReads, type Program, type Word } from "../../uses/program.ts";

export interface Tool {
  /** Separated by spaces. */
  names: string;
  /** Options that may stand before the subcommand, and behind it too. */
  anywhere?: string;
  /** Each a way of use: subcommand words, then a colon and its options; operands are names to show, `!` = there are none. */
  shows: readonly string[];
  /** Arguments that, alone, make it tell about itself, besides `--version` and `--help`. */
  tells?: string;
  /** Subcommands whose operands are plain names: a path or an address would be fetched, loaded or run. */
  named?: string;
  /** It loads files of the project before it looks at its options, so that it tells nothing for free. */
  loadsFirst?: true;
  /** Subcommands of its own whose `--help` prints and ends; of others it is not known who gets to see it. */
  helps?: string;
}

export function tool(row: Tool): Program {
  const anywhere = row.anywhere ?? "";
  const before = optionTable(anywhere);
  let ways: readonly Way[] | null = null;
  const tells = new Set([...(row.loadsFirst ? [] : ["--version", "--help"]), ...words(row.tells)]);
  const helps = new Set(words(row.helps));
  const named = new Set(words(row.named));
  return {
    names: words(row.names),
    ...(row.loadsFirst ? { loadsFirst: row.loadsFirst } : {}),
    use(args) {
      const [first, second] = args;
      if (args.length === 1 && tells.has(first?.text ?? "")) return onlyReads([]);
      if (args.length === 2 && helps.has(first?.text ?? "") && second?.text === "--help") return onlyReads([]);
      const split = splitArguments(before, args, { operandsEndOptions: true });
      if (split?.options.some(({ value }) => value?.text === null)) return undefined;
      // Some ways of use are options themselves: `dpkg -l`.
      const rest = split?.operands ?? args;
      if (named.has(rest[0]?.text ?? "") && !rest.slice(1).every(isPlainName)) return undefined;
      ways ??= row.shows.map((way) => wayOf(way, anywhere));
      return ways.some((way) => fits(way, rest)) ? onlyReads([]) : undefined;
    },
  };
}

/** `@scope/name@1.2`, `dist-tags.latest`; a file of packed files would be opened. */
function isPlainName({ text }: Word): boolean {
  if (text === null || /\.(?:tgz|tar|tar\.gz|rb|json)$/i.test(text)) return false;
  return /^(?:@[A-Za-z0-9][A-Za-z0-9._-]*\/)?[A-Za-z0-9-][A-Za-z0-9._[\]+-]*(?:@[A-Za-z0-9.^~<>=|*+-]*)?$/.test(text);
}

interface Way {
  words: readonly string[];
  options: OptionTable;
  isAlone: boolean;
}

function wayOf(way: string, anywhere: string): Way {
  const colon = way.indexOf(":");
  const [verbs, options] = colon < 0 ? [way, ""] : [way.slice(0, colon), way.slice(colon + 1)];
  const isAlone = verbs.endsWith("!");
  return { words: words(verbs.replace("!", "")), options: optionTable(`${anywhere} ${options}`), isAlone };
}

function fits(way: Way, args: readonly Word[]): boolean {
  if (!way.words.every((word, at) => args[at]?.text === word)) return false;
  const split = splitArguments(way.options, args.slice(way.words.length));
  return split !== undefined && !split.mayHideOption && !(way.isAlone && split.operands.length > 0);
}

function words(text = ""): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
