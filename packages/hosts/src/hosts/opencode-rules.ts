/** opencode's own rules: maps from patterns to answers, of which the last that fits counts; of agents too, as nobody says which one runs. */
import { dirname, posix, resolve } from "node:path";
import { readYaml } from "@intentgate/documents";
import type { Around } from "../host/around.ts";
import type { Environment, RuledCall, Rules } from "../host/rules.ts";
import { matchesGlob } from "../rules/command-pattern.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import type { ReadCommand } from "../rules/permission-list.ts";
import type { CommandForms } from "../rules/read-command.ts";
import { above, own, type RulePlace, type RuleText, readRules, ruleTexts, top } from "../rules/rule-files.ts";
import { type Finding, matched, unclear } from "../rules/verdict.ts";
import type { Json, JsonMap } from "../settings/json-tree.ts";
import { isMap, member } from "../settings/read-settings.ts";
import { isBelow } from "../silence/folder-trust.ts";

const names = ["opencode.json", "opencode.jsonc"];
const agents = [
  ...["agent", "agents"].flatMap((folder) => ["*.md", "*/*.md", "*/*/*.md"].map((path) => `${folder}/${path}`)),
  ...["mode/*.md", "modes/*.md"],
];

const settingsFiles = [
  ...names.flatMap((name) => [above(name), above(`.opencode/${name}`), own(name)]),
  own("config.json"),
  ...["/etc/opencode", "/Library/Application Support/opencode"].flatMap((folder) =>
    names.map((name) => top(`${folder}/${name}`)),
  ),
];
const agentFiles = agents.flatMap((path) => [above(`.opencode/${path}`), own(path)]);

/** Folders and a file that variables name. */
function moved(env: Environment, around: Around): { settings: RulePlace[]; agents: RulePlace[] } {
  const folders = [env.OPENCODE_CONFIG_DIR, env.XDG_CONFIG_HOME && `${env.XDG_CONFIG_HOME}/opencode`];
  const placed = (path: string) => resolve(around.startedIn, path);
  const inside = (paths: readonly string[]) =>
    folders.flatMap((folder) => (folder ? paths.map((path) => top(`${placed(folder)}/${path}`)) : []));
  const file = env.OPENCODE_CONFIG ? [top(placed(env.OPENCODE_CONFIG))] : [];
  return { settings: [...inside([...names, "config.json"]), ...file], agents: inside(agents) };
}

export const opencodeRules: Rules = (call, around, env) =>
  judgeCommand(call, (command) => {
    const also = moved(env, around);
    const settings = ruleTexts(around, [...settingsFiles, ...also.settings]);
    const agents = ruleTexts(around, [...agentFiles, ...also.agents]);
    const given = ["OPENCODE_CONFIG_CONTENT", "OPENCODE_PERMISSION"].flatMap((where) => {
      const text = env[where];
      return text ? [{ where, text: where === "OPENCODE_PERMISSION" ? `{"permission": ${text}}` : text }] : [];
    });
    const asked = { call, command, around };
    return [
      ...settings.closed,
      ...agents.closed,
      ...[...settings.texts, ...given].flatMap((file) =>
        readRules(file, "json", (read, where) => settingsFindings(read, where, asked)),
      ),
      ...agents.texts.flatMap((file) => agentFindings(file, asked)),
    ];
  });

interface Asked {
  call: RuledCall;
  command: ReadCommand;
  around: Around;
}

function settingsFindings(settings: JsonMap, where: string, asked: Asked): Finding[] {
  const inner = ["agent", "mode"].flatMap((kind) => {
    const listed = member(settings, kind);
    return isMap(listed) ? Object.entries(listed).map(([name, one]) => ({ at: `${kind}.${name}.`, one })) : [];
  });
  return [{ at: "", one: settings as Json }, ...inner].flatMap(({ at, one }) => [
    ...toolFindings(member(one, "tools"), `${at}tools`, where, asked),
    ...permissionFindings(member(one, "permission"), `${at}permission`, where, asked),
  ]);
}

/** The head of an agent's file is YAML. */
function agentFindings({ text, where }: RuleText, asked: Asked): Finding[] {
  const head = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  if (head === undefined || !/permission|tools/.test(head)) return [];
  const read = readYaml(head, where, "BAD_SETTINGS");
  if (!read.ok) return [unclear(where, `its head cannot be read (${read.problems[0]?.message ?? "no YAML"})`)];
  return read.value.value === null ? [] : settingsFindings(read.value.value, where, asked);
}

/** Tools that are switched off. */
function toolFindings(value: Json | undefined, at: string, where: string, { call }: Asked): Finding[] {
  if (value === undefined) return [];
  if (!isMap(value)) return [unclear(where, `${at} holds no names`)];
  const last = Object.entries(value).findLast(([name]) => isTool(name, call));
  if (last === undefined || last[1] === true) return [];
  const rule = `${at}.${last[0]}`;
  return [last[1] === false ? matched("deny", rule, where) : unclear(where, `${rule} is neither on nor off`)];
}

function isTool(name: string, call: RuledCall): boolean {
  return matchesGlob(name, "bash") || matchesGlob(name, call.tool);
}

interface Answer {
  /** What is asked for: `bash`, `external_directory`, a star. */
  of: string;
  pattern: string;
  says: Json;
}

function permissionFindings(value: Json | undefined, at: string, where: string, asked: Asked): Finding[] {
  if (value === undefined || value === null) return [];
  const { call, command, around } = asked;
  const answers = answersIn(value);
  const commands = command.commands.filter(({ words, starts }) => !folderChanges.has(words[starts[0] ?? 0] ?? ""));
  const found = commands.flatMap(({ texts }) =>
    texts.flatMap((text) => lastAnswer(answers, ({ of }) => isTool(of, call), text, around)),
  );
  const outside = command.commands.flatMap((forms) =>
    foldersOutside(forms, around).flatMap((folder) =>
      lastAnswer(answers, ({ of }) => matchesGlob(of, "external_directory"), `${folder}/*`, around),
    ),
  );
  return [...found, ...outside].flatMap(({ of, pattern, says }): Finding[] => {
    const rule = `${at}.${of}: ${pattern}`;
    if (says === "allow") return [];
    return [
      says === "deny" || says === "ask" ? matched(says, rule, where) : unclear(where, `${rule} says no known word`),
    ];
  });
}

function answersIn(permission: Json): Answer[] {
  if (!isMap(permission)) return [{ of: "*", pattern: "*", says: permission }];
  return Object.entries(permission).flatMap(([of, value]): Answer[] =>
    isMap(value)
      ? Object.entries(value).map(([pattern, says]) => ({ of, pattern, says }))
      : [{ of, pattern: "*", says: value }],
  );
}

function lastAnswer(
  answers: readonly Answer[],
  is: (answer: Answer) => boolean,
  text: string,
  { home }: Around,
): Answer[] {
  const last = answers.findLast((answer) => is(answer) && fits(answer.pattern, text, home));
  return last === undefined ? [] : [last];
}

/** What the file puts in for a variable or another file is not known: such a pattern fits everything. */
function fits(pattern: string, text: string, home: string): boolean {
  if (/\{(?:env|file):/.test(pattern)) return true;
  const placed = pattern.replace(/^(?:~|\$HOME)(?=\/|$)/, () => home);
  const slashed = text.replaceAll("\\", "/");
  return [pattern, placed].some((one) => matchesGlob(one, text) || matchesGlob(one.replaceAll("\\", "/"), slashed));
}

const folderChanges = new Set(["cd", "chdir", "pushd", "popd"]);
/** The programs whose arguments it takes for files. */
const fileChanges = new Set([...folderChanges, "rm", "cp", "mv", "mkdir", "touch", "chmod", "chown", "cat"]);

function foldersOutside({ words, starts }: CommandForms, { root, startedIn, home }: Around): string[] {
  return starts.flatMap((start) => {
    if (!fileChanges.has(words[start] ?? "")) return [];
    const paths = words.slice(start + 1).filter((word) => !word.startsWith("-"));
    return paths.flatMap((word) => {
      const path = posix.resolve(
        startedIn,
        word.replace(/^(?:~|\$HOME)(?=\/|$)/, () => home),
      );
      return isBelow(path, root) || isBelow(path, startedIn) ? [] : [path, dirname(path)];
    });
  });
}
