/** Judges generated scripts, runs those that are called safe, and some that are not, and looks for one that contradicts its reading. */
import { createControlRules, createEffectsOf, defaultPolicy, isControlName } from "@intentgate/policy";
import { classifyShell } from "@intentgate/shell";
import { type BoxedWorker, openWorker, type wayApart } from "../box.ts";
import { missedByEffects } from "../claims.ts";
import { groundOf } from "../ground.ts";
import { Random } from "../random.ts";
import type { Change } from "../tree-shot.ts";
import { generateScript, type Kind, type Script } from "./generate-script.ts";

const BATCH = 120;
const BOXES = 2;

export interface FuzzAsked {
  seed: number;
  count: number;
  /** Ends at the first one that is wrong. */
  onlyOne?: boolean;
  /** Called now and then; false ends it. */
  goesOn?(figures: FuzzFigures): boolean;
}

export interface Wrong {
  script: Script;
  /** After how many scripts it was judged. */
  at: number;
  how: "safe, and it changed" | "effects miss";
  changed: string[];
}

export interface FuzzFigures {
  judged: number;
  safe: number;
  destructive: number;
  unknown: number;
  ran: number;
  byKind: Map<Kind, { judged: number; safe: number }>;
  wrong: Wrong[];
}

type Way = Exclude<ReturnType<typeof wayApart>, { missing: string }>;
type Judged = { script: Script; at: number; missed(changes: readonly Change[]): readonly Change[]; isSafe: boolean };

export async function runFuzz(way: Way, asked: FuzzAsked): Promise<FuzzFigures> {
  const figures: FuzzFigures = {
    judged: 0,
    safe: 0,
    destructive: 0,
    unknown: 0,
    ran: 0,
    byKind: new Map(),
    wrong: [],
  };
  const worker = new URL("fuzz-worker.ts", import.meta.url);
  const boxes = await Promise.all(Array.from({ length: BOXES }, () => openWorker(way, worker)));
  const seeds = new Random(asked.seed);
  const known = new Set<string>();
  const isOver = (): boolean =>
    figures.judged >= asked.count ||
    (asked.onlyOne === true && figures.wrong.length > 0) ||
    asked.goesOn?.(figures) === false;
  try {
    await Promise.all(
      boxes.map((box) => search(box, () => new Random(seeds.seed()), asked.count, isOver, figures, known)),
    );
  } finally {
    for (const box of boxes) box.close();
  }
  figures.wrong.sort((one, other) => one.at - other.at);
  return figures;
}

async function search(
  box: BoxedWorker,
  next: () => Random,
  count: number,
  isOver: () => boolean,
  figures: FuzzFigures,
  /** What was run already: it would leave what it left then. */
  known: Set<string>,
): Promise<void> {
  const judge = judgeOf(box);
  while (!isOver()) {
    const safe: Judged[] = [];
    const changing: Judged[] = [];
    while (safe.length < BATCH && figures.judged < count) {
      const script = generateScript(next());
      const judged = judge(script, ++figures.judged);
      const ofKind = figures.byKind.get(script.kind) ?? { judged: 0, safe: 0 };
      figures.byKind.set(script.kind, ofKind);
      ofKind.judged += 1;
      if (judged === null) figures.unknown += 1;
      else if (judged.isSafe) {
        figures.safe += 1;
        ofKind.safe += 1;
        if (isNew(script, known)) safe.push(judged);
      } else {
        figures.destructive += 1;
        if (script.kind === "targets" && isNew(script, known)) changing.push(judged);
      }
    }
    await check(box, safe, false, figures);
    await check(box, changing, true, figures);
  }
}

function isNew(script: Script, known: Set<string>): boolean {
  const text = runText(script);
  const before = known.size;
  return known.add(text).size > before;
}

async function check(box: BoxedWorker, all: readonly Judged[], alone: boolean, figures: FuzzFigures): Promise<void> {
  if (all.length === 0) return;
  const answer = await box.ask({ scripts: all.map(({ script }) => runText(script)), alone });
  const { changes } = answer as { changes: Change[][] };
  figures.ran += all.length;
  for (const [index, { script, at, missed, isSafe }] of all.entries()) {
    const found = missed(changes[index] ?? []);
    if (found.length === 0) continue;
    const how = isSafe ? "safe, and it changed" : "effects miss";
    figures.wrong.push({ script, at, how, changed: found.map(({ path }) => path) });
  }
}

/** Several lines are given to one shell that knows aliases, as a person's does. */
function runText({ lines }: Script): string {
  if (lines.length === 1) return lines[0] ?? "";
  return ["shopt -s expand_aliases", ...lines.map((line) => `eval '${line.replaceAll("'", `'\\''`)}'`)].join("\n");
}

/** Null: nothing was said that could be wrong. */
function judgeOf(box: BoxedWorker): (script: Script, at: number) => Judged | null {
  const ground = groundOf(box.area, box.tree);
  const cwd = `${box.area}/work`;
  const control = createControlRules([]);
  const effectsOf = createEffectsOf({
    facts: ground.facts,
    isControlName: (name) => isControlName(name, control),
    policy: () => defaultPolicy,
    home: `${box.area}/home`,
  });
  return (script, at) => {
    const isKept = script.lines.length > 1;
    const risks = script.lines.map(
      (command) => classifyShell(command, isKept ? { cwd, keeping: "kept" } : { cwd }).risk,
    );
    if (risks.includes("UNKNOWN")) return null;
    // As the gate sees it: the files that are there may make the reading doubtful.
    const seen = script.lines.map(
      (command) => effectsOf("execute_command", isKept ? { command, keeps_shell: true } : { command }, cwd).effects,
    );
    if (seen.some(({ risk, list }) => risk === "UNKNOWN" || list.some(({ kind }) => kind === "bad_path"))) return null;
    const isSafe = risks.every((risk) => risk === "SAFE") && seen.every(({ risk }) => risk === "SAFE");
    const list = seen.flatMap((effects) => effects.list);
    return { script, at, isSafe, missed: (changes) => (isSafe ? changes : missedByEffects(ground, list, changes)) };
  };
}
