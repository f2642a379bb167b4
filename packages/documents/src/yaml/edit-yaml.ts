/** Changes values of a YAML text by splicing its source: every byte outside what changes stays as it was. */
import { isScalar, isSeq } from "yaml";
import type { Checked } from "../problems/problem.ts";
import {
  nodeAt,
  type PlainMap,
  type PlainValue,
  plainValue,
  type ReadYaml,
  readYaml,
  type YamlPath,
} from "./read-yaml.ts";
import { linesOf, type Splice, splice } from "./text-lines.ts";
import { keyText } from "./write-value.ts";
import {
  appendLines,
  appendSplices,
  dashColumn,
  fillLines,
  itemLines,
  removeSplices,
  type Splices,
  setSplices,
} from "./yaml-splices.ts";

export type YamlEdit =
  /** Replaces a value of any kind, or adds the key at the end of its map. */
  | { kind: "set"; path: YamlPath; value: PlainValue }
  /** A list that is absent, null or `[]` is welcome too. */
  | { kind: "append"; path: YamlPath; items: PlainValue[] }
  | { kind: "remove"; path: YamlPath; index: number };

/** All edits speak of the text as it is before the first of them and must touch different places. */
export function editYaml(doc: ReadYaml, edits: readonly YamlEdit[]): Checked<ReadYaml> {
  const splices: Splice[] = [];
  let expected: PlainMap = doc.value ?? {};
  for (const edit of edits) {
    const found = splicesFor(doc, edit);
    if ("cannot" in found) return refused(doc, edit.path, found.cannot);
    splices.push(...found);
    expected = applied(expected, edit);
  }
  return checked(doc, splices, expected, edits[0]?.path ?? []);
}

/** Moves an item with its own comments and spelling to the end of another list at the top level. */
export function moveItem(doc: ReadYaml, from: string, index: number, to: string): Checked<ReadYaml> {
  const list = nodeAt(doc.root, [from]);
  const item = nodeAt(doc.root, [from, index]);
  if (!isSeq(list) || !item) return refused(doc, [from], "there is no such item");
  const value = plainValue(item);
  const lines = linesOf(doc.text);
  const extent = list.flow ? null : itemLines(list, index, lines);
  const column = list.flow ? 0 : dashColumn(list, lines);
  const removed = editYaml(doc, [{ kind: "remove", path: [from], index }]);
  if (!removed.ok) return removed;
  const rest = removed.value;
  if (extent) {
    const source = doc.text.slice(extent.start, extent.end).split(/\r?\n/);
    if (source.at(-1) === "") source.pop();
    const splices = splicesForLines(rest, to, source, column);
    if (splices) {
      const before = rest.value?.[to];
      const moved = { ...rest.value, [to]: [...(Array.isArray(before) ? before : []), value] };
      const result = checked(rest, splices, moved, [to]);
      if (result.ok) return result;
    }
  }
  return editYaml(rest, [{ kind: "append", path: [to], items: [value] }]);
}

function splicesForLines(doc: ReadYaml, to: string, source: readonly string[], column: number): Splice[] | null {
  const target = nodeAt(doc.root, [to]);
  const lines = linesOf(doc.text);
  if (isSeq(target) && !target.flow)
    return appendLines(target, shifted(source, dashColumn(target, lines) - column), lines);
  if (target === null) {
    if (!doc.root || doc.root.flow) return null;
    const added = setSplices(doc, [to], []);
    const first = "cannot" in added ? undefined : added[0];
    if (!first) return null;
    const empty = `${keyText(to)}: []`;
    return [{ ...first, insert: first.insert.replace(empty, [`${keyText(to)}:`, ...source].join(lines.eol)) }];
  }
  const isEmpty = (isScalar(target) && target.value === null) || (isSeq(target) && target.items.length === 0);
  return isEmpty ? fillLines(doc, to, source) : null;
}

function shifted(source: readonly string[], by: number): string[] {
  if (by >= 0) return source.map((line) => (line === "" ? line : " ".repeat(by) + line));
  return source.map((line) => {
    const blanks = line.length - line.trimStart().length;
    return line.slice(Math.min(blanks, -by));
  });
}

function splicesFor(doc: ReadYaml, edit: YamlEdit): Splices {
  if (edit.kind === "set") return setSplices(doc, edit.path, edit.value);
  if (edit.kind === "append") return edit.items.length === 0 ? [] : appendSplices(doc, edit.path, edit.items);
  return removeSplices(doc, edit.path, edit.index);
}

function applied(value: PlainMap, edit: YamlEdit): PlainMap {
  if (edit.kind === "append" && edit.items.length === 0) return value;
  return changedAt(value, edit.path, (old) => {
    if (edit.kind === "set") return edit.value;
    const list = Array.isArray(old) ? old : [];
    return edit.kind === "append" ? [...list, ...edit.items] : list.filter((_, index) => index !== edit.index);
  }) as PlainMap;
}

function changedAt(
  value: PlainValue | undefined,
  path: YamlPath,
  change: (old: PlainValue | undefined) => PlainValue,
): PlainValue {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.with(step as number, changedAt(value[step as number], rest, change));
  const map = (value ?? {}) as PlainMap;
  const old = Object.hasOwn(map, step) ? map[step] : undefined;
  return { ...map, [step]: changedAt(old, rest, change) };
}

/** The new text must read as exactly what was meant; otherwise nothing is changed. */
function checked(doc: ReadYaml, splices: readonly Splice[], expected: PlainMap, path: YamlPath): Checked<ReadYaml> {
  const text = splice(doc.text, splices);
  const after = text === null ? null : readYaml(text, doc.file, doc.code);
  if (after?.ok && isSame(after.value.value ?? {}, expected)) return after;
  return refused(doc, path, "the file is written in a form this edit does not know");
}

function refused(doc: ReadYaml, path: YamlPath, why: string): Checked<ReadYaml> {
  const message = `cannot change ${path.join(".") || "the file"}: ${why}`;
  return { ok: false, problems: [doc.problemAt(path, message, "Nothing was changed. Edit the file by hand.")] };
}

function isSame(a: PlainValue, b: PlainValue): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [Object.entries(a), Object.entries(b)];
  return (
    ours.length === theirs.length &&
    ours.every(
      ([key, value], index) =>
        theirs[index]![0] === key && isSame(value as PlainValue, theirs[index]![1] as PlainValue),
    )
  );
}
