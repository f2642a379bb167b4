/** Lists of rules like `Bash`, `Bash(git push *)` and `Read(./.env)`, as several hosts have them. */
import { matchesWildcard } from "@intentgate/documents";
import type { Around } from "../host/around.ts";
import type { RuledFiles } from "../host/rules.ts";
import type { Json } from "../settings/json-tree.ts";
import { namesPath } from "./path-pattern.ts";
import type { CommandForms, CommandReading } from "./read-command.ts";
import { entriesOf } from "./rule-files.ts";
import { type Finding, matched, type Says, unclear } from "./verdict.ts";

export interface ListGrammar {
  /** Every name under which its rules know the tool that runs commands. */
  shells: readonly string[];
  /** Whether what stands in brackets means a command. */
  means(specifier: string, text: string): boolean;
  /** The tools whose rules about files it holds against the words of a command too. */
  files: readonly string[];
  /** The tools whose rules about servers it holds against the words of a command too. */
  servers: readonly string[];
}

/** `naming`: the commands whose words are held against rules about files. */
export type ReadCommand = Extract<CommandReading, { whole: string }> & { naming: readonly CommandForms[] };

export function listFindings(
  grammar: ListGrammar,
  list: { says: Says; name: string; value: Json | undefined; where: string },
  command: ReadCommand,
  around: Around,
): Finding[] {
  const { entries, odd } = entriesOf(list.value, list.name, list.where);
  const found = entries.flatMap((entry): Finding[] => {
    const rule = parseRule(entry);
    if (rule === null) return isAbout(grammar, entry) ? [unclear(list.where, `${entry} is no whole rule`)] : [];
    return applies(grammar, rule, command, around) ? [matched(list.says, entry, list.where)] : [];
  });
  return [...found, ...odd];
}

/** Of a call that changes files: any rule about files that leads to one of them, whatever tool it names. */
export function fileFindings(
  grammar: Pick<ListGrammar, "files">,
  list: { says: Says; name: string; value: Json | undefined; where: string },
  { tool, paths }: RuledFiles,
  around: Around,
): Finding[] {
  const { entries, odd } = entriesOf(list.value, list.name, list.where);
  const isMeant = (entry: string): boolean | null => {
    const rule = parseRule(entry);
    if (rule === null) return null;
    if (!hasName([...grammar.files, tool], rule.tool)) return false;
    const { specifier } = rule;
    if (specifier === null || specifier.trim() === "") return true;
    return paths.some((path) => namesPath(specifier, formsOf(path), around));
  };
  const found = entries.flatMap((entry): Finding[] => {
    const meant = isMeant(entry);
    if (meant === null) return [unclear(list.where, `${entry} is no whole rule`)];
    return meant ? [matched(list.says, entry, list.where)] : [];
  });
  return [...found, ...odd];
}

/** A path alone: no command, and no word but itself. */
const formsOf = (path: string): CommandForms => ({
  texts: [],
  words: [],
  starts: [],
  named: [path],
  hasRedirect: false,
});

interface ListRule {
  tool: string;
  /** Null: every call of the tool. */
  specifier: string | null;
}

/** Null where a bracket is never closed. */
function parseRule(entry: string): ListRule | null {
  const rule = entry.trim();
  const bracket = rule.indexOf("(");
  if (bracket < 0) return { tool: rule, specifier: null };
  return rule.endsWith(")") ? { tool: rule.slice(0, bracket).trim(), specifier: rule.slice(bracket + 1, -1) } : null;
}

function isAbout({ shells }: ListGrammar, entry: string): boolean {
  const [tool = ""] = entry.split("(");
  return hasName(shells, tool.trim());
}

function applies(grammar: ListGrammar, { tool, specifier }: ListRule, command: ReadCommand, around: Around): boolean {
  if (hasName(grammar.shells, tool)) {
    return specifier === null || specifier.trim() === "" || isMeant(grammar, specifier, command);
  }
  if (specifier === null) return false;
  if (hasName(grammar.files, tool)) return command.naming.some((forms) => namesPath(specifier, forms, around));
  return hasName(grammar.servers, tool) && namesServer(specifier, command);
}

/** The whole line too: a rule may be about the signs between its commands. */
function isMeant({ means }: ListGrammar, specifier: string, { whole, commands }: ReadCommand): boolean {
  return means(specifier, whole) || anyText(commands, (text) => means(specifier, text));
}

export function anyText(commands: readonly CommandForms[], is: (text: string) => boolean): boolean {
  return commands.some(({ texts }) => texts.some(is));
}

/** Hosts differ in capitals, and some take `*` in the name of a tool. */
function hasName(names: readonly string[], tool: string): boolean {
  const wanted = tool.toLowerCase();
  return wanted !== "" && names.some((name) => matchesWildcard(wanted, name.toLowerCase()));
}

/** A server's name anywhere in the line; `*.` before it stands for any part of the name. */
export function namesServer(specifier: string, { whole }: ReadCommand): boolean {
  const server = specifier
    .trim()
    .toLowerCase()
    .replace(/^(?:domain|url):/, "")
    .replace(/^[a-z]+:\/\//, "")
    .replace(/^\*\.?/, "")
    .trim();
  if (server === "") return whole.includes(".") || whole.includes("localhost");
  return matchesWildcard(`*${server}*`, whole.toLowerCase());
}
