/** Whole commands: lists, branches, loops, functions, substitutions and shells around simple commands. */
import { type Fillers, fill } from "./fill-template.ts";
import { type Place, single } from "./generate-paths.ts";
import { fillPhrase, simpleCommand } from "./generate-simple.ts";
import { phrases } from "./phrases.ts";
import { Random } from "./random.ts";

const structures = phrases("structures");
const conditions = phrases("conditions");
const DEEPEST = 2;

/** The same seed and area give the same command. */
export function generateCommand(seed: number, area: string): string {
  const random = new Random(seed);
  const place: Place = { random, area };
  const count = random.weighted([
    [10, 1],
    [5, 2],
    [2, 3],
    [1, 4],
  ]);
  let command = statement(place, 0);
  for (let at = 1; at < count; at += 1) {
    const joint = random.weighted([
      [5, "\n"],
      [4, " ; "],
      [4, " && "],
      [2, " || "],
      [1, " & "],
    ]);
    command = joined(command, joint, statement(place, 0));
  }
  return command.includes(" & ") ? joined(command, "\n", "wait") : command;
}

/** Behind a here-document only a new line can follow. */
function joined(one: string, joint: string, other: string): string {
  return one.includes("\n") ? `${one}\n${other}` : `${one}${joint}${other}`;
}

function statement(place: Place, depth: number): string {
  const { random } = place;
  const isSimple = depth >= DEEPEST || random.chance(depth === 0 ? 0.5 : 0.8);
  if (isSimple) return simpleCommand(place);
  const inner = (): string => statement(place, depth + 1);
  const fillers: Fillers = {
    s: inner,
    cond: () => fillPhrase(place, random.pick(conditions)),
    script: () => single(inner()),
    ...Object.fromEntries(
      ["file", "new", "dir", "path", "paths", "glob", "text", "n", "sed"].map((name) => [
        name,
        () => fillPhrase(place, `<${name}>`),
      ]),
    ),
  };
  return fill(place, random.pick(structures), fillers);
}
