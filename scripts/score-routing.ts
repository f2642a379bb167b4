/** Scores routing against the labelled prompts: `npm run score:routing`. Limits hold for the held-out part. */
import { type AnsweredPrompt, answeredPrompts, type Score, scoreOf } from "../test/support/routing/labelled-prompts.ts";

const say = (line = ""): void => void process.stdout.write(`${line}\n`);
const head = ["prompts", "precision@1", "when answered", "recall@3", "abstained", "unrelated", "false suggestions"];

function printTable(title: string, groups: readonly (readonly [string, readonly AnsweredPrompt[]])[]): void {
  say(`\n${title.padEnd(12)}${head.map((word) => word.padStart(word.length + 3)).join("")}`);
  for (const [name, rows] of groups) {
    const score = scoreOf(rows);
    say(
      `${name.padEnd(12)}${cellsOf(score)
        .map((cell, at) => cell.padStart(head[at]!.length + 3))
        .join("")}`,
    );
  }
}

function cellsOf(score: Score): string[] {
  const { related, unrelated } = score;
  const shares = [score.precisionAt1, score.precisionWhenAnswered, score.recallAt3, score.abstained];
  return [
    String(related),
    ...shares.map((value) => (related === 0 ? "-" : value.toFixed(3))),
    String(unrelated),
    unrelated === 0 ? "-" : score.falseSuggestions.toFixed(3),
  ];
}

function printMistakes(rows: readonly AnsweredPrompt[]): void {
  for (const { prompt, ability, document, abilities, documents } of rows) {
    const wanted = ability ?? document;
    const given = ability ? abilities : document ? documents : [...abilities, ...documents];
    if (given[0]?.id === wanted) continue;
    say(
      `  ${JSON.stringify(prompt)}: ${given[0] ? `${given[0].id} ${given[0].confidence}` : "nothing"}, not ${wanted ?? "nothing"}`,
    );
  }
}

/** How often suggestions of a confidence are right: calibrated means that the two agree. */
function printCalibration(rows: readonly AnsweredPrompt[]): void {
  const first = rows.flatMap(({ ability, document, abilities, documents }) => {
    const given = document ? documents[0] : abilities[0];
    return given ? [{ confidence: given.confidence, isRight: given.id === (ability ?? document) }] : [];
  });
  say("\nconfidence   suggestions   right");
  for (const from of [0.3, 0.5, 0.7, 0.9]) {
    const bin = first.filter(({ confidence }) => confidence >= from && confidence < (from === 0.9 ? 1.01 : from + 0.2));
    const right = bin.filter(({ isRight }) => isRight).length;
    say(`${from.toFixed(1)} and up ${String(bin.length).padStart(14)}${String(right).padStart(8)}`);
  }
}

for (const part of ["build", "held-out"] as const) {
  const rows = await answeredPrompts(part);
  printTable(part, [
    ["all", rows],
    ["abilities", rows.filter(({ document }) => !document).map((row) => ({ ...row, documents: [] }))],
    ["documents", rows.filter(({ ability }) => !ability).map((row) => ({ ...row, abilities: [] }))],
    ["English", rows.filter(({ language }) => language === "en")],
    ["German", rows.filter(({ language }) => language === "de")],
  ]);
  printCalibration(rows);
  // Those of the held-out part stay unseen, so that nobody builds for them.
  if (part === "build") printMistakes(rows);
}

const held = scoreOf(await answeredPrompts("held-out"));
const limits = [
  {
    name: "precision@1 on the held-out part",
    value: held.precisionAt1,
    isMet: held.precisionAt1 >= 0.9,
    limit: "≥ 0.9",
  },
  {
    name: "false suggestions there",
    value: held.falseSuggestions,
    isMet: held.falseSuggestions <= 0.05,
    limit: "≤ 0.05",
  },
];
say();
for (const { name, value, isMet, limit } of limits) {
  say(`${isMet ? "met    " : "NOT MET"}  ${name.padEnd(34)} ${value.toFixed(4)}  (limit ${limit})`);
}
process.exitCode = limits.every(({ isMet }) => isMet) ? 0 : 1;
