/** Lines that reach what lies outside of them: files that are open under a number, catalogues, functions of SQL, lists of options. */
import type { Random } from "../random.ts";
import { payload } from "./generate-places.ts";

export function outside(random: Random): string {
  return random.pick([openAgain, openAgain, openAgain, translated, translated, sql, special])(random);
}

const descriptors = [
  ..."/dev/stdin /dev/stdin /dev/fd/0 /dev/fd/3 /dev/fd/3 /dev/fd/4 /proc/self/fd/3 /proc/self/fd/0 /dev/null".split(
    " ",
  ),
  ..."/dev/stdout /dev/stderr /dev/stderr /dev/fd/1 /dev/fd/2 /dev/fd/63 /dev/tty /dev/full".split(" "),
];
const moves = [
  ..."<f1 <f1 3<f1 3<f1 4<f2 2<f1 2<f1 1<f2 0<f2 63<f1 10<f1 {d}<f1 3<>f1 2>>f1 1>>f1 </dev/null 2>/dev/null".split(
    " ",
  ),
  ..."2>&1 1>&2 3>&1 3<&0 2<&3 1<&0 2>&3 >&- 2>&- <&- 3>&- 1>&2- 2>&1-".split(" "),
];

function openAgain(random: Random): string {
  const name = random.pick(descriptors);
  const run = random.pick([
    `echo hi >${name}`,
    `echo hi >${name}`,
    `echo hi >>${name}`,
    `cat f2 >|${name}`,
    `tee ${name}`,
    `tee -a ${name}`,
    `sort -o ${name} f2`,
    `cp f2 ${name}`,
    `uniq f2 ${name}`,
    `xxd f2 ${name}`,
    `xxd f1 ${name}`,
    `dd if=f2 of=${name}`,
    `sed -n 'w ${name}' f2`,
    `awk '{print > "${name}"}' f2`,
    `find two -fprint ${name}`,
    `tee >(cat) <f2`,
    `echo hi > >(cat)`,
    `truncate -s 0 ${name}`,
    `cat ${name}`,
    "cat f2",
  ]);
  const some = (most: number): string =>
    Array.from({ length: random.below(most + 1) }, () => random.pick(moves)).join(" ");
  return random.pick([
    () => `${run} ${some(2)}`,
    () => `${some(2)} ${run}`,
    () => `exec ${some(2)}; ${run} ${some(1)}`,
    () => `{ ${run} ${some(1)}; } ${some(2)}`,
    () => `(exec ${some(1)}; ${run}) ${some(1)}`,
    () => `f() { ${run}; }; f ${some(2)}`,
    () => `while read -r l; do ${run}; break; done ${some(2)}`,
    () => `bash -c '${run.replaceAll("'", "")}' ${some(2)}`,
    () => `echo a | { ${run} ${some(1)}; } ${some(1)}`,
    () => `trap ': ; ${run.replaceAll("'", "")}' EXIT; exec ${some(2)}`,
  ])();
}

function translated(random: Random): string {
  const set = (name: string, value: string): string =>
    random.pick([
      `${name}=${value}`,
      `export ${name}=${value}`,
      `declare -g ${name}=${value}`,
      `read ${name} <<<${value}`,
    ]);
  const text = random.pick([
    '$"hello"',
    '$"hello"',
    '"hello"',
    "$'hello'",
    'a$"hello"',
    '"$"hello""',
    '$"x"',
    '"${y:-$"hello"}"',
  ]);
  const use = random.pick([
    `echo ${text}`,
    `: ${text}`,
    `x=${text}`,
    `cat <<<${text}`,
    `[[ -n ${text} ]]`,
    `case ${text} in a) ;; esac`,
  ]);
  const [folder, domain] = [random.pick(["l", "l", "two"]), random.pick(["x", "x", "y"])];
  return random.pick([
    () => `${set("TEXTDOMAINDIR", folder)}\n${set("TEXTDOMAIN", domain)}\n${use}`,
    () => `${set("TEXTDOMAIN", domain)}; ${set("TEXTDOMAINDIR", folder)}; eval '${use.replaceAll("'", "")}'`,
    () => `TEXTDOMAINDIR=${folder} TEXTDOMAIN=${domain} bash -c '${use.replaceAll("'", "")}'`,
    () => `env TEXTDOMAINDIR=${folder} TEXTDOMAIN=${domain} bash -c '${use.replaceAll("'", "")}'`,
    () => `${random.pick(["LANGUAGE", "LC_ALL", "LANG"])}=${random.pick(["l/x", "C", "de"])} ls`,
    () => use,
  ])();
}

function sql(random: Random): string {
  const quoted = (name: string): string =>
    random.pick([
      name,
      name.toUpperCase(),
      `[${name}]`,
      `\\"${name}\\"`,
      `${name}/**/`,
      `${name} `,
      `${name}--a\n`,
      `'${name}'`,
    ]);
  const name = quoted(random.pick(["edit", "edit", "writefile", "upper", "max", "sha3_query", "readfile"]));
  const call = `${name}('p', '${payload(random).replaceAll("'", "")} #')`;
  const base = random.pick(["-readonly :memory:", ":memory:", "-safe :memory:", "-readonly f1"]);
  return `sqlite3 ${base} "${random.pick(["select", "values(1); select", "select 1,", "explain select", "select '", "-- a\nselect"])} ${call}"`;
}

function special(random: Random): string {
  const program = random.pick(["nm", "size", "strings", "less", "more", "cat", "wc -c"]);
  const word = random.pick(["*", "odd/*", "@*", "./*", "+*", "@r", "'+!touch p'", "f1", "[!z]*", "dash/*"]);
  return random.pick([
    () => `${program} ${word}`,
    () => `${program} -- ${word}`,
    () => `cd dash; ${program} ${word}`,
    () => `for f in ${word}; do ${program} "$f"; done`,
    () => `ls | xargs -n1 ${program}`,
    () => `find ${random.pick(["two", ".", "*"])} -type f -exec ${program} {} +`,
  ])();
}
