/** Odd but mostly valid scripts: each puts something that leaves a trace, or the same without one, where it is easily overlooked. */

import { breakCommand } from "../break-command.ts";
import type { Random } from "../random.ts";
import { outside } from "./generate-outside.ts";
import { oddPlaces } from "./generate-places.ts";
import { interpreterCode, manyWords, names, numbers, options, targets } from "./generate-programs.ts";
import { remembered } from "./generate-state.ts";

export interface Script {
  kind: Kind;
  /** One text, or several that are given to the same shell one after the other. */
  lines: readonly string[];
}

const kinds = {
  places: oddPlaces,
  code: interpreterCode,
  names,
  many: manyWords,
  options,
  numbers,
  targets,
  state: remembered,
  outside,
} as const;

export type Kind = keyof typeof kinds | "broken" | "kept";

const weights: readonly (readonly [number, Kind])[] = [
  [30, "places"],
  [18, "broken"],
  [5, "code"],
  [12, "names"],
  [7, "many"],
  [8, "options"],
  [8, "numbers"],
  [6, "kept"],
  [2, "targets"],
  [24, "state"],
  [12, "outside"],
];

export function generateScript(random: Random): Script {
  const kind = random.weighted(weights);
  if (kind === "kept") return { kind, lines: keptLines(random) };
  if (kind === "broken") {
    const whole = random.chance(0.6)
      ? oddPlaces(random)
      : random.pick([names, numbers, manyWords, options, remembered, outside])(random);
    return { kind, lines: [withoutPaths(breakCommand(random, decorated(random, whole)))] };
  }
  return { kind, lines: [decorated(random, kinds[kind](random))] };
}

/** Nothing may name what lies outside of the folder. */
function withoutPaths(text: string): string {
  return text.replace(/(?<!two|odd)\/|[~]|\.\./g, "_");
}

/** What stands around it changes nothing. */
function decorated(random: Random, inner: string): string {
  if (random.chance(0.6)) return inner;
  return random.pick(around)(inner);
}

const around: readonly ((inner: string) => string)[] = [
  (inner) => `( ${inner}\n)`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `if true; then ${inner}\nfi`,
  (inner) => `for i in 1 2; do ${inner}\ndone`,
  (inner) => `g() { ${inner}\n}; g`,
  (inner) => `case x in x) ${inner}\n;; esac`,
  (inner) => `! { ${inner}\n}`,
  (inner) => `true && { ${inner}\n}`,
  (inner) => `echo "$(${inner}\n)"`,
  (inner) => `{ ${inner}\n} | cat`,
  (inner) => `V=1; ${inner}`,
  (inner) => `time { ${inner}\n}`,
  (inner) => `eval '${inner.replaceAll("'", `'\\''`)}'`,
];

/** What one line leaves behind means something to the next. */
function keptLines(random: Random): string[] {
  const leaves = random.pick(["touch p", "> p", "echo x > p", "true", ":", "echo 1"]);
  const name = random.pick(["ls", "cat", "echo", "true", "wc", "pwd", "test", "cd", "h", "grep", "printf"]);
  const uses = [
    `${name} f1`,
    `${name}`,
    "ls",
    "echo $((RANDOM))",
    `x='a[$(${leaves})]'`,
    "x=1",
    "cat f1 | wc -l",
    "echo done",
    "cat num",
    "declare x=num",
    'read x < num; echo "$x"',
  ];
  const definition = random.pick([
    `alias ${name}='${leaves}'`,
    `${name}() { ${leaves}; }`,
    `function ${name} { ${leaves}; }`,
    `trap '${leaves}' DEBUG`,
    "declare -i x",
    `unset RANDOM; RANDOM='a[$(${leaves})]'`,
    "exec < num",
    `if true; then ${name}() { ${leaves}; }; fi`,
    `eval '${name}() { ${leaves}; }'`,
    `x=1; y=2`,
    "cd two",
    "set -e",
  ]);
  return random.chance(0.2) ? [random.pick(uses), random.pick(uses)] : [definition, random.pick(uses)];
}
