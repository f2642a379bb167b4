/** What agents and people do to files. */
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { contentHash } from "@intentgate/trace";
import { agentRuns, agentWrites, call } from "./calls.ts";
import { format } from "./formatter.ts";
import { imports, licence, lineOf, shared, statements, tokenOf } from "./texts.ts";
import { type Author, exists, type Line, textOf, type World } from "./world.ts";

export type Operation = (world: World) => Promise<void>;

export const names = ["src/a.ts", "src/b.ts", "src/c.ts", "src/deep/d.ts", "src/e.ts"];
const byPerson: readonly Author[] = ["person"];

function someFile(world: World): string | null {
  const files = world.files();
  return files.length === 0 ? null : world.random.pick(files);
}

function freeName(world: World): string | null {
  return names.find((name) => !exists(world, name)) ?? null;
}

const hasText = (lines: readonly Line[], text: string) => lines.some((line) => line.text === text);

/** Some lines put in, replaced and taken out. */
function edited(world: World, lines: readonly Line[], authors: readonly Author[]): Line[] {
  const { random } = world;
  const result = [...lines];
  const fresh = (): Line => ({ text: lineOf(world.token()), authors });
  const common = (text: string): Line => ({ text, authors });
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(result.length + 1);
    const kind = random.below(7);
    if (kind < 3 || result.length < 4) {
      const block = Array.from({ length: 1 + random.below(4) }, fresh);
      if (random.chance(0.3)) block.push(common("}"));
      if (random.chance(0.2)) block.unshift(common(""));
      if (random.chance(0.2)) block.splice(random.below(block.length), 0, common(random.pick(shared)));
      result.splice(at, 0, ...block);
    } else if (kind === 3) result.splice(Math.min(at, result.length - 1), 1, fresh());
    else if (kind === 4) result.splice(Math.min(at, result.length - 1), 1);
    else if (kind === 5) {
      const top = random
        .pick([licence, imports, imports.slice(1), statements])
        .filter((text) => !hasText(result, text));
      // What was there and was taken out in the same edit would have been moved.
      result.unshift(...top.filter((text) => !hasText(lines, text)).map(common));
    } else {
      // A word of somebody's line: the whole line counts for who touched it last.
      const place = Math.min(at, result.length - 1);
      const line = result[place] as Line;
      const token = tokenOf(line.text);
      if (token === null) continue;
      const text = line.text.replace(new RegExp(`t${token}([abd])`), `t${world.token()}$1`);
      if (text !== line.text) result[place] = { text, authors };
    }
  }
  return result;
}

function begun(world: World, authors: readonly Author[]): Line[] {
  const top = [...(world.random.chance(0.5) ? licence : []), ...(world.random.chance(0.5) ? imports : [])];
  return edited(
    world,
    top.map((text) => ({ text, authors })),
    authors,
  );
}

export const agentEdits: Operation = async (world) => {
  const path = someFile(world);
  if (path === null) return agentCreates(world);
  const mine: Author[] = [];
  await agentWrites(world, path, edited(world, world.lines(path), mine), mine);
};

export const agentCreates: Operation = async (world) => {
  const path = freeName(world);
  if (path === null) return;
  const mine: Author[] = [];
  await agentWrites(world, path, begun(world, mine), mine);
};

export const agentFormats: Operation = async (world) => {
  const path = someFile(world);
  if (path === null) return;
  const before = world.lines(path);
  const after = format(before, world.random);
  if (textOf(before) !== textOf(after)) await agentWrites(world, path, after, []);
};

/** Taken out of one place and put into another. */
function movedWithin(world: World, lines: readonly Line[]): Line[] {
  const block = takeBlock(world, lines);
  const at = world.random.below(block.rest.length + 1);
  return [...block.rest.slice(0, at), ...block.taken, ...block.rest.slice(at)];
}

function takeBlock(world: World, lines: readonly Line[]): { taken: Line[]; rest: Line[] } {
  const size = Math.min(lines.length, 2 + world.random.below(4));
  const start = world.random.below(lines.length - size + 1);
  return { taken: lines.slice(start, start + size), rest: [...lines.slice(0, start), ...lines.slice(start + size)] };
}

export const agentMovesWithin: Operation = async (world) => {
  const path = someFile(world);
  if (path === null || world.lines(path).length < 6) return;
  const lines = movedWithin(world, world.lines(path));
  if (textOf(lines) !== textOf(world.lines(path))) await agentWrites(world, path, lines, []);
};

/** One patch over two files. */
export const agentMovesBetween: Operation = async (world) => {
  const [from, to] = [someFile(world), someFile(world)];
  if (from === null || to === null || from === to || world.lines(from).length < 6) return;
  const { taken, rest } = takeBlock(world, world.lines(from));
  const target = world.lines(to);
  const whole = (path: string, lines: readonly Line[], after: readonly Line[]) => [
    `*** Update File: ${path}`,
    "@@",
    ...lines.map(({ text }) => `-${text}`),
    ...after.map(({ text }) => `+${text}`),
  ];
  if (target.length === 0 || rest.length === 0) return;
  const at = world.random.below(target.length + 1);
  const result = [...target.slice(0, at), ...taken, ...target.slice(at)];
  const patch = [
    "*** Begin Patch",
    ...whole(from, world.lines(from), rest),
    ...whole(to, target, result),
    "*** End Patch",
  ];
  const observed = Object.fromEntries([from, to].map((path) => [path, contentHash(textOf(world.lines(path)))]));
  if (!(await call(world, "apply_patch", { patch: patch.join("\n"), observed_content_hash: observed }))) return;
  world.note(from, rest);
  world.note(to, result);
};

/** `cp` and `mv`: what stands in the files was written by nobody new. */
export const agentCopiesFile: Operation = async (world) => {
  const [from, to] = [someFile(world), freeName(world)];
  if (from === null || to === null) return;
  mkdirSync(dirname(join(world.root, to)), { recursive: true });
  const lines = world.lines(from);
  const isDone = await agentRuns(world, `cp ${from} ${to}`, () => {
    cpSync(join(world.root, from), join(world.root, to));
    return true;
  });
  if (isDone) world.note(to, lines);
};

export const personEdits: Operation = async (world) => {
  const path = someFile(world);
  if (path !== null) world.write(path, edited(world, world.lines(path), byPerson));
};

export const personCreates: Operation = async (world) => {
  const path = freeName(world);
  if (path !== null) world.write(path, begun(world, byPerson));
};

export const personFormats: Operation = async (world) => {
  const path = someFile(world);
  if (path !== null) world.write(path, format(world.lines(path), world.random));
};

export const personMovesWithin: Operation = async (world) => {
  const path = someFile(world);
  if (path === null || world.lines(path).length < 6) return;
  world.write(path, movedWithin(world, world.lines(path)));
};

export const personMovesBetween: Operation = async (world) => {
  const [from, to] = [someFile(world), someFile(world)];
  if (from === null || to === null || from === to || world.lines(from).length < 6) return;
  const { taken, rest } = takeBlock(world, world.lines(from));
  const target = world.lines(to);
  const at = world.random.below(target.length + 1);
  world.write(from, rest);
  world.write(to, [...target.slice(0, at), ...taken, ...target.slice(at)]);
};

/** The block still stands where it came from: who copies it answers for it. */
export const personCopies: Operation = async (world) => {
  const [from, to] = [someFile(world), someFile(world) ?? freeName(world)];
  if (from === null || to === null || from === to || world.lines(from).length < 4) return;
  const { taken } = takeBlock(world, world.lines(from));
  const target = world.lines(to);
  const at = world.random.below(target.length + 1);
  const copied = taken.map(({ text, authors }): Line => ({ text, authors: byPerson, copyOf: authors }));
  world.write(to, [...target.slice(0, at), ...copied, ...target.slice(at)]);
};

export const personRenames: Operation = async (world) => {
  const [from, to] = [someFile(world), freeName(world)];
  if (from === null || to === null) return;
  const lines = world.lines(from);
  world.write(to, []);
  if (!world.random.chance(0.5) || !world.git("mv", "-f", from, to))
    renameSync(join(world.root, from), join(world.root, to));
  world.follow(new Map([...world.version(), [to, lines]]));
};

/** An agent takes lines out of a file, and later a person types them again, there or elsewhere in it. */
export const retyped: Operation = async (world) => {
  const path = someFile(world);
  const lines = path === null ? [] : world.lines(path);
  const start = world.random.below(Math.max(1, lines.length));
  const taken = lines.slice(start, start + 1 + world.random.below(2));
  if (path === null || taken.length === 0 || lines.length - taken.length < 2) return;
  if (world.random.chance(0.5)) commitAll(world);
  await agentWrites(world, path, [...lines.slice(0, start), ...lines.slice(start + taken.length)], []);
  if (world.random.chance(0.3)) commitAll(world);
  if (world.random.chance(0.3)) await world.random.pick([agentEdits, personEdits])(world);
  const now = exists(world, path) ? world.lines(path) : [];
  if (taken.some(({ text }) => hasText(now, text))) return;
  const at = world.random.chance(0.5) ? Math.min(start, now.length) : world.random.below(now.length + 1);
  const typed = taken.map(({ text }): Line => ({ text, authors: byPerson }));
  const result = [...now.slice(0, at), ...typed, ...now.slice(at)];
  // As git has it already: nobody could tell it from a checkout.
  const isBack = world.isKept(path, result);
  const either = taken.map(({ text, authors }): Line => ({ text, authors: [...new Set([...authors, ...byPerson])] }));
  world.write(path, isBack ? [...now.slice(0, at), ...either, ...now.slice(at)] : result);
};

export function commitAll(world: World, ...more: string[]): boolean {
  const isDone = world.git("add", "-A") && world.git("commit", "-q", "--allow-empty", "-m", "work", ...more);
  if (isDone) world.keep();
  return isDone;
}
