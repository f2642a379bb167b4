/** A process of its own for every event, against the bare start of node, all in turn. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type ClaudeCalls, claudeCalls, type Phases } from "./claude-calls.ts";
import { childrenCpuMs } from "./processor.ts";
import { type Project, put } from "./project.ts";
import { figures, type Sample, tell } from "./samples.ts";

const program = fileURLToPath(new URL("../../apps/cli/bin/intentgate.cjs", import.meta.url));
/** For writes and plain reads. What runs programs first looks at the tree, and has no limit. */
const LIMIT = 2.66;

interface Kind {
  name: string;
  limit: number | null;
  call(calls: ClaudeCalls, round: number): Phases;
  allowed: boolean;
  /** What the host does between the two events. */
  does?(project: Project, round: number): void;
}

const text = (round: number) => `export const round = ${round};\n`.repeat(20);

const kinds: readonly Kind[] = [
  {
    name: "write in scope",
    limit: LIMIT,
    allowed: true,
    call: (calls, round) => calls.write("src/auth/new.ts", text(round)),
    does: ({ repo }, round) => put(repo, "src/auth/new.ts", text(round)),
  },
  {
    name: "write out of scope",
    limit: LIMIT,
    allowed: false,
    call: (calls, round) => calls.write("README.md", text(round)),
  },
  ...(["ls src", "git status", "npm test", "sed -i s/one/two/ src/auth/part-2.ts"] as const).map((command) => ({
    name: command,
    limit: command === "ls src" ? LIMIT : null,
    allowed: true,
    call: (calls: ClaudeCalls) => calls.shell(command),
  })),
  {
    name: "echo x > README.md",
    limit: null,
    allowed: false,
    call: (calls) => calls.shell("echo x > README.md"),
  },
];

export function cold(project: Project, rounds: number): void {
  const calls = claudeCalls(project);
  const bare: Sample[] = [];
  const before = kinds.map((): Sample[] => []);
  const after = kinds.map((): Sample[] => []);
  const hook = (input: string) => timed(project, [program, "hook", "claude-code", "--root", project.repo], input);
  mustAllow(hook(calls.take("INT-001").before).ran, true, "select_active_intent");
  const WARM_UP = 2;
  for (let round = -WARM_UP; round < rounds; round++) {
    kinds.forEach((kind, at) => {
      const isCounted = round >= 0;
      const { sample } = timed(project, ["-e", "0"], "");
      if (isCounted) bare.push(sample);
      const call = kind.call(calls, round);
      const first = hook(call.before);
      mustAllow(first.ran, kind.allowed, kind.name);
      if (isCounted) before[at]?.push(first.sample);
      if (!kind.allowed) return;
      kind.does?.(project, round);
      const second = hook(call.after);
      mustAllow(second.ran, true, kind.name);
      if (isCounted) after[at]?.push(second.sample);
    });
  }
  console.log(`\none process for each event, ${rounds} rounds, relative to \`node -e 0\``);
  console.log(`  ${"node -e 0".padEnd(44)} ${figures(bare)}`);
  kinds.forEach(({ name, limit }, at) => {
    tell(`before: ${name}`, before[at] ?? [], bare, limit);
  });
  kinds.forEach(({ name, allowed }, at) => {
    if (allowed) tell(`after: ${name}`, after[at] ?? [], bare, null);
  });
}

function timed({ repo, env }: Project, words: readonly string[], input: string) {
  const [began, worked] = [performance.now(), childrenCpuMs()];
  const ran = spawnSync(process.execPath, words, { cwd: repo, env, input, encoding: "utf8" });
  return { ran, sample: { ms: performance.now() - began, cpuMs: childrenCpuMs() - worked } };
}

function mustAllow(ran: SpawnSyncReturns<string>, allowed: boolean, what: string): void {
  const isNo = ran.stdout.includes('"deny"') || ran.status !== 0;
  if (isNo === allowed) throw new Error(`${what}: exit ${ran.status} ${ran.stdout} ${ran.stderr}`);
}
