/** Gemini CLI's own rules: tools that settings leave out, and files of policies. */
import { basename, join, resolve } from "node:path";
import { matchesWildcard } from "@intentgate/documents";
import type { Around } from "../host/around.ts";
import type { Environment, RuledCall, Rules } from "../host/rules.ts";
import { matchesPrefix, matchesSpecifier } from "../rules/command-pattern.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import { occursIn } from "../rules/linear-pattern.ts";
import { anyText, type ListGrammar, listFindings, type ReadCommand } from "../rules/permission-list.ts";
import { above, entriesOf, own, type RulePlace, readRules, ruleTexts, textsAt, top } from "../rules/rule-files.ts";
import { startedWith } from "../rules/started-with.ts";
import { type Finding, matched, unclear } from "../rules/verdict.ts";
import type { Json, JsonMap } from "../settings/json-tree.ts";
import { isMap, member, valueAt } from "../settings/read-settings.ts";

const system = ["/etc/gemini-cli", "/Library/Application Support/GeminiCli"];
const settingsFiles = [
  above(".gemini/settings.json"),
  above(".gemini/extensions/*/gemini-extension.json"),
  own("settings.json"),
  own("extensions/*/gemini-extension.json"),
  ...system.flatMap((folder) => ["settings.json", "system-defaults.json"].map((file) => top(`${folder}/${file}`))),
];
const policyFiles = [
  ...["policies/*.toml", "extensions/*/policies/*.toml"].flatMap((path) => [above(`.gemini/${path}`), own(path)]),
  ...system.map((folder) => top(`${folder}/policies/*.toml`)),
];

function moved(env: Environment, around: Around): RulePlace[] {
  const paths = [env.GEMINI_CLI_SYSTEM_SETTINGS_PATH, env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH];
  return paths.flatMap((path) => (path ? [top(resolve(around.startedIn, path))] : []));
}

const grammar: ListGrammar = {
  shells: ["run_shell_command", "ShellTool", "Shell"],
  means: (specifier, text) => matchesSpecifier(specifier, text) || matchesPrefix(specifier, text),
  files: [],
  servers: [],
};

const lists = [
  { says: "deny", at: ["tools", "exclude"] },
  { says: "deny", at: ["excludeTools"] },
  { says: "ask", at: ["tools", "confirmationRequired"] },
] as const;

/** Of these, one with a command in brackets keeps every other command from running. */
const onlyLists = [["tools", "core"], ["coreTools"], ["tools", "allowed"], ["allowedTools"]] as const;

export const geminiRules: Rules = (call, around, env) =>
  judgeCommand(call, (command) => {
    const also = [env.GEMINI_PROJECT_DIR, env.GEMINI_CWD, env.GEMINI_CLI_HOME];
    const settings = ruleTexts(around, [...settingsFiles, ...moved(env, around)], also);
    const named: string[] = [];
    const found = settings.texts.flatMap((file) =>
      readRules(file, "json", (read, where) => {
        named.push(...policyPaths(read, around));
        return settingsFindings(read, where, call, command, around);
      }),
    );
    const policies = ruleTexts(around, policyFiles, also);
    const more = textsAt(around, named);
    return [
      ...startedWith(call, /--(?:admin-)?policy|--exclude-tools/),
      ...substitutions(command),
      ...[...settings.closed, ...policies.closed, ...more.closed],
      ...found,
      ...[...policies.texts, ...more.texts].flatMap((file) =>
        readRules(file, "toml", (policy, where) => policyFindings(policy, where, call, command)),
      ),
    ];
  });

/** It runs none of these itself, whatever a hook says; of a line in their place it would be told that it ran. */
function substitutions({ whole }: ReadCommand): Finding[] {
  const found = /\$\(|`|[<>]\(/.exec(whole)?.[0];
  return found === undefined ? [] : [matched("deny", `commands with ${found}`, "Gemini CLI itself")];
}

function settingsFindings(settings: JsonMap, where: string, call: RuledCall, command: ReadCommand, around: Around) {
  const spoken = { ...grammar, shells: [...grammar.shells, call.tool] };
  const rules = lists.flatMap(({ says, at }) =>
    listFindings(spoken, { says, name: at.join("."), value: valueAt(settings, at), where }, command, around),
  );
  const only = onlyLists.flatMap((at) => {
    const { entries, odd } = entriesOf(valueAt(settings, at), at.join("."), where);
    const isOnly = entries.some((entry) => spoken.shells.some((shell) => entry.trim().startsWith(`${shell}(`)));
    const why = `only what ${at.join(".")} lists may run, and a command in a box is not what it lists`;
    return [...odd, ...(isOnly ? [unclear(where, why)] : [])];
  });
  return [...rules, ...only];
}

/** Folders and files that settings name. */
function policyPaths(settings: JsonMap, around: Around): string[] {
  return ["policyPaths", "adminPolicyPaths"].flatMap((name) =>
    entriesOf(member(settings, name), name, "").entries.flatMap((path) => {
      const place = resolve(
        around.startedIn,
        path.replace(/^~(?=\/|$)/, () => around.home),
      );
      const inside = around.list(place).filter((file) => file.endsWith(".toml"));
      return basename(place).endsWith(".toml") ? [place] : inside.map((file) => join(place, file));
    }),
  );
}

function policyFindings(policy: JsonMap, where: string, call: RuledCall, command: ReadCommand): Finding[] {
  const rules = tables(policy, "rule", where, (rule): Finding[] => {
    const decision = member(rule, "decision");
    if (decision === "allow" || !isPolicyMet(rule, call, command)) return [];
    if (decision === "deny") return [matched("deny", shownRule(rule), where)];
    if (decision === "ask_user") return [matched("ask", shownRule(rule), where)];
    return [unclear(where, `a rule says ${JSON.stringify(decision) ?? "nothing"}`)];
  });
  const checkers = tables(policy, "safety_checker", where, (rule) =>
    isPolicyMet(rule, call, command) ? [unclear(where, "a safety checker looks at the command")] : [],
  );
  return [...rules, ...checkers];
}

function tables(policy: JsonMap, name: string, where: string, find: (rule: JsonMap) => Finding[]): Finding[] {
  const value = member(policy, name);
  if (value === undefined) return [];
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return list.flatMap((rule) =>
    isMap(rule) ? find(rule) : [unclear(where, `${name} holds something that is no rule`)],
  );
}

/** Modes, subagents and what else narrows a rule are not asked for: nobody tells us of them. */
function isPolicyMet(rule: JsonMap, call: RuledCall, command: ReadCommand): boolean {
  if (member(rule, "mcpName") !== undefined) return false;
  const names = textsOf(member(rule, "toolName"));
  const isShell = [...grammar.shells, call.tool].some((shell) => names.some((name) => matchesWildcard(name, shell)));
  if (names.length > 0 && !isShell) return false;
  const prefixes = textsOf(member(rule, "commandPrefix"));
  if (prefixes.length > 0) {
    return prefixes.some((prefix) => isAny(command, (text) => matchesPrefix(prefix, text)));
  }
  const [expression] = textsOf(member(rule, "commandRegex"));
  if (expression !== undefined) return isInArguments(`"command":"${expression}`, command);
  const [argumentsPattern] = textsOf(member(rule, "argsPattern"));
  return argumentsPattern === undefined || isInArguments(argumentsPattern, command);
}

/** It looks into the arguments as JSON, of which only the command is known here; newer versions mark their ends. */
function isInArguments(expression: string, command: ReadCommand): boolean {
  if (/dir_path|directory|description|is_background/.test(expression)) return true;
  return isAny(command, (text) => {
    const json = `"command":${JSON.stringify(text)}`;
    return [`{${json}}`, `{\0${json}\0}`].some((given) => occursIn(expression, given) ?? true);
  });
}

function isAny({ whole, commands }: ReadCommand, is: (text: string) => boolean): boolean {
  return is(whole) || anyText(commands, is);
}

function textsOf(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return list.filter((one) => typeof one === "string");
}

function shownRule(rule: JsonMap): string {
  const keys = ["toolName", "commandPrefix", "commandRegex", "argsPattern"];
  return keys.flatMap((key) => (Object.hasOwn(rule, key) ? [`${key} = ${JSON.stringify(rule[key])}`] : [])).join(", ");
}
