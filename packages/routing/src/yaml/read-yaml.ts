/** Strict YAML: a map of plain values, with the place of every key and value at hand for problems. */
import { isMap, isScalar, isSeq, type YAMLMap } from "yaml";
import type { Checked, RoutingCode, RoutingProblem, SourceFile } from "../problem.ts";
import { parseStrict, spanOf } from "./parse-strict.ts";
import { placesIn, type Span } from "./places.ts";

export type YamlPath = readonly (string | number)[];
export type PlainValue = string | number | boolean | null | PlainValue[] | PlainMap;
export interface PlainMap {
  [key: string]: PlainValue;
}

export interface ReadYaml {
  file: string;
  value: PlainMap;
  lineOf(path: YamlPath): number;
  /** Speaks of the nearest thing that exists along the path. */
  problemAt(path: YamlPath, message: string, remedy: string, where?: ProblemPlace): RoutingProblem;
}

export interface ProblemPlace {
  on?: "key" | "value";
  code?: RoutingCode;
}

export function readYaml({ path: file, text: source }: SourceFile, code: RoutingCode): Checked<ReadYaml> {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  const places = placesIn(text, file, code);
  const parsed = parseStrict(text, places);
  if (!parsed.ok) return parsed;
  const root = parsed.value;
  const isEmpty = root === null || (isScalar(root) && root.value === null);
  if (!isEmpty && !isMap(root)) {
    const place = firstLine(spanOf(root), text);
    return { ok: false, problems: [places.problemIn(place, "the file must be a map of keys", "Write `key: value`.")] };
  }
  const map = isEmpty ? null : (root as YAMLMap);
  return {
    ok: true,
    value: {
      file,
      value: map ? (plainValue(map) as PlainMap) : {},
      lineOf: (path) => places.lineOf(placeOf(map, path, "value").start),
      problemAt: (path, message, remedy, { on = "value", code: otherCode } = {}) =>
        places.problemIn(firstLine(placeOf(map, path, on), text), message, remedy, otherCode),
    },
  };
}

function plainValue(node: unknown): PlainValue {
  if (isScalar(node)) return node.value as PlainValue;
  if (isSeq(node)) return node.items.map(plainValue);
  if (!isMap(node)) return null;
  return Object.fromEntries(node.items.map(({ key, value }) => [keyText(key), plainValue(value)]));
}

function placeOf(root: YAMLMap | null, path: YamlPath, on: "key" | "value"): Span {
  let node: unknown = root;
  let span = spanOf(root);
  for (const [index, step] of path.entries()) {
    if (isMap(node) && typeof step === "string") {
      const pair = node.items.find(({ key }) => keyText(key) === step);
      if (!pair) return span;
      const value = spanOf(pair.value);
      const isBlank = value.end <= value.start;
      span = isBlank || (index === path.length - 1 && on === "key") ? spanOf(pair.key) : value;
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number" && node.items[step]) {
      node = node.items[step];
      const item = spanOf(node);
      if (item.end > item.start) span = item;
    } else {
      return span;
    }
  }
  return span;
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : "";
}

function firstLine({ start, end }: Span, text: string): Span {
  const line = text.slice(start, end).split(/\r?\n/, 1)[0]!.trimEnd();
  return { start, end: start + line.length };
}
