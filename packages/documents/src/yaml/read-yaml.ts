/** Strict YAML: a map of plain values, with the place of every key and value at hand for problems and edits. */
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import type { Checked, Problem, ProblemCode } from "../problems/problem.ts";
import { parseStrict, spanOf } from "./parse-strict.ts";
import { placesIn, type Span } from "./place.ts";

export type YamlPath = readonly (string | number)[];
export type PlainValue = string | number | boolean | null | PlainValue[] | PlainMap;
export interface PlainMap {
  [key: string]: PlainValue;
}

export interface ReadYaml {
  text: string;
  file: string;
  code: ProblemCode;
  /** Null: the file holds nothing but blanks and comments. */
  root: YAMLMap | null;
  value: PlainMap | null;
  lineOf(path: YamlPath): number;
  /** Speaks of the nearest thing that exists along the path. */
  problemAt(path: YamlPath, message: string, remedy: string, where?: ProblemPlace): Problem;
}

export interface ProblemPlace {
  on?: "key" | "value";
  code?: ProblemCode;
}

export function readYaml(text: string, file: string, code: ProblemCode): Checked<ReadYaml> {
  const places = placesIn(text, file, code);
  const parsed = parseStrict(text, places);
  if (!parsed.ok) return parsed;
  const root = parsed.value;
  const refuse = (): Checked<ReadYaml> => {
    const problem = places.problemIn(
      firstLine(spanOf(root), text),
      "the file must be a map of keys",
      "Write `key: value`.",
    );
    return { ok: false, problems: [problem] };
  };
  const isEmpty = root === null || (isScalar(root) && root.value === null && root.source === "");
  if (!isEmpty && !isMap(root)) return refuse();
  const map = isEmpty ? null : (root as YAMLMap);
  return {
    ok: true,
    value: {
      text,
      file,
      code,
      root: map,
      value: map && (plainValue(map) as PlainMap),
      lineOf: (path) => places.lineOf(placeOf(map, path, "value").start),
      problemAt(path, message, remedy, { on = "value", code: otherCode } = {}) {
        const span = firstLine(placeOf(map, path, on), text);
        return places.problemIn(span, message, remedy, otherCode);
      },
    },
  };
}

export function plainValue(node: unknown): PlainValue {
  if (isScalar(node)) return node.value as PlainValue;
  if (isSeq(node)) return node.items.map(plainValue);
  if (!isMap(node)) return null;
  const map: PlainMap = {};
  for (const { key, value } of node.items) map[keyText(key)] = plainValue(value);
  return map;
}

export function pairAt(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => keyText(pair.key) === key);
}

/** The node at a path, null where nothing stands there. */
export function nodeAt(root: Node | null, path: YamlPath): Node | null {
  let node: unknown = root;
  for (const step of path) {
    if (isMap(node) && typeof step === "string") node = pairAt(node, step)?.value;
    else if (isSeq(node) && typeof step === "number") node = node.items[step];
    else return null;
  }
  return (node as Node | undefined) ?? null;
}

function placeOf(root: YAMLMap | null, path: YamlPath, on: "key" | "value"): Span {
  let node: unknown = root;
  let span = spanOf(root);
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1;
    if (isMap(node) && typeof step === "string") {
      const pair = pairAt(node, step);
      if (!pair) return span;
      const value = spanOf(pair.value);
      const isBlank = value.end <= value.start;
      span = isBlank || (isLast && on === "key") ? spanOf(pair.key) : value;
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number" && node.items[step]) {
      const item = spanOf(node.items[step]);
      if (item.end > item.start) span = item;
      node = node.items[step];
    } else {
      return span;
    }
  }
  return span;
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : "";
}

function firstLine(span: Span, text: string): Span {
  const source = text.slice(span.start, span.end);
  const end = source.search(/[\r\n]/);
  return end === -1 ? span : { start: span.start, end: span.start + source.slice(0, end).trimEnd().length };
}

/** `version: 1` may be written or left out; a newer one belongs to a newer Intentgate. */
export function versionProblem(doc: ReadYaml): Problem | null {
  const version = doc.value?.version;
  if (version === undefined || version === null || version === 1) return null;
  if (typeof version === "number" && Number.isInteger(version) && version > 1) {
    const message = `the file has version ${version}; this Intentgate reads version 1`;
    return doc.problemAt(["version"], message, "Update Intentgate, or restore the older file.", {
      code: "NEWER_VERSION",
    });
  }
  return doc.problemAt(["version"], "version must be 1", "Write `version: 1` or leave the key out.");
}
