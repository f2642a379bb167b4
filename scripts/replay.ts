/**
 * `npm run replay -- REPOSITORY…`: plays the history of any git repository through the gate and compares `blame` with
 * who made each commit. `--seed N`, `--commits N` (the last so many), `--points N` (looked at so often), `--show N`.
 */
import { parseArgs } from "node:util";
import { readHistory } from "../test/replay/history.ts";
import { type Judged, judge, nothing } from "../test/replay/judge.ts";
import { play, setStage } from "../test/replay/play.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    commits: { type: "string", default: "300" },
    points: { type: "string", default: "4" },
    show: { type: "string", default: "5" },
  },
});
if (positionals.length === 0) throw new Error("name a git repository: npm run replay -- PATH");
const all = nothing();
for (const repository of positionals) {
  const found = await replayed(repository);
  tell(repository.split("/").at(-1) ?? repository, found);
  for (const line of [
    ...found.stolen.slice(0, Number(values.show)).map((one) => `stolen ${one}`),
    ...found.missed.slice(0, Number(values.show)).map((one) => `missed ${one}`),
  ])
    console.log(`  ${line}`);
  add(all, found);
}
if (positionals.length > 1) tell("all of them", all);

async function replayed(repository: string): Promise<Judged> {
  const commits = readHistory(repository, Number(values.commits));
  const every = commits.length / Number(values.points);
  const points = new Set(Array.from({ length: Number(values.points) }, (_, at) => Math.ceil((at + 1) * every) - 1));
  const found = nothing();
  const stage = await setStage();
  try {
    await play(stage, repository, commits, { seed: Number(values.seed), points, at: () => judge(stage, found) });
    console.log(`${commits.length} commits: ${[...stage.ways].map(([way, times]) => `${way} ${times}`).join(", ")}`);
  } finally {
    stage.clear();
  }
  return found;
}

function tell(name: string, judged: Judged): void {
  const { lines, agent, person, agreed, layout, weak, generated, stolen, missed } = judged;
  const share = (part: number, of: number) => (of === 0 ? "-" : (part / of).toFixed(4));
  const agents = agent.agent + agent.person + agent.open;
  const found = share(agent.agent, agents - agreed.missed - layout.missed);
  const right = share(agent.agent, agent.agent + stolen.length);
  console.log(
    `${name}: ${lines} lines judged; of ${agents} lines of agents ${share(agent.agent, agents)} found` +
      `, precision ${share(agent.agent, agent.agent + person.agent)}` +
      `; ${person.agent} of ${lines - agents} lines of people given to an agent, with ${agreed.stolen} of which git blame -w -M -C agrees and ${layout.stolen} laid out anew: ${stolen.length} are left (${share(10_000 * stolen.length, lines - agents)} of 10,000)` +
      `; ${missed.length} of an agent not found, ${agreed.missed} as git blame -w -M -C says; open ${agent.open + person.open}` +
      `; only laid out anew and not found ${layout.missed}; without what git agrees with and layout ${found} found, precision ${right}` +
      `; blank and braces ${weak.lines}, of which stolen ${weak.stolen}; in files that programs write ${generated.lines}, of which stolen ${generated.stolen}`,
  );
}

function add(to: Judged, from: Judged): void {
  to.lines += from.lines;
  for (const who of ["agent", "person"] as const)
    for (const how of ["agent", "person", "open"] as const) to[who][how] += from[who][how];
  for (const group of ["agreed", "layout"] as const) {
    to[group].stolen += from[group].stolen;
    to[group].missed += from[group].missed;
  }
  for (const group of ["weak", "generated"] as const) {
    to[group].lines += from[group].lines;
    to[group].stolen += from[group].stolen;
  }
  to.stolen.push(...from.stolen);
  to.missed.push(...from.missed);
}
