/** What can be completed, taken from the verbs' own definitions. */
import type { Verb } from "../command/verb.ts";

export interface CompletedOption {
  name: string;
  short: string | null;
  takesValue: boolean;
  help: string;
}

export interface CompletedVerb {
  name: string;
  summary: string;
  subverbs: string[];
  options: CompletedOption[];
}

export function completedVerb(verb: Verb): CompletedVerb {
  const options = Object.entries(verb.options ?? {}).map(([name, option]) => ({
    name,
    short: option.short ?? null,
    takesValue: option.type === "string",
    help: option.help,
  }));
  const everywhere = [
    { name: "json", short: null, takesValue: false, help: "print JSON" },
    { name: "help", short: "h", takesValue: false, help: "show the help" },
  ];
  return {
    name: verb.name,
    summary: verb.summary,
    subverbs: [...(verb.subverbs ?? [])],
    options: [...options, ...everywhere],
  };
}

/** In single quotes, as every one of the shells reads it; fish also reads backslashes there, so there must be none. */
export function quoted(text: string): string {
  return `'${text.replaceAll("\\", "").replaceAll("'", "’")}'`;
}
