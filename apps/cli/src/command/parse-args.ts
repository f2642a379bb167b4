/** From words to arguments; what a verb does not know is an error that says what it does know. */
import { parseArgs } from "node:util";
import type { Args, Verb } from "./verb.ts";

const everywhere = {
  json: { type: "boolean", help: "print JSON" },
  help: { type: "boolean", short: "h", help: "show this help" },
} as const;

export type ParsedArgs = { ok: true; args: Args; help: boolean; json: boolean } | { ok: false; message: string };

export function parseVerbArgs(verb: Pick<Verb, "name" | "options" | "passesOn">, given: readonly string[]): ParsedArgs {
  const first = verb.passesOn ? given.findIndex((word) => !word.startsWith("-") || word === "--") : -1;
  const words = first < 0 || given[first] === "--" ? given : given.toSpliced(first, 0, "--");
  const options = Object.fromEntries(
    Object.entries({ ...verb.options, ...everywhere }).map(([name, option]) => {
      const { type, multiple, short } = { multiple: false, short: undefined, ...option };
      return [name, { type, multiple, ...(short ? { short } : {}) }];
    }),
  );
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    const first = tokens.find(({ kind }) => kind === "positional" || kind === "option-terminator");
    const all = values as Record<string, string | boolean | (string | boolean)[] | undefined>;
    const list = (name: string) => [all[name] ?? []].flat().map(String);
    return {
      ok: true,
      help: all.help === true,
      json: all.json === true,
      args: {
        words: positionals,
        isAfterDashes: first?.kind === "option-terminator",
        list,
        text: (name) => list(name).at(-1),
        flag: (name) => all[name] === true,
      },
    };
  } catch (error) {
    const why = error instanceof Error ? error.message.split(". To specify")[0] : String(error);
    return { ok: false, message: `${why}. See \`intentgate ${verb.name} --help\`.` };
  }
}
