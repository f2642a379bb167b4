/** The builtins of the shell, in a written list. */
import { matchesName } from "@intentgate/documents";
import { assignNamed } from "../expand/assign.ts";
import { testName } from "../expand/test-expression.ts";
import type { BuiltinName } from "../facts/only-shells.ts";
import type { ShellState } from "../state/shell-state.ts";
import { type Outcome, prints, quiet, succeeds } from "../state/walker.ts";
import { notKnown as notKnownValue } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";
import { letters, only, takesNumber } from "./builtin.ts";
import { declare, exportNames, local, readonlyNames } from "./declare.ts";
import { cd, dirs, popd, pushd, pwd } from "./folders.ts";
import { echo, printf } from "./printing.ts";
import { builtin, command, evaluate, exec, source, trap } from "./running.ts";
import { getopts, letExpressions, mapfile, readLine, set, shift, unset } from "./variables.ts";

const doesNothing: Builtin = () => succeeds;
const onlyPrints: Builtin = () => prints;

function notKnown(why: string): Builtin {
  return (walker) => {
    walker.unknown(why);
    return prints;
  };
}

const compares = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

const test: Builtin = (walker, args, state) => {
  for (const [index, { text, glob }] of args.entries()) {
    const next = args[index + 1];
    if ((text === "-v" || text === "-R") && next) testName(walker, next.glob ? null : next.text, state);
    // An operator that is not known may be one of these two.
    if (text === null && next?.text?.includes("[")) testName(walker, next.text, state);
    if (glob && mayBeName(text)) testName(walker, null, state);
    if (text === "-t" && next?.text !== "]") takesNumber(walker, next);
    if (compares.has(text ?? "")) for (const side of [args[index - 1], next]) takesNumber(walker, side);
  }
  return quiet;
};

/** Whether a pattern may stand for one of the operators that evaluate what follows. */
function mayBeName(pattern: string | null): boolean {
  const signs = [...(pattern ?? "*").replace(/\[[^\]]*\]/g, "?")];
  return ["-v", "-R"].some((name) => matchesName(signs, [...name]));
}

/** Outside of what they leave, these are errors, and the next command runs. */
function leaves(isInside: (state: ShellState) => boolean): Builtin {
  return (walker, [count, ...more], state): Outcome => {
    takesNumber(walker, count);
    walker.leave(state);
    walker.isCutShort = true;
    // With two of them, or with none that is a number, it does not leave.
    const isPlain = more.length === 0 && (count === undefined || count.numeric);
    if (!isPlain) walker.mayDrop(state);
    return { output: "", status: isPlain && isInside(state) ? "ends" : "either" };
  };
}

const exit = leaves(() => true);
const leaveFunction = leaves(({ frames }) => frames.length > 0);
const leaveLoop = leaves(({ inLoop }) => inLoop);

/** Without these, or with others, it sends a signal. */
const kill: Builtin = (walker, [first]) => {
  if (first?.text !== "-l" && first?.text !== "-L" && first?.text !== "-0") walker.unknown("kill sends a signal");
  return prints;
};

const alias: Builtin = (walker, args, state) => {
  for (const { text } of args) {
    if (text === null) walker.unknown("which alias it sets is known only when it runs");
    const name = text?.split("=")[0];
    if (name && text?.includes("=")) state.aliases.set(name, true);
  }
  return prints;
};

const hash: Builtin = (walker, args) => {
  const asked = letters(args, "p");
  const isPlain = asked?.operands.every(({ text }) => text !== null && !text.includes("="));
  if (!asked || !isPlain || !only(asked.found, "rltd")) walker.unknown("hash decides which file a name runs");
  return prints;
};

const shellOptions = new Set(
  `autocd cdspell checkhash checkjobs checkwinsize cmdhist dotglob execfail extglob extquote failglob globasciiranges
  globstar gnu_errfmt histappend huponexit inherit_errexit lithist nocaseglob nocasematch nullglob sourcepath`.split(
    /\s+/,
  ),
);

const widerPatterns = new Set(["dotglob", "globstar", "nocaseglob", "extglob", "globasciiranges"]);
const unclearPatterns = new Set(["nullglob", "failglob"]);

const shopt: Builtin = (walker, args, state) => {
  const asked = letters(args);
  const changes = asked?.found.has("s") || asked?.found.has("u");
  for (const { text } of changes ? (asked?.operands ?? []) : []) {
    if (unclearPatterns.has(text ?? "")) state.patterns = "unclear";
    else if (widerPatterns.has(text ?? "") && state.patterns === "usual") state.patterns = "wider";
  }
  const known =
    asked && only(asked.found, "supq") && asked.operands.every(({ text }) => text !== null && shellOptions.has(text));
  if (!asked || asked.found.has("o") || (changes && !known)) walker.unknown("a shell option that is not known");
  return prints;
};

const history: Builtin = (walker, args, state) => {
  const asked = letters(args, "d");
  if (!asked || !only(asked.found, "acdnrwps")) walker.unknown("this use of history is not known");
  else if (asked.found.has("a") || asked.found.has("w")) {
    const path = asked.operands[0] ? asked.operands[0].text : "~/.bash_history";
    if (path === null) walker.record({ does: "write_somewhere", why: "the history file" }, state);
    else walker.record({ does: "write", path, manner: "create_or_replace" }, state);
  }
  return prints;
};

const compgen: Builtin = (walker, args) => {
  const asked = letters(args, "A");
  if (!asked || !only(asked.found, "abcdefgjksuvA")) walker.unknown("this use of compgen may run commands");
  return prints;
};

const complete: Builtin = (walker, args) => {
  const asked = letters(args, "A");
  if (!asked || !only(asked.found, "prabcdefgjksuvA")) walker.unknown("a completion may run commands");
  return prints;
};

const enable: Builtin = (walker, args) => {
  const asked = letters(args);
  if (!asked || !only(asked.found, "anps")) walker.unknown("enable may load code");
  else if (asked.found.has("n")) walker.unknown("a builtin is replaced by a program");
  return prints;
};

const wait: Builtin = (walker, args, state) => {
  const asked = letters(args, "p");
  const name = asked?.found.get("p");
  if (!asked) walker.unknown("this use of wait is not known");
  else if (name) assignNamed(walker, state, name.text, notKnownValue);
  return prints;
};

const ulimit: Builtin = (walker, args) => {
  const values = args.filter(({ text }) => !/^(?:-[A-Za-z]+|unlimited|soft|hard)$/.test(text ?? ""));
  for (const one of values) takesNumber(walker, one);
  // Without files to open, redirections fail that never do.
  if (values.length > 0) walker.closesStreams = true;
  return prints;
};

/** `jobs -x command` runs it, whatever the shell has under that name. */
const jobs: Builtin = (walker, args, state, streams) => {
  const asked = letters(args);
  if (asked && only(asked.found, "lnprs")) return prints;
  if (asked && only(asked.found, "x")) return walker.words(asked.operands, state, streams, "shell");
  walker.unknown("this use of jobs is not known");
  return prints;
};

const byName: Record<BuiltinName, Builtin> = {
  ":": doesNothing,
  true: doesNothing,
  false: () => quiet,
  echo: echo,
  printf: printf,
  cd: cd,
  pushd: pushd,
  popd: popd,
  dirs: dirs,
  pwd: pwd,
  test: test,
  "[": test,
  let: letExpressions,
  read: readLine,
  mapfile: mapfile,
  readarray: mapfile,
  getopts: getopts,
  export: exportNames,
  readonly: readonlyNames,
  declare: declare,
  typeset: declare,
  local: local,
  unset: unset,
  set: set,
  shift: shift,
  eval: evaluate,
  source: source,
  ".": source,
  exec: exec,
  command: command,
  builtin: builtin,
  trap: trap,
  exit: exit,
  logout: exit,
  return: leaveFunction,
  break: leaveLoop,
  continue: leaveLoop,
  alias: alias,
  unalias: doesNothing,
  kill: kill,
  wait: wait,
  jobs: jobs,
  bg: onlyPrints,
  fg: onlyPrints,
  disown: onlyPrints,
  umask: onlyPrints,
  ulimit: ulimit,
  type: onlyPrints,
  times: onlyPrints,
  caller: onlyPrints,
  help: onlyPrints,
  hash: hash,
  shopt: shopt,
  history: history,
  compgen: compgen,
  complete: complete,
  compopt: onlyPrints,
  enable: enable,
  bind: notKnown("bind may tie commands to keys"),
  fc: notKnown("fc runs earlier commands again"),
  suspend: notKnown("suspend stops the shell"),
};

export const builtins: ReadonlyMap<string, Builtin> = new Map(Object.entries(byName));
