/** Claude Code's own rules: `permissions.deny` and `permissions.ask` of every layer count together. */
import type { Around } from "../host/around.ts";
import type { Environment, FileRules, Rules } from "../host/rules.ts";
import { allowsCommand } from "../rules/allowed-command.ts";
import { matchesSpecifier } from "../rules/command-pattern.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import { fileFindings, type ListGrammar, listFindings } from "../rules/permission-list.ts";
import { above, entriesOf, own, type RuleText, readRules, ruleTexts, top } from "../rules/rule-files.ts";
import { startedWith } from "../rules/started-with.ts";
import { unclear, verdictOf } from "../rules/verdict.ts";
import { readSettingsText, valueAt } from "../settings/read-settings.ts";
import { claudeSettings } from "./claude-code-settings.ts";

const files = [
  ...claudeSettings.map(above),
  // What an organisation's server sent is kept beside the person's own.
  ...["settings.json", "settings.local.json", "remote-settings.json"].map(own),
  ...["/etc/claude-code", "/Library/Application Support/ClaudeCode"].flatMap((folder) => [
    top(`${folder}/managed-settings.json`),
    top(`${folder}/managed-settings.d/*.json`),
  ]),
];

const grammar: ListGrammar = {
  shells: ["Bash"],
  means: matchesSpecifier,
  // It looks for such files among the words of a command, whatever its documents say of it.
  files: ["Read", "Edit", "Write", "MultiEdit", "NotebookEdit", "Glob", "Grep", "LS"],
  servers: [],
};

export const claudeRules: Rules = (call, around, env) => {
  const { texts, closed } = ruleTexts(around, files, [env.CLAUDE_PROJECT_DIR]);
  const verdict = judgeCommand(call, (command) => {
    const spoken = { ...grammar, shells: [...grammar.shells, call.tool] };
    return [
      ...closed,
      // Names of other tools alone, as programs that build on it give them, are about no command.
      ...startedWith(
        call,
        /--(?:disallowed-?tools|settings|managed-settings)/i,
        /^[\s=,]*(?:(?!Bash)[A-Z][A-Za-z]+[\s,]*)+$/,
      ),
      ...texts.flatMap((file) =>
        readRules(file, "json", (settings, where) => [
          // It closes the gate's state folder: no line of ours could run there.
          ...(valueAt(settings, ["sandbox", "enabled"]) === true ? [unclear(where, "its own sandbox is on")] : []),
          ...(["deny", "ask"] as const).flatMap((says) => {
            const value = valueAt(settings, ["permissions", says]);
            return listFindings(spoken, { says, name: `permissions.${says}`, value, where }, command, around);
          }),
        ]),
      ),
    ];
  });
  return verdict.kind === "none" && allowsCommand(call.tool, allowedIn(texts, around, env), call.command)
    ? { kind: "allowed" }
    : verdict;
};

/** Of the person and of this repository, where nobody says that only others count. */
function allowedIn(texts: readonly RuleText[], { root, ownFolder }: Around, env: Environment): string[] {
  if (texts.some(({ text }) => text.includes("allowManagedPermissionRulesOnly"))) return [];
  const inRoot = (env.CLAUDE_PROJECT_DIR ?? root) === root ? claudeSettings : [];
  const counting = [`${ownFolder}/settings.json`, ...inRoot.map((path) => `${root}/${path}`)];
  return texts.flatMap(({ place, where, text }) => {
    const read = counting.includes(place) ? readSettingsText(text, "json") : null;
    if (!read?.ok) return [];
    return entriesOf(valueAt(read.value, ["permissions", "allow"]), "permissions.allow", where).entries;
  });
}

export const claudeFileRules: FileRules = (call, around, env) => {
  const { texts, closed } = ruleTexts(around, files, [env.CLAUDE_PROJECT_DIR]);
  const found = texts.flatMap((file) =>
    readRules(file, "json", (settings, where) =>
      (["deny", "ask"] as const).flatMap((says) => {
        const value = valueAt(settings, ["permissions", says]);
        return fileFindings(grammar, { says, name: `permissions.${says}`, value, where }, call, around);
      }),
    ),
  );
  const atStart = startedWith(call, /--(?:disallowed-?tools|settings|managed-settings)/i);
  return verdictOf([...closed, ...atStart, ...found]);
};
