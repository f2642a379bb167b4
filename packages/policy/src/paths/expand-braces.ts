/** `{a,b}` in globs, with a limit on what it may grow to. */

export type Expanded = { ok: true; globs: string[] } | { ok: false; problem: string };

const MAX_GLOBS = 128;

/** As in a shell: a pair of braces without a comma of its own stands for itself. */
export function expandBraces(glob: string): Expanded {
  if (!isBalanced(glob)) return { ok: false, problem: "has a brace without its partner" };
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === "range") return { ok: false, problem: "uses a {a..b} range, which scopes do not know" };
    if (group === null) done.push(next);
    else for (const choice of group.choices) open.push(group.before + choice + group.after);
    if (done.length + open.length > MAX_GLOBS) {
      return { ok: false, problem: `stands for more than ${MAX_GLOBS} globs through its braces` };
    }
  }
  return { ok: true, globs: done };
}

function isBalanced(glob: string): boolean {
  let depth = 0;
  for (const character of glob) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

interface Group {
  before: string;
  choices: string[];
  after: string;
}

function firstGroup(glob: string): Group | "range" | null {
  for (let start = glob.indexOf("{"); start >= 0; start = glob.indexOf("{", start + 1)) {
    const { choices, end } = choicesFrom(glob, start);
    if (choices.length > 1) return { before: glob.slice(0, start), choices, after: glob.slice(end + 1) };
    if (choices[0]?.includes("..")) return "range";
  }
  return null;
}

function choicesFrom(glob: string, start: number): { choices: string[]; end: number } {
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  let at = start;
  for (; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth === 0) break;
    if (character === "," && depth === 1) {
      choices.push(glob.slice(from, at));
      from = at + 1;
    }
  }
  choices.push(glob.slice(from, at));
  return { choices, end: at };
}
