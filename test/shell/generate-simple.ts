/** Simple commands: one program with its words, redirections and what may stand in front. */
import { type Fillers, fill } from "./fill-template.ts";
import { anyPath, filePath, folderPath, freshPath, type Place, single, spell } from "./generate-paths.ts";
import { phrases, programRows } from "./phrases.ts";
import { names } from "./sample-tree.ts";

const changing = programRows("changing-programs");
const others = programRows("other-programs");
const reading = programRows("reading-programs");

const lists = {
  sed: phrases("sed-scripts"),
  awk: phrases("awk-programs"),
  perl: phrases("perl-programs"),
  test: phrases("find-tests"),
  action: phrases("find-actions"),
  runs: phrases("xargs-runs"),
  bracedRuns: phrases("xargs-braced-runs"),
  git: phrases("git-commands"),
  gitRead: phrases("git-reads"),
};

const redirections = phrases("redirections");

const words: Fillers = {
  file: (place) => spell(place, filePath(place)),
  new: (place) => spell(place, freshPath(place)),
  dir: (place) => spell(place, folderPath(place)),
  path: (place) => spell(place, anyPath(place)),
  glob: ({ random }) => random.pick(names.globs),
  /** Without quotes, so that it may stand inside of some. */
  bare: ({ random }) => random.pick(["n1", "n2.txt", "a.txt", "src/n3", "dir/x", "b.txt"]),
  paths: (place) =>
    Array.from({ length: 1 + place.random.below(3) }, () =>
      place.random.chance(0.15) ? place.random.pick(names.globs) : spell(place, anyPath(place)),
    ).join(" "),
  text: ({ random }) =>
    random.pick(["hello", "'a b'", '"x > y"', "'; touch n99'", "one", "''", '"$HOME"', "a,b", "'$(x)'", "-n", "x\\;y"]),
  n: ({ random }) => String(random.below(4)),
  sed: ({ random }) => random.pick(lists.sed),
  awk: ({ random }) => random.pick(lists.awk),
  perl: ({ random }) => random.pick(lists.perl),
  test: ({ random }) => random.pick(lists.test),
};

const fillers: Fillers = {
  ...words,
  action: (place) => fill(place, place.random.pick(lists.action), fillers),
  runs: (place) => fill(place, place.random.pick(lists.runs), words),
  runsbrace: (place) => fill(place, place.random.pick(lists.bracedRuns), words),
  git: (place) => fill(place, place.random.pick(lists.git), words),
  gitread: (place) => fill(place, place.random.pick(lists.gitRead), words),
  simple: (place) => plainCommand(place),
  script: (place) => single(plainCommand(place)),
};

/** Text that leaves the same choices open as the lists do. */
export function fillPhrase(place: Place, template: string): string {
  return fill(place, template, fillers);
}

/** One program without anything around it. */
function plainCommand(place: Place): string {
  const { random } = place;
  const row = random.pick(random.weighted([[5, changing] as const, [4, others] as const, [1, reading] as const]));
  const form = fill(place, random.pick(row.forms), fillers, row.options);
  return `${row.name} ${form}`.trim();
}

export function simpleCommand(place: Place): string {
  const { random } = place;
  let command = plainCommand(place);
  if (random.chance(0.06)) command = disguised(place, command);
  if (random.chance(0.05)) command = `${random.pick(["X=1", "A=b B=c", "LC_ALL=C", "x=$(echo 1)"])} ${command}`;
  if (random.chance(0.22)) command = redirected(place, command);
  return command;
}

/** The program's name spelled otherwise. */
function disguised({ random }: Place, command: string): string {
  const [, name = "", rest = ""] = /^(\S+)(.*)$/s.exec(command) ?? [];
  return (
    random.pick([
      `\\${name}`,
      `"${name}"`,
      `${name[0]}''${name.slice(1)}`,
      `/usr/bin/${name}`,
      `$(echo ${name})`,
      `c=${name}; $c`,
    ]) + rest
  );
}

function redirected(place: Place, command: string): string {
  const { random } = place;
  const redirection = fill(place, random.pick(redirections), fillers);
  // A here-document ends in a line of its own.
  const [head = "", ...body] = redirection.split("\n");
  const line = random.chance(0.12) ? `${head} ${command}` : `${command} ${head}`;
  return [line, ...body].join("\n");
}
