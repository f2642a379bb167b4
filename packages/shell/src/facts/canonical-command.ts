/**
 * One command, one meaning: brings the spellings of "run this script" and "start this tool of the project" to one form.
 * Words that could say which project is meant, or what runs it, have no such form.
 */

/** What a command line says, whichever way it is spelled. */
export type Canonical =
  | { does: "script"; manager: string; script: string; rest: readonly string[] }
  | { does: "tool"; tool: string; rest: readonly string[] };

interface Manager {
  /** Verbs in front of the script's name. */
  runs: readonly string[];
  /** Verbs that are a script's name themselves, or stand for one. */
  scripts: Readonly<Record<string, string>>;
  /** Options of its own that change how much is printed and nothing else. */
  quiet: RegExp;
  /** Options with a value that name a package of the project. */
  packages: RegExp;
  /** Options that mean all of the project's packages. */
  everywhere: RegExp;
  /** Words in front of a tool of the project. */
  starts: readonly string[];
}

const usual = { test: "test", lint: "lint", build: "build", check: "check", typecheck: "typecheck", format: "format" };
const never = /^(?!)/;

const managers: Readonly<Record<string, Manager>> = {
  npm: {
    runs: ["run", "run-script"],
    scripts: { test: "test", t: "test", tst: "test" },
    quiet: /^(?:-s|--silent|-q|--quiet|--no-color|--no-progress|--color=(?:always|false))$/,
    packages: /^(?:-w|--workspace)$/,
    everywhere: /^(?:-ws|--workspaces|--if-present)$/,
    starts: ["exec", "x"],
  },
  pnpm: {
    runs: ["run", "run-script"],
    scripts: { ...usual, t: "test" },
    quiet: /^(?:-s|--silent|--no-color|--color|--reporter=(?:silent|default|append-only))$/,
    packages: /^(?:-F|--filter)$/,
    everywhere: /^(?:-r|--recursive|--if-present)$/,
    starts: ["exec"],
  },
  yarn: {
    runs: ["run"],
    scripts: usual,
    quiet: /^(?:-s|--silent)$/,
    packages: never,
    everywhere: never,
    starts: [],
  },
  // `bun test` runs another program than the script: no verb of its own is a script's name.
  bun: {
    runs: ["run"],
    scripts: {},
    quiet: /^--silent$/,
    packages: /^(?:-F|--filter)$/,
    everywhere: never,
    starts: [],
  },
};

/** `bun --filter PACKAGE build` is a script; these are its own even there. */
const ownOfBun = new Set(
  "run install i add a remove rm update outdated audit link unlink publish pm x create init upgrade".split(" "),
);

/** A package of the project by its name, or by its folder below the root. */
const packageName = /^(?:@[A-Za-z0-9][\w.-]*\/)?[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/;
const scriptName = /^[A-Za-z0-9][A-Za-z0-9:._-]*$/;
/** No path, no address and no version: what the project has installed. */
const toolName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/;

/** Null for whatever is neither of them, or could be more. */
export function canonicalCommand(words: readonly string[]): Canonical | null {
  const [program = "", ...rest] = words;
  const local = /^(?:\.\/)?node_modules\/\.bin\/([^/]+)$/.exec(program)?.[1];
  if (local !== undefined) return startOf([local, ...rest]);
  if (program === "npx") return startOf(afterOptions(rest, /^(?:--no|--no-install|-q|--quiet)$/));
  const manager = Object.hasOwn(managers, program) ? managers[program] : undefined;
  return manager === undefined ? null : ofManager(program, manager, rest);
}

function ofManager(program: string, manager: Manager, words: readonly string[]): Canonical | null {
  const [before, verb, behind] = splitAtVerb(words, manager);
  if (before === null || verb === undefined) return null;
  if (manager.starts.includes(verb)) {
    // What stands between would be the manager's own.
    const started = behind[0] === "--" ? behind.slice(1) : behind;
    return program === "npm" && behind[0] !== "--" && started.some(isOption) ? null : startOf(started);
  }
  if (program === "bun" && before.some((word) => /^(?:-F|--filter)/.test(word)) && !ownOfBun.has(verb))
    return scriptOf(program, manager, verb, behind);
  if (Object.hasOwn(manager.scripts, verb)) return scriptOf(program, manager, manager.scripts[verb] ?? verb, behind);
  if (!manager.runs.includes(verb)) return null;
  const [, script, rest] = splitAtVerb(behind, manager);
  return script === undefined ? null : scriptOf(program, manager, script, rest);
}

function scriptOf(manager: string, row: Manager, script: string, behind: readonly string[]): Canonical | null {
  if (!scriptName.test(script)) return null;
  const at = behind.indexOf("--");
  const own = ownOptions(at < 0 ? behind : behind.slice(0, at), row);
  if (own === null) return null;
  // A name that stands in front of `--` is the script's as well as one behind it.
  return { does: "script", manager, script, rest: [...own, ...(at < 0 ? [] : behind.slice(at + 1))] };
}

/** What is left without options that change nothing; null where there is another one. */
function ownOptions(words: readonly string[], row: Manager): string[] | null {
  const left: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const step = isHarmless(words, at, row);
    if (step === 0 && isOption(words[at] ?? "")) return null;
    if (step === 0) left.push(words[at] ?? "");
    else at += step - 1;
  }
  return left;
}

/** How many words it takes; none where it is something else. */
function isHarmless(words: readonly string[], at: number, row: Manager): 0 | 1 | 2 {
  const word = words[at] ?? "";
  if (row.quiet.test(word) || row.everywhere.test(word)) return 1;
  const [, name = word, value = null] = /^(--?[a-z]+)=(.*)$/is.exec(word) ?? [];
  if (!row.packages.test(name)) return 0;
  if (value !== null) return packageName.test(value) ? 1 : 0;
  return packageName.test(words[at + 1] ?? "") ? 2 : 0;
}

/** The first word that is no harmless option; null in the first place: there is another option in front of it. */
function splitAtVerb(
  words: readonly string[],
  row: Manager,
): [before: readonly string[] | null, verb: string | undefined, behind: readonly string[]] {
  let at = 0;
  for (let step = isHarmless(words, at, row); step > 0; step = isHarmless(words, at, row)) at += step;
  const verb = words[at];
  return verb === undefined || isOption(verb) ? [null, undefined, []] : [words.slice(0, at), verb, words.slice(at + 1)];
}

function afterOptions(words: readonly string[], harmless: RegExp): readonly string[] {
  const first = words.findIndex((word) => !harmless.test(word));
  return first < 0 ? [] : words.slice(first);
}

function startOf([tool, ...rest]: readonly string[]): Canonical | null {
  return tool !== undefined && toolName.test(tool) ? { does: "tool", tool, rest } : null;
}

function isOption(word: string): boolean {
  return word.startsWith("-") || word.includes("=");
}

/** How a script is started, as short as its manager allows. */
export function scriptLine(manager: string, script: string): string {
  const isShort = script === "test" && Object.hasOwn(managers, manager) && managers[manager]?.scripts.test === "test";
  return `${manager} ${isShort ? "" : "run "}${script}`;
}

/** Whether it is the same script, or the same tool; what follows it is another question. */
export function isSameCommand(one: Canonical, other: Canonical): boolean {
  if (one.does === "script") {
    return other.does === "script" && one.manager === other.manager && one.script === other.script;
  }
  return other.does === "tool" && one.tool === other.tool;
}
