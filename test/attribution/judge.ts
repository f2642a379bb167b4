/** Compares what blame says of every line with what the model knows. */
import { type LineCredit, whoOf } from "@intentgate/blame";
import { tokenOf } from "./texts.ts";
import type { Author, Line, World } from "./world.ts";

export interface Judgement {
  lines: number;
  right: number;
  /** Lines of people that blame gives to an agent. */
  stolen: string[];
  /** Lines of which blame says that it does not know, or that several fit. */
  open: string[];
  wrong: string[];
}

interface Judged {
  at: number;
  line: Line;
  credit: LineCredit;
  /** The call that blame names; null where it names none. */
  call: string | undefined;
}

export function judge(world: World): Judgement {
  const blame = world.workspace.blame();
  const found: Judgement = { lines: 0, right: 0, stolen: [], open: [], wrong: [] };
  for (const path of world.files()) {
    const blamed = blame.file(path);
    if (!blamed.ok) throw new Error(JSON.stringify(blamed.problems));
    const lines = world.lines(path);
    const groups = new Map<string, Judged[]>();
    for (const [at, credit] of blamed.value.credits.entries()) {
      const line = lines[at] as Line;
      if (line.text !== blamed.value.text[at]) throw new Error(`${path}:${at + 1} is not as the model has it`);
      if (line.text.trim() === "") continue;
      const call = credit.credit === "record" ? blame.record(credit.number).decision?.id : undefined;
      const one = { at, line, credit, call };
      const name = tokenOf(line.text) === null ? line.text.trim() : `${at}`;
      groups.set(name, [...(groups.get(name) ?? []), one]);
    }
    for (const group of groups.values()) judgeGroup(world, path, group, found);
  }
  return found;
}

/** Lines of one file that say the same can be exchanged, and nobody could tell: they are judged together. */
function judgeGroup(world: World, path: string, group: Judged[], found: Judgement): void {
  const free = group.map(({ line }) => authorsOf(world, line));
  const left: Judged[] = [];
  found.lines += group.length;
  for (const one of group) {
    const fit = free.findIndex((authors) => authors.some((author) => fits(author, one)));
    if (fit < 0) left.push(one);
    else {
      free.splice(fit, 1);
      found.right++;
    }
  }
  for (const one of left) {
    const who = whoOf(one.credit);
    const told = `${path}:${one.at + 1} ${one.line.text}: ${JSON.stringify(one.line.authors)}, not ${JSON.stringify(one.credit)}`;
    if (who === "AI" && free.every((authors) => authors.every((author) => author === "person")))
      found.stolen.push(told);
    (who === "UNKNOWN" || who === "AMBIGUOUS" ? found.open : found.wrong).push(told);
  }
}

function fits(author: Author, { credit, call }: Judged): boolean {
  const who = whoOf(credit);
  return author === "person" ? who === "HUMAN" || who === "BEFORE" : who === "AI" && call === author.call;
}

/** What a person copied, and somebody took away where it came from, was moved. */
function authorsOf(world: World, line: Line): Author[] {
  const { authors, copyOf = [] } = line;
  const stands = (author: Author) =>
    [...world.version().values()].some((lines) =>
      lines.some((other) => other !== line && other.text.trim() === line.text.trim() && other.authors.includes(author)),
    );
  return [...authors, ...copyOf.filter((author) => !stands(author))];
}
