/**
 * Patterns without backtracking: a small regular language, run as a set of states over the text, so that no pattern and
 * no text can make it slow. Look-around, back references and word boundaries are refused.
 */
import { type CharacterTest, PatternReader, type PatternTree } from "./pattern-tree.ts";

const MAX_LENGTH = 200;
const MAX_STATES = 400;

export interface SafePattern {
  /** As JSON Schema means it: found anywhere unless anchored. */
  test(text: string): boolean;
}

type State =
  | { kind: "character"; test: CharacterTest; next: number }
  | { kind: "split"; next: number[] }
  | { kind: "start" | "end"; next: number }
  | { kind: "done" };

export function readPattern(source: string): { ok: true; value: SafePattern } | { ok: false; why: string } {
  if (source.length > MAX_LENGTH) return { ok: false, why: `it is longer than ${MAX_LENGTH} characters` };
  const read = new PatternReader(source).read();
  if (!read.ok) return read;
  const states: State[] = [{ kind: "done" }];
  const start = build(read.value, 0, states);
  if (start === null) return { ok: false, why: "it repeats too much" };
  return { ok: true, value: { test: (text) => run(states, start, text) } };
}

/** Adds the states of a tree that go on to `next`; null where there are too many. */
function build(tree: PatternTree, next: number, states: State[]): number | null {
  const add = (state: State): number | null => (states.length >= MAX_STATES ? null : states.push(state) - 1);
  switch (tree.kind) {
    case "character":
      return add({ kind: "character", test: tree.test, next });
    case "start":
    case "end":
      return add({ kind: tree.kind, next });
    case "sequence":
      return tree.parts.reduceRight<number | null>(
        (after, part) => (after === null ? null : build(part, after, states)),
        next,
      );
    case "choice": {
      const starts = tree.options.map((option) => build(option, next, states));
      return starts.some((start) => start === null) ? null : add({ kind: "split", next: starts as number[] });
    }
    case "repeat":
      return buildRepeat(tree, next, states, add);
  }
}

function buildRepeat(
  { part, min, max }: Extract<PatternTree, { kind: "repeat" }>,
  next: number,
  states: State[],
  add: (state: State) => number | null,
): number | null {
  let after: number | null = next;
  if (max === null) {
    const loop = add({ kind: "split", next: [next] });
    const body = loop === null ? null : build(part, loop, states);
    if (loop === null || body === null) return null;
    (states[loop] as Extract<State, { kind: "split" }>).next.push(body);
    after = loop;
  } else {
    for (let times = min; times < max; times++) {
      const body: number | null = after === null ? null : build(part, after, states);
      after = body === null ? null : add({ kind: "split", next: [body, next] });
      if (after === null) return null;
    }
  }
  for (let times = 0; times < min && after !== null; times++) {
    const body: number | null = build(part, after, states);
    // A part without states is empty; repeating it would only cost time.
    if (body === after) break;
    after = body;
  }
  return after;
}

function run(states: readonly State[], start: number, text: string): boolean {
  const characters = [...text];
  let now = new Set<number>();
  for (let at = 0; at <= characters.length; at++) {
    const isStart = at === 0;
    const isEnd = at === characters.length;
    // Starting anew at every place finds the pattern anywhere.
    const reached = closure(states, [...now, start], isStart, isEnd);
    if (reached.has(0)) return true;
    now = new Set();
    for (const index of reached) {
      const state = states[index]!;
      if (state.kind === "character" && !isEnd && state.test(characters[at]!)) now.add(state.next);
    }
  }
  return false;
}

function closure(states: readonly State[], from: readonly number[], isStart: boolean, isEnd: boolean): Set<number> {
  const seen = new Set<number>();
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (seen.has(index)) continue;
    seen.add(index);
    const state = states[index]!;
    if (state.kind === "split") open.push(...state.next);
    if ((state.kind === "start" && isStart) || (state.kind === "end" && isEnd)) open.push(state.next);
  }
  return seen;
}
