/**
 * Runs generated commands for real, in a box, and looks for one that does what its reading does not say:
 * `npm run fuzz:commands -- [--seconds N] [--seed S]`.
 */
import { type Box, openBox, wayApart } from "../test/shell/box.ts";
import { generateCommand } from "../test/shell/generate-command.ts";
import { createJudge, type Judge, type Judged } from "../test/shell/judge.ts";
import { asRow, minimise } from "../test/shell/minimise.ts";
import { Random } from "../test/shell/random.ts";

const BOXES = 2;

const seconds = option("--seconds", 60);
const seed = option("--seed", Date.now() % 1_000_000_000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const way = wayApart();
if ("missing" in way) {
  process.stderr.write(`nothing was run: ${way.missing}\n`);
  process.exit(2);
}

const counts = new Map<string, number>();
const shapes = new Set<string>();
let end = Date.now() + seconds * 1000;
// Whoever stops it gets the figures so far, and no box is left behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    end = 0;
  });
}
const boxes = await Promise.all(Array.from({ length: BOXES }, () => openBox(way)));
say(`seed ${seed}, ${seconds} s, ${BOXES} boxes`);
try {
  await Promise.all(boxes.map((box, at) => search(box, createJudge(box), new Random(seed + at))));
} finally {
  for (const box of boxes) box.close();
}
report();

async function search(box: Box, judge: Judge, random: Random): Promise<void> {
  while (Date.now() < end) {
    const own = random.seed();
    const judged = await judge.judge(generateCommand(own, box.area));
    count(judged.said.risk);
    if (judged.changes.length > 0) count("changed something");
    if (judged.wrong) await show(box, judge, judged, own);
  }
}

/** Each kind of contradiction once, as short as it gets. */
async function show(box: Box, judge: Judge, judged: Judged, own: number): Promise<void> {
  count(judged.wrong?.how ?? "");
  const least = await minimise(judge, judged);
  const shape = least.command.replaceAll(/n ?[0-9]+/g, "n").replaceAll(/[a-z]+\.(txt|md|ts|csv|json)/g, "f");
  if (shapes.has(shape)) return;
  shapes.add(shape);
  say(`${own} ${asRow(least, box.area)}`);
}

function count(name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function report(): void {
  const of = (name: string): number => counts.get(name) ?? 0;
  const risks = ["SAFE", "DESTRUCTIVE", "UNKNOWN"];
  const all = risks.reduce((sum, risk) => sum + of(risk), 0);
  say(`${all} commands, ${all - of("UNKNOWN")} run, ${of("changed something")} changed something`);
  for (const risk of risks) say(`  ${risk.padEnd(12)} ${of(risk)}  ${((100 * of(risk)) / all).toFixed(1)} %`);
  const wrong = ["safe, and it changed", "paths miss", "effects miss"].filter((how) => of(how) > 0);
  for (const how of wrong) say(`  ${how}: ${of(how)}`);
  say(wrong.length === 0 ? "no contradiction found" : `${shapes.size} different contradictions`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  const given = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isFinite(given)) {
    process.stderr.write(`${name} needs a number\n`);
    process.exit(2);
  }
  return given;
}
