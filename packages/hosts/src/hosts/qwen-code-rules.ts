/** Qwen Code's own rules: lists like Claude Code's, and the older ones of tools that are left out. */
import { resolve } from "node:path";
import type { Around } from "../host/around.ts";
import type { Environment, FileRules, Rules } from "../host/rules.ts";
import { matchesPrefix, matchesSpecifier } from "../rules/command-pattern.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import { fileFindings, type ListGrammar, listFindings } from "../rules/permission-list.ts";
import { above, own, type RulePlace, readRules, ruleTexts, top } from "../rules/rule-files.ts";
import { startedWith } from "../rules/started-with.ts";
import { verdictOf } from "../rules/verdict.ts";
import { valueAt } from "../settings/read-settings.ts";

const files = [
  above(".qwen/settings.json"),
  above(".qwen/extensions/*/qwen-extension.json"),
  own("settings.json"),
  own("extensions/*/qwen-extension.json"),
  ...["settings.json", "system-defaults.json"].flatMap((file) => [
    top(`/etc/qwen-code/${file}`),
    top(`/Library/Application Support/QwenCode/${file}`),
  ]),
];

/** Files that a variable puts in the place of others. */
function moved(env: Environment, around: Around): RulePlace[] {
  const home = env.QWEN_HOME ? `${env.QWEN_HOME}/settings.json` : undefined;
  const paths = [env.QWEN_CODE_SYSTEM_SETTINGS_PATH, env.QWEN_CODE_SYSTEM_DEFAULTS_PATH, home];
  return paths.flatMap((path) => (path ? [top(resolve(around.startedIn, path))] : []));
}

const lists = [
  { says: "deny", at: ["permissions", "deny"] },
  { says: "ask", at: ["permissions", "ask"] },
  { says: "deny", at: ["tools", "exclude"] },
  { says: "deny", at: ["tools", "disabled"] },
  { says: "deny", at: ["excludeTools"] },
] as const;

const grammar: ListGrammar = {
  shells: ["run_shell_command", "Shell", "ShellTool", "Bash"],
  // Without a star the words are a beginning.
  means: (specifier, text) => matchesSpecifier(specifier, text) || matchesPrefix(specifier, text),
  files: [
    ...["Read", "ReadFile", "ReadFileTool", "read_file", "Grep", "GrepTool", "grep_search", "search_file_content"],
    ...[
      "Glob",
      "GlobTool",
      "glob",
      "ListFiles",
      "ListFilesTool",
      "list_directory",
      "Edit",
      "EditTool",
      "edit",
      "replace",
    ],
    ...["Write", "WriteFile", "WriteFileTool", "write_file", "NotebookEdit", "notebook_edit"],
  ],
  servers: ["WebFetch", "WebFetchTool", "web_fetch"],
};

export const qwenRules: Rules = (call, around, env) =>
  judgeCommand(call, (command) => {
    const { texts, closed } = ruleTexts(around, [...files, ...moved(env, around)], [env.QWEN_PROJECT_DIR]);
    const spoken = { ...grammar, shells: [...grammar.shells, call.tool] };
    return [
      ...closed,
      ...texts.flatMap((file) =>
        readRules(file, "json", (settings, where) =>
          lists.flatMap(({ says, at }) => {
            const value = valueAt(settings, at);
            return listFindings(spoken, { says, name: at.join("."), value, where }, command, around);
          }),
        ),
      ),
    ];
  });

export const qwenFileRules: FileRules = (call, around, env) => {
  const { texts, closed } = ruleTexts(around, [...files, ...moved(env, around)], [env.QWEN_PROJECT_DIR]);
  const found = texts.flatMap((file) =>
    readRules(file, "json", (settings, where) =>
      lists.flatMap(({ says, at }) =>
        fileFindings(grammar, { says, name: at.join("."), value: valueAt(settings, at), where }, call, around),
      ),
    ),
  );
  const atStart = startedWith(call, /--(?:exclude-?tools|disallowed-?tools|settings)/i);
  return verdictOf([...closed, ...atStart, ...found]);
};
