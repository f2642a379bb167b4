import { expect, it } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { generateHistory } from "./generated-history.ts";
import { readHistory } from "./history.ts";
import { judge, nothing } from "./judge.ts";
import { play, setStage } from "./play.ts";

it("over generated histories blame says what git says, and gives no agent what a person wrote", async () => {
  const found = nothing();
  for (const seed of [1, 2]) {
    const folder = tempFolder("history");
    generateHistory(folder, { seed, commits: 32 });
    const commits = readHistory(folder, 32);
    const stage = await setStage();
    try {
      await play(stage, folder, commits, { seed, points: new Set([15, 31]), at: () => judge(stage, found) });
    } finally {
      stage.clear();
    }
  }
  const { agent, agreed, layout, stolen, missed, lines } = found;
  const agents = agent.agent + agent.person + agent.open - agreed.missed - layout.missed;
  console.log(`replay: ${lines} lines, ${stolen.length} stolen, ${missed.length} of ${agents} of agents not found`);
  expect(lines).toBeGreaterThan(500);
  expect(stolen).toEqual([]);
  expect(agent.agent / agents, missed.slice(0, 10).join("\n")).toBeGreaterThanOrEqual(0.98);
  expect(agent.agent / (agent.agent + stolen.length)).toBeGreaterThanOrEqual(0.99);
}, 300_000);
