/** What a shell remembers: assignments that fail, stay inside a function, or are dropped with the rest of a line; traps; maps. */
import type { Random } from "../random.ts";

/** Two values of which one writes where it is an option of `sort`. */
function values(random: Random): [string, string] {
  const pair: [string, string] = ["-op", random.pick(["-r", "-n", "f1", "-u"])];
  return random.chance(0.75) ? pair : [pair[1], random.chance(0.5) ? pair[0] : "-b"];
}

const fails = ["< nope", "< nope", ">&9", "<&7", "< two/nope", "2>&1", "< /dev/null", "< f1", "> /dev/null", "2>&-"];

/** One way to give `x` another value, which works or does not. */
function setting(random: Random, value: string): string {
  const form = random.pick([
    `x=${value}`,
    `declare x=${value}`,
    `typeset x=${value}`,
    `export x=${value}`,
    `readonly x=${value}`,
    `printf -v x %s ${value}`,
    `printf -v x -- ${value}`,
    `read x <<< ${value}`,
    `read -r x <<< ${value}`,
    `for x in ${value}; do :; done`,
    `eval x=${value}`,
    `command declare x=${value}`,
    `builtin printf -v x %s ${value}`,
    `x[0]=${value}`,
    `x=(${value})`,
    `declare -a x=(${value})`,
    "unset x",
    "unset -n x",
    "unset -v x",
    `: "\${x:=${value}}"`,
    `mapfile -t x <<< ${value}`,
    `let x=1`,
    `(( x=${random.pick(["1", "1/0", "08", "2"])} ))`,
    `x=${value} true`,
    `x=${value} :`,
    `getopts a x`,
    `local x=${value}`,
  ]);
  return random.chance(0.35) && !form.startsWith("for") ? `${form} ${random.pick(fails)}` : form;
}

/** What may go wrong on the way: bash drops the rest of the line, or goes on. */
function mishap(random: Random): string {
  return random.pick([
    ": $((1/0))",
    ": $((08))",
    ": $((2**-1))",
    "a[-5]=1",
    `: \${a[-1]=1}`,
    `y=ab; : \${y:0:-9}`,
    "UID=1",
    "PPID=1",
    "readonly y=1; y=2",
    `: \${!zz}`,
    "declare -i n=1/0",
    "echo $((1+))",
    "shift 1 2",
    "break 1 2",
    "a[1]=(2)",
    "(( 1/0 ))",
    "[[ 1/0 -eq 1 ]]",
    "let 1/0",
    "false",
    "true",
    ":",
    "echo $((1+1))",
    "y=1",
    "test -f f1",
  ]);
}

const use = (random: Random): string =>
  random.pick(["sort $x f1", "sort $x f1", "sort $x f1", 'sort "$x" f1', 'echo "$x"', "wc -l $x f1", "cat f1"]);

const joint = (random: Random): string => random.pick(["; ", "; ", "\n", " && ", " || "]);

/** A name has a value, something happens to it, and it is used. */
function overwritten(random: Random): string {
  const [first, second] = values(random);
  const start = random.pick([
    `x=${first}`,
    `x=${first}`,
    `readonly x=${first}`,
    `declare x=${first}`,
    `export x=${first}`,
  ]);
  const next = setting(random, second);
  const middle = random.pick([
    () => next,
    () => next,
    () => `k() { ${next}; }; k`,
    () => `k() { ${next}; }; k`,
    () => `k() { if ${random.pick(["true", "false"])}; then local x; fi; x=${second}; }; k`,
    () => `h() { ${random.pick(["unset x", next])}; }; k() { local x=${second}; h; ${use(random)}; }; k`,
    () => `k() { ${next}; return; }; x=1 k`,
    () => `( ${next}\n)`,
    () => `{ ${next}\n} ${random.pick(fails)}`,
    () => `${random.pick(["true", "false", "test -f nope", "y=$(false)", "echo a >&-"])}${joint(random)}${next}`,
    () => `if ${random.pick(["true", "false"])}; then ${next}; fi`,
    () => `echo ${second} | read x`,
    () => `eval '${next}'`,
  ])();
  return `${start}${random.pick(["; ", "\n"])}${middle}${random.pick(["; ", "\n"])}${use(random)}`;
}

/** Over several lines: what stands behind the mishap is done or dropped. */
function lines(random: Random): string {
  const [first, second] = values(random);
  const wrong = mishap(random);
  const where = random.pick([
    () => wrong,
    () => wrong,
    () => `{ ${wrong}\n}`,
    () => `k() { ${wrong}; }; k`,
    () => `( ${wrong} )`,
    () => `eval '${wrong}'`,
    () => `if true; then ${wrong}; fi`,
    () => `for i in 1; do ${wrong}; done`,
    () => `echo "$(${wrong})"`,
  ])();
  const next = random.chance(0.7) ? `x=${second}` : setting(random, second);
  const after = random.pick(["; ", "; ", "; ", " && ", " || ", "; \\\n", "\n"]);
  return `x=${first}\n${where}${after}${next}${random.chance(0.1) ? "; exit" : ""}\n${use(random)}`;
}

/** `$@` is another list, or would be. */
function positional(random: Random): string {
  const [first, second] = values(random);
  const change = random.pick([
    `set -- ${second}`,
    `set -- ${second} ${random.pick(fails)}`,
    "shift",
    "shift 2",
    "shift 3",
    `shift ${random.pick(fails)}`,
    `k() { set -- ${second}; }; k`,
    `eval set -- ${second}`,
    `( set -- ${second} )`,
    `${mishap(random)}; set -- ${second}`,
  ]);
  return `set -- ${random.pick([first, `${first} f1`, `${second} ${first}`])}${joint(random)}${change}\n${random.pick(['sort "$@" f1', 'sort "$1" f1', "sort $1 f1", 'echo "$@"'])}`;
}

/** Traps that run between any two commands. */
function trapped(random: Random): string {
  const [first, second] = values(random);
  const signal = random.pick(["DEBUG", "ERR", "RETURN", "EXIT", "ERR DEBUG", "USR1", "0"]);
  const action = random.pick([
    setting(random, first).replaceAll("'", ""),
    `x=${first}`,
    "echo hi",
    ":",
    "cd dash",
    "ls() { touch p; }",
    "k",
    "x=$(cat num)",
    "exit 1",
    "return",
    'echo "$x"',
    `: \${x:=${first}}`,
    "pwd",
  ]);
  const then = random.pick([use(random), "ls", "sort *", "echo $((x))", "k; sort $x f1", "wc -l *"]);
  const start = random.pick([`x=${second}`, "x=1", "x="]);
  return `k() { ${random.pick([":", `x=${first}`, "false"])}; }; ${start}; trap '${action}' ${signal}; ${random.pick(["false", "true", "k", ":"])}; ${then}`;
}

/** Maps, lists and names that are neither; what stands between the brackets is a text or is evaluated. */
function subscripts(random: Random): string {
  const key = random.pick(["$(cat num)", "$k", "$(cat num)", "$k", "a", "1", '"$k"', "$(echo 1)"]);
  const get = random.pick(["k=$(cat num)", "read k < num", "k=1", "k=a", "mapfile -t k < num"]);
  const before = random.pick([
    "",
    "",
    "m=(1)",
    "declare -a m",
    "read -a m <<< x",
    "mapfile m < f1",
    "m=1",
    "m[1]=a",
    "coproc m { :; }",
    "unset m",
  ]);
  const declares = random.pick([
    "declare -A m",
    "declare -A m",
    "typeset -A m",
    `declare -A m ${random.pick(fails)}`,
    "h() { declare -A m; }; h",
    "h() { local -A m; }; h",
    "( declare -A m )",
    "false && declare -A m",
    "true && declare -A m",
    "declare +A m",
    "declare -Ar m",
    "declare -A m=([a]=1)",
    "declare -aA m",
    "declare m",
    ":",
  ]);
  const uses = random.pick([
    `m[${key}]=1`,
    `m[${key}]=1`,
    `echo "\${m[${key}]}"`,
    `m+=([${key}]=1)`,
    `declare m[${key}]=1`,
    `typeset x[${key}]=1`,
    `declare x[${key}]=1`,
    `h() { local x[${key}]=1; }; h`,
    `export x[${key}]=1`,
    `declare x[${key}]+=1 y=2`,
    'unset "m[$k]"',
    "echo $((m[$k]))",
  ]);
  return [get, before, declares, uses].filter(Boolean).join(random.pick(["; ", "; ", "\n"]));
}

/** A function that is defined again, or would be. */
function functions(random: Random): string {
  const [one, two] = random.chance(0.7) ? ["touch p", ":"] : [":", random.pick(["touch p", "true"])];
  const again = `k() { ${two}; }`;
  const change = random.pick([
    again,
    `${mishap(random)}; ${again}`,
    `${mishap(random)}; ${again}`,
    `readonly -f k; ${again}`,
    `declare -fr k; ${again}`,
    "unset -f k",
    "unset k",
    `unset -f k ${random.pick(fails)}`,
    `false && ${again}`,
    `( ${again} )`,
    `{ ${again}; } ${random.pick(fails)}`,
  ]);
  return `k() { ${one}; }\n${change}\nk`;
}

export function remembered(random: Random): string {
  return random.weighted([
    [30, overwritten],
    [25, lines],
    [10, positional],
    [15, trapped],
    [20, subscripts],
    [6, functions],
  ] as const)(random);
}
