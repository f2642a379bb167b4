/** Codex's own rules: words with which a command begins, in files of Starlark and in what an administrator requires. */
import { posix } from "node:path";
import type { FileRules, RuledCall, Rules } from "../host/rules.ts";
import { judgeCommand } from "../rules/judge-command.ts";
import type { ReadCommand } from "../rules/permission-list.ts";
import { above, own, readRules, ruleTexts, top } from "../rules/rule-files.ts";
import { readStarlarkCalls, type StarlarkCall, type StarlarkValue } from "../rules/starlark-calls.ts";
import { processesIn } from "../rules/started-with.ts";
import { type Finding, matched, unclear } from "../rules/verdict.ts";
import type { Json } from "../settings/json-tree.ts";
import { member, readToml, valueAt } from "../settings/read-settings.ts";
import { turnOf } from "./codex-turn.ts";

const rulesFiles = [above(".codex/rules/*.rules"), own("rules/*.rules"), top("/etc/codex/rules/*.rules")];
const required = [
  top("/etc/codex/requirements.toml"),
  top("/etc/codex/managed_config.toml"),
  own("requirements.toml"),
  own("managed_config.toml"),
];

/** What an organisation's server sent, in a form that is its own. */
const fromCloud = ["cloud-requirements-cache.json", "cloud-config-bundle-cache.json"].map(own);

/** Settings of its own, of the project and of the machine. */
const configs = [own("config.toml"), above(".codex/config.toml"), top("/etc/codex/config.toml")];

/** What puts other settings in the place of these; which ones, nobody reads. */
const elsewhere = ["profile", "default_permissions"];

/**
 * Its sandbox is on unless somebody says otherwise, and closes the gate's state folder: what is run there has to fit into
 * it. Where it only reads, or takes `/tmp` away, nothing could be told of what was run.
 */
export const sandboxedCodexRules: Rules = (call, around, env) => {
  const layers = [...configs, ...required];
  const settings = ruleTexts(around, layers).texts.map((file) => readToml(file.text));
  const said = (...at: string[]) =>
    settings.map((read) => (read.ok ? valueAt(read.value, at) : null)).filter((value) => value !== undefined);
  // What it wrote down for this turn is what holds, whatever it was started with or told over a protocol.
  const turn = turnOf(call.turn, around);
  if (turn === "another") return unclear(SANDBOX, "in this turn it only plans, or its sandbox is of another kind");
  const started = turn === null ? sandboxesAtStart(call.startedWith) : [turn.sandbox];
  const modes = turn === null ? [...said("sandbox_mode"), ...(started ?? [])] : (started ?? []);
  const fits =
    started !== null &&
    modes.every((mode) => mode === "danger-full-access" || mode === "workspace-write") &&
    said("sandbox_workspace_write", "exclude_slash_tmp").every((value) => value === false) &&
    [...elsewhere, "allowed_sandbox_modes"].every((name) => said(name).length === 0);
  if (!fits) return unclear(SANDBOX, "its own sandbox may be one in which no line of ours could run");
  const verdict = codexRules(call, around, env);
  const isOpen = modes.length > 0 && modes.every((mode) => mode === "danger-full-access");
  return verdict.kind === "none" && !isOpen ? { kind: "sandboxed" } : verdict;
};

/** It has no rules about files: only whether this turn may change any counts, and that has to be known. */
export const codexFileRules: FileRules = ({ turn }, around) => {
  const known = turnOf(turn, around);
  return known === null || known === "another" ? unclear(SANDBOX, "nobody knows that it may write") : { kind: "none" };
};

const SANDBOX = "config.toml and its command line";

/** Sandboxes that its first words name; null: one that nobody knows. */
function sandboxesAtStart(words: RuledCall["startedWith"]): string[] | null {
  if (words === null) return null;
  const [own = [], ...above] = processesIn(words);
  // Of what started it, a whole line may be one word. What stands before the word of Codex is the other program's.
  const lines = above.map((program) => program.flatMap((word) => word.split(/\s+/)));
  const modes = [own, ...lines.map(behindCodex)].flatMap(sandboxesIn);
  const known = modes.filter((mode) => mode === "workspace-write" || mode === "danger-full-access");
  return known.length === modes.length ? known : null;
}

function behindCodex(line: readonly string[]): readonly string[] {
  const at = line.findIndex((word) => /^codex\b/.test(posix.basename(word)));
  return at < 0 ? [] : line.slice(at + 1);
}

function sandboxesIn(line: readonly string[]): (string | null)[] {
  const words = line.map((word) => word.replaceAll(/["']/g, ""));
  return words.flatMap((word, at): (string | null)[] => {
    if (word === "-s" || word === "--sandbox") return [words[at + 1] ?? null];
    const named = /^(?:-s=?|--sandbox=|(?:-c|--config=)?sandbox_mode\s*=\s*)(.+)$/.exec(word)?.[1];
    if (named !== undefined) return [named];
    if (word === "--approve-for-me" || word === "--full-auto") return ["workspace-write"];
    // Another program says over a protocol which sandbox it is to have.
    const isElsewhere = /^(?:-p|--profile(?:$|=)|(?:app|mcp|exec)-server$)/.test(word);
    return isElsewhere || /\b(?:sandbox\w*|profiles?|default_permissions|permissions)\b.*=/.test(word) ? [null] : [];
  });
}

export const codexRules: Rules = (call, around) =>
  judgeCommand(call, (command) => {
    const rules = ruleTexts(around, rulesFiles);
    const requirements = ruleTexts(around, required);
    const sent = ruleTexts(around, fromCloud);
    return [
      ...rules.closed,
      ...requirements.closed,
      ...sent.closed,
      ...sent.texts.map(({ where }) => unclear(where, "an organisation's server says more rules")),
      ...rules.texts.flatMap(({ text, where }) => starlarkFindings(text, where, command)),
      ...requirements.texts.flatMap((file) =>
        readRules(file, "toml", (settings, where) => {
          const listed = valueAt(settings, ["rules", "prefix_rules"]);
          if (listed === undefined) return [];
          if (!Array.isArray(listed)) return [unclear(where, "rules.prefix_rules is no list")];
          return (listed as readonly Json[]).flatMap((rule) => {
            const pattern = member(rule, "pattern");
            const words = Array.isArray(pattern) ? (pattern as readonly Json[]).map(requiredWord) : null;
            return prefixFindings(words, member(rule, "decision"), where, command);
          });
        }),
      ),
    ];
  });

function starlarkFindings(text: string, where: string, command: ReadCommand): Finding[] {
  const read = readStarlarkCalls(text);
  if (!read.ok) return [unclear(where, `it cannot be read (${read.why})`)];
  return read.calls.flatMap((call) => {
    // What is only about names of programs, and about the network.
    if (call.name === "host_executable" || call.name === "network_rule") return [];
    if (call.name !== "prefix_rule") return [unclear(where, `nobody knows what ${call.name} does`)];
    const pattern = argument(call, "pattern", 0);
    const words = Array.isArray(pattern) ? (pattern as readonly StarlarkValue[]).map(wordOf) : null;
    return prefixFindings(words, argument(call, "decision", 1), where, command);
  });
}

function argument({ values, named }: StarlarkCall, name: string, position: number): StarlarkValue | undefined {
  return Object.hasOwn(named, name) ? named[name] : values[position];
}

/** One of these words; null where it is something else. */
type Alternatives = readonly string[] | null;

function wordOf(value: StarlarkValue): Alternatives {
  const words = Array.isArray(value) ? (value as readonly StarlarkValue[]) : [value];
  const texts = words.filter((word) => typeof word === "string");
  return texts.length === words.length && texts.length > 0 ? texts : null;
}

/** TOML has a table for each word. */
function requiredWord(value: Json): Alternatives {
  if (typeof value === "string") return [value];
  const any = member(value, "any_of");
  return wordOf((any ?? member(value, "token") ?? null) as StarlarkValue);
}

function prefixFindings(
  pattern: readonly Alternatives[] | null,
  decision: unknown,
  where: string,
  command: ReadCommand,
): Finding[] {
  if (decision === "allow" || decision === undefined || decision === null) return [];
  const words = pattern?.filter((word) => word !== null) ?? [];
  if (words.length === 0 || words.length !== pattern?.length)
    return [unclear(where, "a rule has no words to begin with")];
  if (decision !== "prompt" && decision !== "forbidden") return [unclear(where, `a rule says ${String(decision)}`)];
  const rule = words.map((word) => word.join("|")).join(" ");
  return begins(words, command) ? [matched(decision === "prompt" ? "ask" : "deny", rule, where)] : [];
}

/** What it cannot take apart, it holds against its rules as a script that a shell is given. */
const shells = ["bash", "zsh", "sh"].flatMap((shell) => ["-lc", "-c"].map((option) => [shell, option]));

function begins(wanted: readonly (readonly string[])[], { whole, commands }: ReadCommand): boolean {
  const isAt = (words: readonly string[], start: number) =>
    wanted.every((alternatives, index) => {
      const word = words[start + index];
      if (word === undefined) return false;
      return alternatives.includes(word) || (index === 0 && isProgram(alternatives, word));
    });
  return (
    commands.some(({ words, starts }) => starts.some((start) => isAt(words, start))) ||
    shells.some((words) => isAt([...words, whole], 0))
  );
}

/** A rule for `git` is one for `/usr/bin/git` too, and one for a whole path may be the program that is found by its name. */
function isProgram(alternatives: readonly string[], word: string): boolean {
  const program = posix.basename(word);
  return alternatives.some((one) => one === program || (posix.basename(one) === word && one.startsWith("/")));
}
