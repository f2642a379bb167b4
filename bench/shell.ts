/**
 * What reading a shell command costs relative to parsing it, and what looking at a tree before and after a call costs
 * relative to `git status`. Every figure is from one run.
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { classifyShell } from "@intentgate/shell";
import { forEachChild, parse, type SyntaxNode } from "unbash";
import { compareTrees } from "./compare-trees.ts";
import { quantile } from "./quantile.ts";

/** Many: what a command needs runs only a few times in a round, and is compiled when it has run often. */
const WARM_UP_ROUNDS = 400;
const ROUNDS = 100;

const fixtures = new URL("../packages/shell/fixtures/", import.meta.url);

function main(): void {
  console.log(`node ${process.version}, ${cpus().length} cores\n`);
  readCommands(["safe", "mutating", "unknown"].flatMap(commandsIn));
  if (!process.argv.includes("reading")) compareTrees();
}

function commandsIn(name: string): string[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, fixtures), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => (JSON.parse(line) as { command: string }).command);
}

interface Measured {
  run(command: string): unknown;
  /** By command, then by round. */
  times: number[][];
}

function readCommands(commands: readonly string[]): void {
  const measured = (run: Measured["run"]): Measured => ({ run, times: commands.map(() => []) });
  const ours = measured((command) => classifyShell(command, { cwd: "/work" }));
  const opened = measured((command) => open(parse(command)));
  const lazy = measured(parse);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const one of [lazy, opened, ours]) runAll(commands, one, round >= WARM_UP_ROUNDS);
  }
  const usual = ours.times.map((each) => quantile(each, 0.5));
  console.log(`reading ${commands.length} commands, the median of ${ROUNDS} rounds for each`);
  console.log(`  p50 ${us(quantile(usual, 0.5))}  p95 ${us(quantile(usual, 0.95))}  p99 ${us(quantile(usual, 0.99))}`);
  console.log(
    `  the slowest ${us(Math.max(...usual))}: ${JSON.stringify(commands[usual.indexOf(Math.max(...usual))])}`,
  );
  console.log(`  p99 of every single reading, pauses included ${us(quantile(ours.times.flat(), 0.99))}   (limit 1 ms)`);
  console.log("relative to unbash alone, the best round for each command");
  compare("its whole tree", ours, opened, "(limit 4)");
  compare("words and substitutions left unread", ours, lazy, "");
}

function runAll(commands: readonly string[], { run, times }: Measured, counts: boolean): void {
  for (const [at, command] of commands.entries()) {
    const start = performance.now();
    run(command);
    const took = performance.now() - start;
    if (counts) times[at]?.push(took);
  }
}

/** A tree of unbash reads what stands in words only when asked; whoever wants to know what a command does must ask. */
function open(node: SyntaxNode): void {
  forEachChild(node, open);
}

/** The best round is the one in which nobody else had the processor. */
function compare(name: string, ours: Measured, theirs: Measured, limit: string): void {
  const [own, other] = [ours, theirs].map(({ times }) => times.map((each) => Math.min(...each))) as [
    number[],
    number[],
  ];
  const middles = [quantile(own, 0.5), quantile(other, 0.5)] as const;
  const ratios = `of sums ${(sum(own) / sum(other)).toFixed(2)}, of p50 ${(middles[0] / middles[1]).toFixed(2)}`;
  console.log(`  ${name.padEnd(36)} ${us(middles[0])} to ${us(middles[1])}   ratio ${ratios}   ${limit}`);
}

function sum(list: readonly number[]): number {
  return list.reduce((all, one) => all + one, 0);
}

function us(value: number): string {
  return `${(value * 1000).toFixed(1)} µs`;
}

main();
