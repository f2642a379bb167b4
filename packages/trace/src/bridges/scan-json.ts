/** Walks JSON text and says where it stops being JSON, which keys are there twice, and where wanted values stand. */

export type JsonPath = readonly (string | number)[];

export interface JsonScan {
  /** Offset of the first character that cannot stand there; null for sound JSON. */
  broken: number | null;
  /** It was given up there because it is nested too deeply, not because it is no JSON. */
  isTooDeep: boolean;
  twice: { path: JsonPath; offset: number }[];
  /** Of each wanted path, where its value begins. */
  offsets: ReadonlyMap<string, number>;
}

interface Level {
  kind: "object" | "list";
  key: string | number;
  seen: Set<string>;
}

/** No record is nested like this; who writes one wants to see what breaks. */
const DEEPEST = 200;
const MOST_TWICE = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANK = /[ \t\r\n]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** How a path is spelled in `wanted` and `offsets`. */
export function spelledPath(path: JsonPath): string {
  return JSON.stringify(path);
}

export function scanJson(text: string, wanted: ReadonlySet<string> = new Set()): JsonScan {
  const offsets = new Map<string, number>();
  const twice: JsonScan["twice"] = [];
  const levels: Level[] = [];
  const path = () => levels.map((level) => level.key);
  let at = 0;

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? 0;
    at += length;
    return length > 0;
  };
  const take = (character: string): boolean => {
    skip(BLANK);
    if (text[at] !== character) return false;
    at++;
    return true;
  };

  function string(): boolean {
    if (text[at] !== '"') return false;
    for (at++; at < text.length; ) {
      const character = text[at] as string;
      if (character === '"') {
        at++;
        return true;
      }
      if (character < " " || (character === "\\" && !skip(ESCAPE))) return false;
      if (character !== "\\") at++;
    }
    return false;
  }

  function key(level: Level): boolean {
    skip(BLANK);
    const start = at;
    if (!string()) return false;
    const name = JSON.parse(text.slice(start, at)) as string;
    if (!take(":")) return false;
    level.key = name;
    if (level.seen.has(name) && twice.length < MOST_TWICE) twice.push({ path: path(), offset: start });
    level.seen.add(name);
    return true;
  }

  /** One value; of an object or list only the beginning, up to its first value. */
  function value(): "done" | "opened" | "broken" {
    skip(BLANK);
    if (wanted.size > 0) note(at);
    const opening = text[at];
    if (opening !== "{" && opening !== "[") return skip(WORD) || string() || skip(NUMBER) ? "done" : "broken";
    at++;
    if (take(opening === "{" ? "}" : "]")) return "done";
    const level: Level = { kind: opening === "{" ? "object" : "list", key: 0, seen: new Set() };
    levels.push(level);
    if (levels.length > DEEPEST) return "broken";
    return level.kind === "list" || key(level) ? "opened" : "broken";
  }

  function note(offset: number): void {
    const spelled = spelledPath(path());
    if (wanted.has(spelled)) offsets.set(spelled, offset);
  }

  /** What may follow a value: the end of what it stands in, or a comma and the next one. */
  function next(): "done" | "opened" | "broken" {
    const level = levels.at(-1) as Level;
    if (take(level.kind === "object" ? "}" : "]")) {
      levels.pop();
      return "done";
    }
    if (!take(",")) return "broken";
    if (level.kind === "object") return key(level) ? "opened" : "broken";
    level.key = (level.key as number) + 1;
    return "opened";
  }

  let state = value();
  while (state !== "broken" && (state === "opened" || levels.length > 0)) state = state === "opened" ? value() : next();
  if (state !== "broken") skip(BLANK);
  const isTooDeep = levels.length > DEEPEST;
  return { broken: state === "broken" || at < text.length ? at : null, isTooDeep, twice, offsets };
}

/** Counted from 1. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
