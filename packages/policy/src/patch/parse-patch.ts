/** Reads the text of an `apply_patch` call; the gate and the tool trust the same reading, so nothing is guessed. */
import { pathProblem } from "../paths/path-problem.ts";
import type { PatchHunk, PatchOperation } from "./patch.ts";

export type ParsedPatch = { ok: true; operations: PatchOperation[] } | { ok: false; problem: string; line: number };

const BEGIN = "*** Begin Patch";
const END = "*** End Patch";
const ADD = "*** Add File: ";
const DELETE = "*** Delete File: ";
const UPDATE = "*** Update File: ";
const MOVE = "*** Move to: ";
const END_OF_FILE = "*** End of File";
/** Line breaks to some readers and not to others: a section could hide behind one. */
const hiddenSection = /[\r\v\f\u001c-\u001e\u0085\u2028\u2029][ \t]*\*\*\*/u;

export function parsePatch(text: string): ParsedPatch {
  const reader = createReader(text);
  const operations: PatchOperation[] = [];
  try {
    reader.expect(BEGIN);
    while (reader.peek() !== END) operations.push(readSection(reader));
    reader.expect(END);
    reader.expectNothing();
    if (operations.length === 0) throw new PatchProblem("the patch has no file sections");
  } catch (error) {
    if (error instanceof PatchProblem) return { ok: false, problem: error.message, line: reader.line() };
    throw error;
  }
  return { ok: true, operations };
}

/** Ends the reading from any depth; never leaves this file. */
class PatchProblem extends Error {}

interface Reader {
  peek(): string;
  take(): string;
  expect(text: string): void;
  expectNothing(): void;
  /** Reads the path after `prefix` and sees to it that no other section has it. */
  takePath(prefix: string): string;
  line(): number;
}

function createReader(text: string): Reader {
  const raw = text.split("\n");
  let at = raw.findIndex((line) => line.trim() !== "");
  if (at < 0) at = 0;
  // A patch written with CRLF throughout says so in its first line; elsewhere a CR belongs to the content.
  const usesCrlf = raw[at] === `${BEGIN}\r`;
  const lines = usesCrlf ? raw.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line)) : raw;
  const seen = new Set<string>();
  let last = at;

  function peek(): string {
    last = Math.min(at, lines.length - 1);
    const line = lines[at];
    if (line === undefined) throw new PatchProblem(`the patch ends without "${END}"`);
    if (hiddenSection.test(line)) throw new PatchProblem("a line break other than a newline stands before ***");
    return line;
  }
  function take(): string {
    const line = peek();
    at += 1;
    return line;
  }
  return {
    peek,
    take,
    expect(wanted) {
      if (take() !== wanted) throw new PatchProblem(`expected "${wanted}"`);
    },
    expectNothing() {
      for (; at < lines.length; at += 1) {
        last = at;
        if (lines[at]?.trim() !== "") throw new PatchProblem(`text after "${END}"`);
      }
    },
    takePath(prefix) {
      const path = take().slice(prefix.length);
      if (path !== path.trim()) throw new PatchProblem("the path begins or ends with white space");
      const bad = pathProblem(path);
      if (bad) throw new PatchProblem(`the path ${bad}`);
      const key = lexicalKey(path);
      if (seen.has(key)) throw new PatchProblem("the same file has two sections");
      seen.add(key);
      return path;
    },
    line: () => last + 1,
  };
}

function readSection(reader: Reader): PatchOperation {
  const header = reader.peek();
  if (header.startsWith(ADD)) return readAdd(reader);
  if (header.startsWith(DELETE)) return { kind: "delete", path: reader.takePath(DELETE) };
  if (header.startsWith(UPDATE)) return readUpdate(reader);
  throw new PatchProblem("expected a file section or the end of the patch");
}

function readAdd(reader: Reader): PatchOperation {
  const path = reader.takePath(ADD);
  let content = "";
  while (!reader.peek().startsWith("***")) {
    const line = reader.take();
    if (!line.startsWith("+")) throw new PatchProblem('every line of an added file begins with "+"');
    content += `${line.slice(1)}\n`;
  }
  return { kind: "add", path, content };
}

function readUpdate(reader: Reader): PatchOperation {
  const path = reader.takePath(UPDATE);
  const moveTo = reader.peek().startsWith(MOVE) ? reader.takePath(MOVE) : null;
  const hunks: PatchHunk[] = [];
  while (!reader.peek().startsWith("***")) hunks.push(readHunk(reader, hunks.length === 0));
  if (hunks.length === 0 && moveTo === null) throw new PatchProblem("an update needs a hunk or a move");
  return { kind: "update", path, moveTo, hunks };
}

/** Only the first hunk may come without `@@`. */
function readHunk(reader: Reader, isFirst: boolean): PatchHunk {
  const hunk: PatchHunk = { anchors: [], lines: [], atEndOfFile: false };
  const opensPlainly = !reader.peek().startsWith("@@");
  if (opensPlainly && !isFirst) throw new PatchProblem('expected "@@", a file section or the end of the patch');
  while (reader.peek().startsWith("@@")) {
    const line = reader.take();
    if (line !== "@@" && !line.startsWith("@@ ")) throw new PatchProblem('"@@" is followed by a space or nothing');
    const anchor = line.slice(3);
    if (anchor !== "") hunk.anchors.push(anchor);
  }
  for (let line = reader.peek(); !line.startsWith("@@") && !line.startsWith("***"); line = reader.peek()) {
    hunk.lines.push(hunkLine(reader.take()));
  }
  if (hunk.lines.length === 0) throw new PatchProblem("a hunk without lines");
  if (reader.peek() === END_OF_FILE) {
    reader.take();
    hunk.atEndOfFile = true;
  }
  return hunk;
}

function hunkLine(line: string): PatchHunk["lines"][number] {
  // Editors strip the space of an empty context line; nothing else could be meant.
  if (line === "") return { sign: " ", text: "" };
  const sign = line[0];
  if (sign !== " " && sign !== "+" && sign !== "-") throw new PatchProblem('a hunk line begins with " ", "+" or "-"');
  return { sign, text: line.slice(1) };
}

/** Without looking at the disk: `./a//b/../c` and `a/c` are one file. */
function lexicalKey(path: string): string {
  const names: string[] = [];
  for (const name of path.normalize("NFC").split("/")) {
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `${path.startsWith("/") ? "/" : ""}${names.join("/")}`;
}
