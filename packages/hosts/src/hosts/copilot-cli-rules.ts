/**
 * Copilot CLI's own rules, as far as files hold them: what an administrator manages, servers that are denied, and lists
 * that speak of denying under whatever name.
 */
import type { Around } from "../host/around.ts";
import type { RuledCall, Rules } from "../host/rules.ts";
import { matchesPrefix, matchesSpecifier } from "../rules/command-pattern.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import { type ListGrammar, listFindings, namesServer, type ReadCommand } from "../rules/permission-list.ts";
import { above, entriesOf, own, readRules, ruleTexts, top } from "../rules/rule-files.ts";
import { startedWith } from "../rules/started-with.ts";
import { type Finding, matched, type Says, unclear } from "../rules/verdict.ts";
import type { Json, JsonMap } from "../settings/json-tree.ts";
import { isMap, valueAt } from "../settings/read-settings.ts";

const files = [
  ...[".github/copilot/settings.json", ".github/copilot/settings.local.json"].map(above),
  ...["settings.json", "config.json", "permissions-config.json", "permissions-config"].map(own),
  ...["/etc/github-copilot", "/Library/Application Support/GitHubCopilot"].map((folder) =>
    top(`${folder}/managed-settings.json`),
  ),
];

const grammar: ListGrammar = {
  shells: ["bash", "shell", "run_command"],
  means: (specifier, text) => matchesSpecifier(specifier, text) || matchesPrefix(specifier, text),
  // Where a command writes to them.
  files: ["Read", "Edit", "Write", "View", "Create"],
  servers: ["Domain", "url"],
};

export const copilotRules: Rules = (call, around) =>
  judgeCommand(call, (command) => {
    const { texts, closed } = ruleTexts(around, files);
    return [
      ...closed,
      ...startedWith(call, /--(?:deny-(?:tool|url)|excluded-tools|available-tools)/),
      ...texts.flatMap((file) =>
        readRules(file, "json", (settings, where) => [
          ...ruleLists(settings, []).flatMap((list) => inList(list, where, call, command, around)),
          ...outside(settings, where, command),
        ]),
      ),
    ];
  });

interface RuleList {
  says: Says;
  key: readonly string[];
  value: Json;
}

/** Its documents name few of them and its files may hold more: whatever is called so is taken at its word. */
function ruleLists(value: Json, key: readonly string[]): RuleList[] {
  if (!isMap(value) || key.length > 12) return [];
  return Object.entries(value).flatMap(([name, inner]): RuleList[] => {
    const at = [...key, name];
    // Those of other things than calls.
    if (/mcp|server|plugin|skill|market|path|folder|director/i.test(name)) return [];
    if (/deny|denied|denial|exclude|block/i.test(name)) return [{ says: "deny", key: at, value: inner }];
    return name === "ask" ? [{ says: "ask", key: at, value: inner }] : ruleLists(inner, at);
  });
}

function inList({ says, key, value }: RuleList, where: string, call: RuledCall, command: ReadCommand, around: Around) {
  const name = key.join(".");
  if (/url|domain/i.test(key.at(-1) ?? "")) {
    const { entries } = entriesOf(value, name, where);
    return entries.filter((one) => namesServer(one, command)).map((one) => matched(says, one, where));
  }
  const spoken = { ...grammar, shells: [...grammar.shells, call.tool] };
  return listFindings(spoken, { says, name, value: rulesIn(value), where }, command, around);
}

/** Texts, and the commands of an entry like those for what is approved. */
function rulesIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(rulesIn);
  if (!isMap(value)) return [];
  const commands = entriesOf(value.commandIdentifiers, "", "").entries.map((one) => `shell(${one})`);
  return value.kind === "commands" && commands.length === 0 ? ["shell"] : commands;
}

/** Where only some servers may be asked, a line that names none of them is denied; of one that does, who knows. */
function outside(settings: JsonMap, where: string, command: ReadCommand): Finding[] {
  const rule = "permissions.limitTo";
  const only = valueAt(settings, ["permissions", "limitTo"]);
  if (only === undefined || !command.whole.includes("://")) return [];
  const isInside = entriesOf(only, rule, where).entries.some((one) => namesServer(one, command));
  return [
    isInside
      ? unclear(where, `${rule} names some servers and the command may ask others`)
      : matched("deny", rule, where),
  ];
}
