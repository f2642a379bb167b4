/** Generated commands, run for real in a box: nothing that they do may contradict what was said of them before. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "../../packages/shell/src/programs/program-list.ts";
import { onlyReads } from "../../packages/shell/src/uses/program.ts";
import { type Box, openBox, wayApart } from "./box.ts";
import { generateCommand } from "./generate-command.ts";
import { createJudge, type Find, type Judged } from "./judge.ts";
import { asRow, minimise } from "./minimise.ts";
import { Random, seedFrom } from "./random.ts";

const BOXES = 2;
const COMMANDS = seedFrom("SHELL_COMMANDS", 2000);
const seed = seedFrom("SHELL_SEED", 1);
const MOST_MS = 240_000;

const way = wayApart();

if ("missing" in way) it.skip(`generated commands are not run: ${way.missing}`, () => {});

describe.skipIf("missing" in way)("generated commands", () => {
  let boxes: Box[] = [];
  beforeAll(async () => {
    if ("missing" in way) return;
    boxes = await Promise.all(Array.from({ length: BOXES }, () => openBox(way)));
  });
  afterAll(() => {
    for (const box of boxes) box.close();
  });

  /** Each box takes every second command. */
  async function judgeAll(count: number, find?: Find): Promise<{ box: Box; judged: Judged }[]> {
    const seeds = new Random(seed);
    const all = Array.from({ length: count }, () => seeds.seed());
    const shares = boxes.map(async (box, own) => {
      const judge = createJudge(box, find);
      const results: { box: Box; judged: Judged }[] = [];
      for (const [at, each] of all.entries()) {
        if (at % boxes.length === own)
          results.push({ box, judged: await judge.judge(generateCommand(each, box.area)) });
      }
      return results;
    });
    return (await Promise.all(shares)).flat();
  }

  it(
    "change nothing where they were called safe, and nothing but what was said where they were not",
    async () => {
      const all = await judgeAll(COMMANDS);
      const rows: string[] = [];
      for (const { box, judged } of all) {
        if (judged.wrong && rows.length < 10) rows.push(asRow(await minimise(createJudge(box), judged), box.area));
      }
      expect(rows, `seed ${seed}\n${rows.join("\n")}`).toEqual([]);

      const withRisk = (risk: string): number => all.filter(({ judged }) => judged.said.risk === risk).length;
      const changing = all.filter(({ judged }) => judged.changes.length > 0).length;
      const counts = `${withRisk("SAFE")} safe, ${withRisk("DESTRUCTIVE")} destructive, ${withRisk("UNKNOWN")} unknown`;
      console.info(`seed ${seed}: ${counts}; ${changing} changed something`);
      // What is not known is not run: the more of it, the less is shown.
      expect(all.length - withRisk("UNKNOWN")).toBeGreaterThan(all.length * 0.5);
      expect(withRisk("SAFE")).toBeGreaterThan(all.length * 0.05);
      expect(changing).toBeGreaterThan(all.length * 0.4);
    },
    MOST_MS,
  );

  it(
    "contradict a reading that is wrong about one program",
    async () => {
      const blind: Find = (name) => {
        const program = findProgram(name);
        return program && ["touch", "cp"].includes(name) ? { ...program, use: () => onlyReads([]) } : program;
      };
      const found = new Set((await judgeAll(400, blind)).flatMap(({ judged }) => judged.wrong?.how ?? []));
      expect([...found].sort()).toEqual(["paths miss", "safe, and it changed"]);
    },
    MOST_MS,
  );

  it.each([
    ["touch a.txt", []],
    ["echo x > n; rm a.txt; chmod 600 b.txt", ["gone a.txt", "changed b.txt", "made n"]],
    ["ln -sf b.txt link.txt; mkdir -p d/e; mkfifo f", ["changed link.txt", "made d", "made d/e", "made f"]],
    ["rm link.txt; cat b.txt > link.txt", ["changed link.txt"]],
    ["sleep 0.1 && echo late > n &", ["made n"]],
    ["chmod 000 src docs/readme.md", ["changed docs/readme.md", "changed src"]],
    ["echo x > ../../beside; echo x > /etc/intentgate-probe", []],
    ["git status; git diff; git log -1", []],
  ])("are seen in what they change, which is put back: %s", async (command, changes) => {
    for (let again = 0; again < 2; again += 1) {
      const { changes: seen } = (await boxes[0]?.run(command)) ?? { changes: [] };
      expect(seen.map(({ how, path }) => `${how} ${path.replace(/^work\//, "")}`)).toEqual(changes);
    }
  });

  it("are ended when they do not end", async () => {
    const ran = await boxes[0]?.run("yes > big & sleep 60");
    expect(ran?.changes.map(({ path }) => path)).toEqual(["work/big"]);
    expect((await boxes[0]?.run("true"))?.changes).toEqual([]);
  });
});
