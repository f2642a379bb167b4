/** opencode's own rules: maps from patterns to answers, of which the last that fits counts; of agents too, as nobody says which one runs. */
import { dirname, join, posix, resolve } from "node:path";
import { readYaml } from "@intentgate/documents";
import type { Around } from "../host/around.ts";
import type { Environment, RuledCall, Rules } from "../host/rules.ts";
import { matchesGlob } from "../rules/command-pattern.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import type { ReadCommand } from "../rules/permission-list.ts";
import type { CommandForms } from "../rules/read-command.ts";
import { above, own, type RulePlace, type RuleText, readRules, ruleTexts, textsAt, top } from "../rules/rule-files.ts";
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
  const folders = [
    ...[env.OPENCODE_CONFIG_DIR, env.OPENCODE_TEST_MANAGED_CONFIG_DIR],
    env.XDG_CONFIG_HOME && `${env.XDG_CONFIG_HOME}/opencode`,
  ];
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
    const layers: Layer[] = [];
    const keep = (read: JsonMap, where: string): Finding[] => {
      layers.push(...layersIn(read, where));
      return [];
    };
    const odd = [
      ...[...settings.texts, ...given].flatMap((file) => readRules(file, "json", keep)),
      ...agents.texts.flatMap((file) => headOf(file, keep)),
    ];
    // It merges them, and a key that an earlier one has keeps its place: which answer is the last then, nobody says here.
    const asked = { call, command, around, isMerged: layers.length > 1 };
    return [
      ...settings.closed,
      ...agents.closed,
      ...odd,
      ...organisation(around, env),
      ...layers.flatMap(({ at, where, tools, permission }) => [
        ...toolFindings(tools, `${at}tools`, where, asked),
        ...permissionFindings(permission, `${at}permission`, where, asked),
      ]),
    ];
  });

/** What a login to an organisation leaves behind: it fetches settings from there that lie in no file. */
function organisation(around: Around, env: Environment): Finding[] {
  const folder = env.XDG_DATA_HOME || join(around.home, ".local/share");
  const files = textsAt(around, [join(resolve(around.startedIn, folder), "opencode/auth.json")]);
  const where = "OPENCODE_AUTH_CONTENT";
  const texts = [...files.texts, ...(env[where] ? [{ where, text: env[where] }] : [])];
  return [
    ...files.closed,
    ...texts.flatMap((file) =>
      readRules(file, "json", (logins, where) =>
        Object.values(logins).some((login) => member(login, "type") === "wellknown")
          ? [unclear(where, "an organisation's server says more rules")]
          : [],
      ),
    ),
  ];
}

/** What one place says: a file, or an agent in it. */
interface Layer {
  at: string;
  where: string;
  tools: Json | undefined;
  permission: Json | undefined;
}

interface Asked {
  call: RuledCall;
  command: ReadCommand;
  around: Around;
  /** Any answer that fits may be the one that counts. */
  isMerged: boolean;
}

function layersIn(settings: JsonMap, where: string): Layer[] {
  const inner = ["agent", "mode"].flatMap((kind) => {
    const listed = member(settings, kind);
    return isMap(listed) ? Object.entries(listed).map(([name, one]) => ({ at: `${kind}.${name}.`, one })) : [];
  });
  return [{ at: "", one: settings as Json }, ...inner]
    .map(({ at, one }) => ({ at, where, tools: member(one, "tools"), permission: member(one, "permission") }))
    .filter(({ tools, permission }) => tools !== undefined || (permission !== undefined && permission !== null));
}

/** The head of an agent's file is YAML. */
function headOf({ text, where }: RuleText, keep: (head: JsonMap, where: string) => Finding[]): Finding[] {
  const head = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  if (head === undefined || !/permission|tools/.test(head)) return [];
  const read = readYaml(head, where, "BAD_SETTINGS");
  if (!read.ok) return [unclear(where, `its head cannot be read (${read.problems[0]?.message ?? "no YAML"})`)];
  return read.value.value === null ? [] : keep(read.value.value, where);
}

/** Tools that are switched off. */
function toolFindings(value: Json | undefined, at: string, where: string, { call, isMerged }: Asked): Finding[] {
  if (value === undefined) return [];
  if (!isMap(value)) return [unclear(where, `${at} holds no names`)];
  return counting(
    Object.entries(value).filter(([name]) => isTool(name, call)),
    isMerged,
  ).flatMap(([name, isOn]): Finding[] => {
    if (isOn === true) return [];
    const rule = `${at}.${name}`;
    return [isOn === false ? matched("deny", rule, where) : unclear(where, `${rule} is neither on nor off`)];
  });
}

/** Of the answers that fit: the last one. */
function counting<Fitting>(fitting: readonly Fitting[], isMerged: boolean): readonly Fitting[] {
  return isMerged ? fitting : fitting.slice(-1);
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
  const { call, command, around, isMerged } = asked;
  const answers = answersIn(value);
  const countingAnswers = (is: (answer: Answer) => boolean, text: string) =>
    counting(
      answers.filter((answer) => is(answer) && fits(answer.pattern, text, around.home)),
      isMerged,
    );
  const commands = command.commands.filter(({ words, starts }) => !folderChanges.has(words[starts[0] ?? 0] ?? ""));
  const found = commands.flatMap(({ texts }) =>
    texts.flatMap((text) => countingAnswers(({ of }) => isTool(of, call), text)),
  );
  const outside = command.commands.flatMap((forms) =>
    foldersOutside(forms, around).flatMap((folder) =>
      countingAnswers(({ of }) => matchesGlob(of, "external_directory"), `${folder}/*`),
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
