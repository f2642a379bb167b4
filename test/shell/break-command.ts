/** Damages a command here and there: some of what comes out is still one to the shell, most of it is not. */
import type { Random } from "./random.ts";

const signs = [
  ..."; & | < > ( ) { } ' \" ` $ # ! \\ = * ? [ ] ~ - + , : / %".split(" "),
  ..."&& || ;; << >> <( >( $( ${ $(( )) [[ ]] (( ;;& &> <<< $' $\" |& >| <& >& <<-".split(" "),
  " ",
  "\n",
  "\t",
  "\\\n",
  "\r",
];

const words = `if then else elif fi for in do done while until case esac select function time coproc ! { } [[ ]] ((
  )) EOF 1 2> {fd}> x=1 x=( a[1]=2 $x \${x} \${x[ $((1)) "" '' \\ # ~ *`.split(/\s+/);

export function breakCommand(random: Random, command: string): string {
  let broken = command;
  for (let left = 1 + random.below(3); left > 0; left -= 1) broken = random.pick(ways)(random, broken);
  return broken;
}

const ways: readonly ((random: Random, text: string) => string)[] = [
  (random, text) => insert(random, text, random.pick(signs)),
  (random, text) => insert(random, text, random.pick(signs)),
  (random, text) => insertWord(random, text, random.pick(words)),
  (random, text) => {
    const at = random.below(text.length);
    return text.slice(0, at) + text.slice(at + 1);
  },
  (random, text) => text.slice(0, random.below(text.length + 1)),
  (random, text) => text.slice(random.below(text.length)),
  (random, text) => withParts(text, (parts) => void parts.splice(random.below(parts.length), 1 + random.below(3))),
  (random, text) =>
    withParts(text, (parts) => {
      const [from, to] = [random.below(parts.length), random.below(parts.length)];
      [parts[from], parts[to]] = [parts[to] ?? "", parts[from] ?? ""];
    }),
  (random, text) =>
    withParts(text, (parts) => void parts.splice(random.below(parts.length), 0, random.pick(parts), " ")),
];

function insert(random: Random, text: string, more: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + more + text.slice(at);
}

function insertWord(random: Random, text: string, word: string): string {
  return withParts(text, (parts) => void parts.splice(random.below(parts.length + 1), 0, ` ${word} `));
}

function withParts(text: string, change: (parts: string[]) => void): string {
  const parts = text.match(/\s+|[;&|(){}<>]+|[^\s;&|(){}<>]+/g) ?? ["x"];
  change(parts);
  return parts.join("");
}
