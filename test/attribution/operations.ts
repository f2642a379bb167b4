/** What agents, people and git do to the world, one step at a time. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "@intentgate/trace";
import { format } from "./formatter.ts";
import { exists, lineOf, tokenOf, type World } from "./world.ts";

export type Operation = (world: World) => Promise<void>;

const names = ["src/a.ts", "src/b.ts", "src/c.ts", "src/deep/d.ts", "src/e.ts"];

function someFile(world: World): string | null {
  const files = world.files();
  return files.length === 0 ? null : world.random.pick(files);
}

function freeName(world: World): string | null {
  return names.find((name) => !exists(world, name)) ?? null;
}

/** Some lines put in, replaced and taken out; the tokens it made. */
function edited(world: World, lines: readonly string[]): { lines: string[]; tokens: number[] } {
  const { random } = world;
  const result = [...lines];
  const tokens: number[] = [];
  const fresh = () => {
    tokens.push(world.token());
    return lineOf(tokens.at(-1) as number);
  };
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(result.length + 1);
    const kind = random.below(6);
    if (kind < 3 || result.length < 4) {
      const block = Array.from({ length: 1 + random.below(4) }, fresh);
      if (random.chance(0.3)) block.push("}");
      if (random.chance(0.2)) block.unshift("");
      result.splice(at, 0, ...block);
    } else if (kind === 3) result.splice(Math.min(at, result.length - 1), 1, fresh());
    else if (kind === 4) result.splice(Math.min(at, result.length - 1), 1);
    else {
      // A word of somebody's line: the whole line counts for who touched it last.
      const place = Math.min(at, result.length - 1);
      const line = result[place] as string;
      const token = tokenOf(line);
      if (token === null) continue;
      tokens.push(world.token());
      result[place] = line.replace(new RegExp(`t${token}([abd])`), `t${tokens.at(-1)}$1`);
    }
  }
  return { lines: result, tokens };
}

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

async function call(world: World, tool: string, input: object, tokens: readonly number[] = []): Promise<void> {
  const session = world.random.pick(["s1", "s2"]);
  const answer = await world.workspace.callTool({ tool, input, session: { id: session, model: `model-${session}` } });
  // A file that this session knew and somebody took away: an agent would have to look again.
  if (answer.refusal?.code === "STALE_FILE" && answer.refusal.meta.current_content_hash === null) return;
  if (answer.decision !== "allow" || answer.failed) throw new Error(`${tool}: ${JSON.stringify(answer)}`);
  world.credit(tokens, { call: answer.invocationId });
}

async function agentWrites(world: World, path: string, lines: readonly string[], tokens: readonly number[]) {
  const observed = exists(world, path) ? { observed_content_hash: contentHash(text(world.lines(path))) } : {};
  await call(world, "write_to_file", { path, content: text(lines), ...observed }, tokens);
}

const agentEdits: Operation = async (world) => {
  const path = someFile(world);
  if (path === null) return agentCreates(world);
  const { lines, tokens } = edited(world, world.lines(path));
  await agentWrites(world, path, lines, tokens);
};

const agentCreates: Operation = async (world) => {
  const path = freeName(world);
  if (path === null) return;
  const { lines, tokens } = edited(world, []);
  await agentWrites(world, path, lines, tokens);
};

const agentFormats: Operation = async (world) => {
  const path = someFile(world);
  if (path === null) return;
  const before = world.lines(path);
  const after = format(before, world.random);
  if (text(before) !== text(after)) await agentWrites(world, path, after, []);
};

/** Taken out of one place and put into another. */
function movedWithin(world: World, lines: readonly string[]): string[] {
  const block = takeBlock(world, lines);
  const at = world.random.below(block.rest.length + 1);
  return [...block.rest.slice(0, at), ...block.taken, ...block.rest.slice(at)];
}

function takeBlock(world: World, lines: readonly string[]): { taken: string[]; rest: string[] } {
  const size = Math.min(lines.length, 2 + world.random.below(4));
  const start = world.random.below(lines.length - size + 1);
  return { taken: lines.slice(start, start + size), rest: [...lines.slice(0, start), ...lines.slice(start + size)] };
}

const agentMovesWithin: Operation = async (world) => {
  const path = someFile(world);
  if (path === null || world.lines(path).length < 6) return;
  const lines = movedWithin(world, world.lines(path));
  if (text(lines) !== text(world.lines(path))) await agentWrites(world, path, lines, []);
};

/** One patch over two files. */
const agentMovesBetween: Operation = async (world) => {
  const [from, to] = [someFile(world), someFile(world)];
  if (from === null || to === null || from === to || world.lines(from).length < 6) return;
  const { taken, rest } = takeBlock(world, world.lines(from));
  const target = world.lines(to);
  const whole = (path: string, lines: readonly string[], after: readonly string[]) => [
    `*** Update File: ${path}`,
    "@@",
    ...lines.map((line) => `-${line}`),
    ...after.map((line) => `+${line}`),
  ];
  if (target.length === 0 || rest.length === 0) return;
  const at = world.random.below(target.length + 1);
  const patch = [
    "*** Begin Patch",
    ...whole(from, world.lines(from), rest),
    ...whole(to, target, [...target.slice(0, at), ...taken, ...target.slice(at)]),
    "*** End Patch",
  ];
  const observed = Object.fromEntries([from, to].map((path) => [path, contentHash(text(world.lines(path)))]));
  await call(world, "apply_patch", { patch: patch.join("\n"), observed_content_hash: observed });
};

const personEdits: Operation = async (world) => {
  const path = someFile(world);
  if (path === null) return;
  const { lines, tokens } = edited(world, world.lines(path));
  world.write(path, lines);
  world.credit(tokens, "person");
};

const personCreates: Operation = async (world) => {
  const path = freeName(world);
  if (path === null) return;
  const { lines, tokens } = edited(world, []);
  world.write(path, lines);
  world.credit(tokens, "person");
};

const personFormats: Operation = async (world) => {
  const path = someFile(world);
  if (path !== null) world.write(path, format(world.lines(path), world.random));
};

const personMovesWithin: Operation = async (world) => {
  const path = someFile(world);
  if (path === null || world.lines(path).length < 6) return;
  world.write(path, movedWithin(world, world.lines(path)));
};

const personMovesBetween: Operation = async (world) => {
  const [from, to] = [someFile(world), someFile(world)];
  if (from === null || to === null || from === to || world.lines(from).length < 6) return;
  const { taken, rest } = takeBlock(world, world.lines(from));
  const target = world.lines(to);
  const at = world.random.below(target.length + 1);
  world.write(from, rest);
  world.write(to, [...target.slice(0, at), ...taken, ...target.slice(at)]);
};

const personRenames: Operation = async (world) => {
  const [from, to] = [someFile(world), freeName(world)];
  if (from === null || to === null) return;
  world.write(to, []);
  if (!world.random.chance(0.5) || !world.git("mv", "-f", from, to))
    renameSync(join(world.root, from), join(world.root, to));
};

const commits: Operation = async (world) => {
  commitAll(world);
};

function commitAll(world: World, ...more: string[]): boolean {
  return world.git("add", "-A") && world.git("commit", "-q", "--allow-empty", "-m", "work", ...more);
}

const amends: Operation = async (world) => {
  commitAll(world, "--amend");
};

/** To the other branch and back: what both changed is brought together in one of four ways. */
const branches: Operation = async (world) => {
  commitAll(world);
  const name = `side${world.random.below(1_000_000)}`;
  if (!world.git("checkout", "-q", "-b", name)) return;
  await world.random.pick([agentEdits, agentEdits, personEdits])(world);
  await world.random.pick([agentEdits, agentCreates, personEdits])(world);
  commitAll(world);
  world.git("checkout", "-q", "main");
  await world.random.pick([agentEdits, personEdits, agentFormats])(world);
  commitAll(world);
  switch (world.random.below(4)) {
    case 0:
      if (!world.git("merge", "-q", "--no-edit", name)) world.git("merge", "--abort");
      break;
    case 1:
      if (!world.git("merge", "-q", "--squash", name)) world.git("reset", "-q", "--hard");
      break;
    case 2:
      world.git("checkout", "-q", name);
      if (!world.git("rebase", "-q", "main")) world.git("rebase", "--abort");
      world.git("branch", "-q", "-f", "main", name);
      world.git("checkout", "-q", "main");
      break;
    default:
      if (!world.git("cherry-pick", name)) world.git("cherry-pick", "--abort");
  }
  commitAll(world);
};

export const operations: readonly { name: string; weight: number; run: Operation }[] = [
  { name: "an agent edits", weight: 10, run: agentEdits },
  { name: "an agent creates a file", weight: 2, run: agentCreates },
  { name: "an agent formats", weight: 2, run: agentFormats },
  { name: "an agent moves a block", weight: 2, run: agentMovesWithin },
  { name: "an agent moves a block to another file", weight: 2, run: agentMovesBetween },
  { name: "a person edits", weight: 8, run: personEdits },
  { name: "a person creates a file", weight: 1, run: personCreates },
  { name: "a person formats", weight: 3, run: personFormats },
  { name: "a person moves a block", weight: 2, run: personMovesWithin },
  { name: "a person moves a block to another file", weight: 2, run: personMovesBetween },
  { name: "a person renames a file", weight: 2, run: personRenames },
  { name: "a commit", weight: 2, run: commits },
  { name: "an amended commit", weight: 1, run: amends },
  { name: "a branch and back", weight: 1, run: branches },
];

export function pickOperation(world: World): (typeof operations)[number] {
  const total = operations.reduce((sum, one) => sum + one.weight, 0);
  let left = world.random.below(total);
  for (const one of operations) {
    left -= one.weight;
    if (left < 0) return one;
  }
  throw new Error("the weights do not add up");
}

/** What stood there before the gate: a few files by a person, committed. */
export function beginWorld(world: World): void {
  for (const path of names.slice(0, 3)) {
    const tokens = Array.from({ length: 4 + world.random.below(6) }, () => world.token());
    world.write(path, tokens.map(lineOf));
    world.credit(tokens, "person");
  }
  commitAll(world);
}
