/** Substitutions, quotes and comments in every place that a shell knows, and in some that it does not. */
import type { Random } from "../random.ts";

/** What is run there: it leaves a trace, or none. */
export function payload(random: Random): string {
  return random.chance(0.55)
    ? random.pick([">p", "touch p", ": >p", "echo x >p", "touch p;:", "cat f1 >p", "touch p&&:"])
    : random.pick([":", "true", "echo 1", "cat f1", ":;:", "echo a b", "echo <f1"]);
}

/** Text that runs something when it is expanded, or only looks like it. */
function substitution(random: Random): string {
  const run = payload(random);
  return random.pick([
    `$(${run})`,
    `$(${run})`,
    `\`${run}\``,
    `"$(${run})"`,
    `"\`${run}\`"`,
    `<(${run})`,
    `>(${run})`,
    `\${x:-$(${run})}`,
    `\${x-\`${run}\`}`,
    `"\${x:+$(${run})}"`,
    `\${HOME/o/$(${run})}`,
    `\${a[$(${run})0]}`,
    `\${x:0$(${run})}`,
    `$((1+$(${run})0))`,
    `$[1+$(${run})0]`,
    `{a,$(${run})}`,
    `[a$(${run})]`,
    `$'x'$(${run})`,
    `$"x$(${run})"`,
    `'$(${run})'`,
    `"\\$(${run})"`,
    `\\$(${run})`,
    `$'$(${run})'`,
    `"\${x:-'$(${run})'}"`,
    `\${x:-'$(${run})'}`,
    `\`echo \\\`${run}\\\`\``,
    `"$(echo "$(${run})")"`,
    `$(echo <(${run}))`,
    `$(: # )\n${run})`,
    `$(# ${run}\n:)`,
    `\`# ${run}\``,
    `$( (${run}) )`,
    `$((${run}) )`,
    `$(case x in x) ${run};; esac)`,
    `$(case x in (x) ${run};; esac)`,
    `$(cat <<E\n$(${run}) )\nE\n)`,
    `$(cat <<'E'\n$(${run}) )\nE\n)`,
    `\${x^^$(${run})}`,
    `\${x//[$(${run})]/y}`,
    `\${x%%"$(${run})"}`,
    `"\${x["$(${run})"0]}"`,
    `\${x:-"\${y:-$(${run})}"}`,
    `"\${x:-\`${run}\`}"`,
    `"\${x#'$(${run})'}"`,
    `$\\\n(${run})`,
    `"a\\\n$(${run})"`,
    `$'\\x24('${run}`,
    `$'a\\'$(${run})'`,
    `"\\"$(${run})"`,
    `'a'\\''$(${run})'`,
    `\${x+'}'$(${run})}`,
    `\${x-}}$(${run})`,
    `\${x-\\}$(${run})}`,
    `@(a|$(${run}))`,
    `~$(${run})`,
    `a[$(${run})0]`,
    `$((x[$(${run})0]))`,
  ]);
}

const before = ["", "", "", "", "a", "1", "2", "{x}", "'q'", '"q"', "=", "a=", "-", "\\\n", "$y", "#", "x#"];
const behind = ["", "", "", "", "a", "#a", "'b'", '"c"', "$y", "*", "=", "}", "{}", "\\ ", "\\\n", "!", "]", "#"];

function word(random: Random): string {
  if (random.chance(0.35))
    return random.pick(["f1", "a", '"b c"', "'d'", "two/*", "$x", "-n", "x=1", '""', "$1", "\\#"]);
  return random.pick(before) + substitution(random) + random.pick(behind);
}

function words(random: Random): string {
  return Array.from({ length: 1 + random.below(3) }, () => word(random)).join(
    random.pick([" ", " ", "  ", "\t", " \\\n"]),
  );
}

const program = (random: Random): string =>
  random.pick(["echo", "echo", ":", "printf %s", "echo -n", "cat", "true", "test"]);

/** Behind a word, after a blank, at the start of a line: here it is a comment and there it is none. */
function comment(random: Random): string {
  const text = random.pick(["#", " #", "\t#", ";#", "\n#", " \\\n#", "&&:#", "|cat#", ")#"]);
  return `${text}a${random.pick([";", " ;", "&", "|", "'", '"', "`", "$("])} ${payload(random)}`;
}

export function oddPlaces(random: Random): string {
  const form = random.pick(forms);
  const text = form(random);
  const more = random.chance(0.25) ? comment(random) : "";
  const next = random.chance(0.3)
    ? `${random.pick([";", "\n", " && ", " | ", " || "])}${program(random)} ${words(random)}`
    : "";
  return text + more + next;
}

const forms: readonly ((random: Random) => string)[] = [
  (random) => `${program(random)} ${words(random)}`,
  (random) => `${program(random)} ${words(random)}`,
  (random) => `x=${word(random)} ${program(random)} ${word(random)}`,
  (random) => `x=(${words(random)})${random.pick(behind)}`,
  (random) => `x=(${words(random)})${substitution(random)}`,
  (random) => `x+=(${words(random)})`,
  (random) => `x=${word(random)}`,
  (random) => `x[${random.pick(["1", "0", substitution(random)])}]=${word(random)}`,
  (random) => `declare x=(${words(random)})${random.pick(behind)}`,
  (random) => `export y=${word(random)}`,
  (random) => `cat <<<${word(random)}`,
  (random) => `cat <<E\n${words(random)}\nE`,
  (random) => `cat <<'E'\n${words(random)}\nE`,
  (random) => `cat <<"E"; ${program(random)} ${word(random)}\n${words(random)}\nE`,
  (random) => `cat <<-E\n\t${words(random)}\n\tE`,
  (random) => `cat <<\\E\n${words(random)}\nE`,
  (random) => `cat <<E <<F\n${word(random)}\nE\n${word(random)}\nF`,
  (random) => `case ${word(random)} in ${word(random)}) ${program(random)} ${word(random)};; esac`,
  (random) => `[[ ${word(random)} == ${word(random)} ]]`,
  (random) => `[[ -n ${word(random)} ]]`,
  (random) => `[[ a =~ ${word(random)} ]]`,
  (random) => `(( ${random.pick(["1", "x=1", "x"])} + ${substitution(random)} ))`,
  (random) => `for f in ${words(random)}; do echo "$f"; done`,
  (random) => `if ${program(random)} ${word(random)}; then :; else ${program(random)} ${word(random)}; fi`,
  (random) => `{ ${program(random)} ${words(random)}; }`,
  (random) => `f() { ${program(random)} ${words(random)}; }; ${random.pick(["f", ":", "f a"])}`,
  (random) => `cat < ${word(random)}`,
  (random) => `${program(random)} ${word(random)} 2>&1`,
  (random) => `eval ${word(random)}`,
  (random) => `set -- ${words(random)}; echo "$@"`,
  (random) => `trap ${word(random)} EXIT`,
  (random) => `bash -c ${word(random)}`,
  (random) => `coproc { ${program(random)} ${word(random)}; }`,
  (random) => `printf -v x ${word(random)}`,
  (random) => `${word(random)}`,
  (random) => `x=(a # ${payload(random)}\n${word(random)})`,
  (random) => `x=([${substitution(random)}]=${word(random)})`,
  (random) => `x=1 y=${word(random)} z=${word(random)}`,
  (random) => `(cat <<E\n) ${word(random)}\nE\n)`,
  (random) => `cat <<E"F"\n${word(random)}\nEF`,
  (random) => `cat <<$(E)\n${word(random)}\n$(E)`,
  (random) => `cat <<E |\n${word(random)}\nE\n${program(random)} ${word(random)}`,
  (random) =>
    `case x in\n# ${payload(random)}\n${word(random)}|x) ${program(random)} ${word(random)} ;& *) : ${word(random)} ;; esac`,
  (random) => `until ${program(random)} ${word(random)}; do break; done`,
  (random) => `for ((i=0; i<1+${substitution(random)}0; i++)); do break; done`,
  (random) => `((${payload(random)}) )`,
  (random) => `( (${payload(random)}))`,
  (random) => `[[ ( -n ${word(random)} || ${word(random)} < b ) && ! a -nt ${word(random)} ]]`,
  (random) => `function f { ${program(random)} ${word(random)}; }\n${random.pick(["f", ":"])} ${word(random)}`,
  (random) => `exec {d}<f1; ${program(random)} ${word(random)} <&$d`,
  (random) => `${program(random)} ${word(random)} <f1 2>&1 >&2`,
  (random) => `if [[ a ]]; then\n# ${payload(random)}\n${program(random)} ${word(random)}\nfi`,
  (random) => `while read -r l; do echo "$l" ${word(random)}; done <<< ${word(random)}`,
  (random) => `select s in ${words(random)}; do break; done`,
  (random) => `! ${program(random)} ${word(random)} | cat ${word(random)}`,
  (random) => `command ${program(random)} ${word(random)}; builtin echo ${word(random)}`,
  (random) => `let "x=1+${substitution(random).replaceAll('"', "")}"`,
  (random) => `mapfile -t x < ${word(random)}`,
  (random) => `: \${x:=${word(random)}} \${x?${word(random)}}`,
];
