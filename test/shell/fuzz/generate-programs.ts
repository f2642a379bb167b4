/** Programs whose words mean something else than they seem: names, numbers, options, patterns, code. */
import type { Random } from "../random.ts";
import { payload } from "./generate-places.ts";

export function interpreterCode(random: Random): string {
  const code = random.pick([
    "print 1",
    "print",
    'open(F,">p")',
    "print qx(touch p)",
    "mkdir q(p)",
    "rename q(f1),q(p)",
    "print 1;mkdir(q(p))",
    "s/a/b/",
    "print length",
    'print sprintf("%d",2)',
    "symlink q(f1),q(p)",
    "print q(ok)",
    "print join(q(,),1,2)",
    "unlink q(f2)",
  ]);
  const flags = random.pick(["-e", "-ne", "-pe", "-le", "-lane", "-F, -ane", "-Mstrict -e"]);
  return `perl ${flags} '${code}'${random.pick(["", " f1", " f1 f2", " two/*"])}`;
}

const patterns = ["odd/*", "odd/a*", "a*", "*", "a[[]*", "two/*", "f?", "odd/B*", "B*", "1*", "*wp"];

/** A name that others chose, in a place that evaluates it and in many that do not. */
export function names(random: Random): string {
  const pattern = random.pick(patterns);
  const start = random.chance(0.5) && !pattern.includes("/") ? "cd odd; " : "";
  const use = (name: string): string =>
    random.pick([
      `echo $((${name}))`,
      `echo $((${name}+1))`,
      `(( ${name} ))`,
      `[[ $${name} -eq 0 ]]`,
      `[[ -v $${name} ]]`,
      `test -v "$${name}"`,
      `x=abc; echo "\${x:$${name}}"`,
      `b[$${name}]=1`,
      `echo "\${b[$${name}]}"`,
      `printf -v "$${name}" x`,
      `c=(1); unset "$${name}"`,
      `declare -i n=$${name}`,
      `let "n=$${name}"`,
      `eval "$${name}"`,
      `eval "echo $${name}"`,
      `bash -c "$${name}"`,
      `echo "\${${name}@P}"`,
      `n=$${name}; echo $((n))`,
      `awk "$${name}" f1`,
      `sed -n "$${name}" f1`,
      `cat "$${name}"`,
      `wc -c $${name}`,
      `echo "$${name}"`,
      `[ -f "$${name}" ] && echo yes`,
      `case $${name} in a*) echo a;; esac`,
      `[[ $${name} == a* ]]`,
      `head -n1 -- "$${name}"`,
      `grep -c x "$${name}"`,
      `basename "$${name}"`,
    ]);
  return (
    start +
    random.pick([
      () => `for f in ${pattern}; do ${use("f")}; done`,
      () => `for f in ${pattern}; do ${use("f")}; done`,
      () => `set -- ${pattern}; ${use("1")}`,
      () => `v=(${pattern}); ${use("v")}`,
      () => `k() { ${use("1")}; }; k ${pattern}`,
      () => `v=${pattern}; for f in $v; do ${use("f")}; done`,
      () => `set -- ${pattern}; for f do ${use("f")}; done`,
      () => `printf '%s\\n' ${pattern} | while read -r f; do ${use("f")}; done`,
      () => `mapfile -t v < <(printf '%s\\n' ${pattern}); ${use("v")}`,
      () => `v=(${pattern}); for f in "\${v[@]}"; do ${use("f")}; done`,
      () => `read -r f <<< ${pattern}; ${use("f")}`,
      () => `f=$(echo ${pattern}); ${use("f")}`,
      () =>
        `${random.pick(["awk", "sed", "sed -n", "eval", "let", "echo", "cat", "wc", "grep", "test", "[ -f", "sort"])} ${pattern}`,
      () => `${random.pick(["awk", "sed -n", "eval echo", "let"])} ${pattern} f1`,
    ])()
  );
}

/** One pattern is one word or several. */
export function manyWords(random: Random): string {
  const pattern = random.pick(["two/*", "two/[ab]", "f*", "two/a*", "two/?", "f1"]);
  const program = random.pick([
    ...[
      "uniq",
      "uniq -c",
      "xxd",
      "xxd -p",
      "cat",
      "wc -l",
      "sort",
      "diff",
      "comm",
      "paste",
      "head",
      "cmp",
      "join",
      "cut -c1",
      "tac",
    ],
    ...[
      "uniq -d",
      "xxd -b",
      "nl",
      "fold",
      "od -c",
      "md5sum",
      "grep x",
      "sed -n 1p",
      "awk 1",
      "tail -n1",
      "stat",
      "file",
      "du",
    ],
  ]);
  return random.pick([
    () => `${program} ${pattern}`,
    () => `${program} ${pattern}`,
    () => `set -- ${pattern}; ${program} "$1" "$2"`,
    () => `set -- ${pattern}; ${program} "$@"`,
    () => `v=(${pattern}); ${program} "\${v[0]}" "\${v[1]}"`,
    () => `v=(${pattern}); ${program} "\${v[@]}"`,
    () => `k() { ${program} "$1" "$2"; }; k ${pattern}`,
    () => `k() { ${program} "$@"; }; k ${pattern}`,
    () => `for f in ${pattern}; do ${program} "$f"; done`,
    () => `for f in ${pattern}; do ${program} $f; done`,
    () => `find two -type f -exec ${program} {} +`,
    () => `find two -type f -exec ${program} {} \\;`,
    () => `cd dash; ${program} ${random.pick(["*", "?*", "[!z]*", "-*", "./*", "a*", "-- *"])}`,
    () => `cd dash; for f in *; do ${program} ${random.pick(['"$f"', "$f", '-- "$f"', '"./$f"'])}; done`,
    () => `echo ${pattern} | xargs ${program}`,
    () => `ls two | xargs -n1 ${program}`,
  ])();
}

/** What is an option, a value and an operand differs from program to program. */
export function options(random: Random): string {
  const some = (list: readonly string[], most: number): string =>
    Array.from({ length: random.below(most + 1) }, () => random.pick(list)).join(" ");
  const file = (): string => random.pick(["f1", "f2", "two/a", "p"]);
  return random.pick([
    () =>
      `sed ${some(["-n", "-i", "-i ''", "-E", "-s", "-z", "-e p", "-l 5", "''", "-u", "--posix"], 3)} ${random.pick(["''", "p", "1d", "s/o/0/", "$!d", "=", ""])} ${file()}`,
    () => `sed -i '' ${random.pick(["", "-n", "-E", "-s"])} ${file()}`,
    () =>
      `xxd -${some(["a", "b", "c", "p", "r", "u", "i", "e", "g", "l"], 3).replaceAll(" ", "")} ${random.pick(["", "4", file()])} ${file()}`,
    () => `awk '${awkText(random)}' ${file()}`,
    () => `sort ${some(["-n", "-r", "-u", "-k1", "-t x", "-o", "-s", "-m"], 3)} ${file()}`,
    () => `uniq ${some(["-c", "-d", "-u", "-f1", "-s 1", "-w", "-i"], 2)} ${file()} ${random.pick(["", "", file()])}`,
    () => `date ${some(["-u", "+%s", "-R", "+%Y", "-d now"], 3)}`,
    () => `cut ${some(["-c1", "-d x", "-f", "-s"], 3)} ${file()}`,
    () => `head ${some(["-n", "-c", "1", "-q"], 3)} ${file()}`,
    () => `find ${some(["two", "f1", "-name a", "-type f", "-print", "-fprint", "p", "-maxdepth 1"], 4)}`,
    () => `tee ${some(["-a", "p"], 1)} < f1`,
    () => `split ${some(["-l1", "-b", "1", "f1"], 3)}`,
  ])();
}

function awkText(random: Random): string {
  const token = (): string =>
    random.pick([
      "length",
      "/ 2",
      "/o/",
      "> 1",
      '> "p"',
      "print",
      ";",
      "$1",
      "1",
      "+",
      "x",
      "{",
      "}",
      "NR",
      '"p"',
      "==",
      "getline",
      "/ 1 /",
    ]);
  return Array.from({ length: 1 + random.below(7) }, token).join(" ");
}

/** What prints a number, and what only stands beside it. */
export function numbers(random: Random): string {
  const number = (): string =>
    random.pick(["wc -l", "wc -l < f1", "wc -w", "nproc", "date +%s", "echo 1", "ls | wc -l", "wc -c <f2"]);
  const text = (): string =>
    random.pick([
      "cat num",
      "head -n1 num",
      "cat < num",
      "sort num",
      "echo 1",
      ":",
      "tail -n1 num",
      "cat num >&2",
      "cat num >&3",
    ]);
  const one = (): string => (random.chance(0.5) ? number() : text());
  const joint = (): string => random.pick([" || ", " && ", "; ", " | ", "\n", " & ", " |& "]);
  const run = random.pick([
    () => number(),
    () => `${one()}${joint()}${number()}`,
    () => `${one()}${joint()}${one()}${joint()}${number()}`,
    () => `{ ${one()}${random.pick(["; ", "\n"])}${number()}; }`,
    () => `{ ${one()}${joint()}${number()}; } ${random.pick(["2>&1", "3>&1", "", "2>&1 3>&1"])}`,
    () => `if ${random.pick(["true", "false"])}; then ${one()}; else ${number()}; fi`,
    () => `(${one()})${joint()}${number()}`,
    () => `${number()} 2>&1`,
    () => `! ${number()}`,
  ])();
  const shadow = random.chance(0.15) ? `${random.pick(["wc", "nproc", "date", "ls"])}() { cat num; }; ` : "";
  const value = random.pick([
    `$(${run})`,
    "$(<num)",
    `\${y:-$(${run})}`,
    `"$(${run})"`,
    `$(${run})$(${number()})`,
    `\`${run.replaceAll("`", "")}\``,
  ]);
  const use = random.pick([
    ...["y[x]=1", 'printf -v "y[$x]" a', 'test -v "y[$x]"', "[[ -v y[$x] ]]", `echo "\${y[x]}"`, `echo "\${HOME:x}"`],
    ...['unset "y[$x]"', 'declare "y[$x]=1"', "shift $x", `echo "\${!x}"`, "for ((i=x; i<1; i++)); do :; done"],
    ...['[ "$x" -gt 0 ]', "printf %d $x", `y=\${x}0; ((y))`, `y=(1); echo \${y[$x]}`, "z=$((x)); echo $z"],
    ...['read "y[$x]" < f1', "y=$((1+x)); (( y > 1 ))", '[ -n "$x" ] && echo $((x*2))', "echo $x"],
    "echo $((x))",
    "(( x ))",
    "[[ x -eq 0 ]]",
    "declare -i y=$x",
    "echo $((x + 1))",
    'echo "$x"',
    'let "y=x"',
    "y=$x; echo $((y))",
  ]);
  return `${shadow}x=${value}; ${use}`;
}

/** What is changed is said before. */
export function targets(random: Random): string {
  const root = random.pick(["f1", "f2", "two", "two/a", "two/c", "num"]);
  const run = random.pick([
    "touch",
    "sed -i s/o/0/",
    "truncate -s 0",
    "chmod 600",
    "rm -f",
    "cp f2",
    "tee < f1",
    "sed -i.bak 1d",
  ]);
  return random.pick([
    () => `find ${root} -exec ${run} {} \\;`,
    () => `find ${root} -type f -exec ${run} {} +`,
    () => `find ${root} -delete`,
    () => `find ${root} ${random.pick(["-type f", "-name a", ""])} -exec ${random.pick(["cat", "wc -l", "ls"])} {} \\;`,
    () => `find ${root} -name '${random.pick(["a", "f1", "*", "b"])}' | xargs ${run}`,
    () => `cp -r ${root} ${random.pick(["two", "p", "two/c", "f2"])}`,
    () => `mv ${root} ${random.pick(["two", "p", "two/c"])}`,
    () => `rsync -a ${root} ${random.pick(["two", "p", "two/c"])}`,
    () => `echo x > ${root}; ${payload(random)}`,
  ])();
}
