import type { Notice } from "@intentgate/engine";
import { expect, it } from "vitest";
import { pathsByKind } from "./end-run.ts";

const told = (kind: Notice["kind"], ...paths: string[]): Notice => ({ kind, message: "", paths });
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `f${from + at}`);

it.each<[string, Notice[], Record<string, string[]>]>([
  ["nothing", [], {}],
  ["one notice", [told("held", "a")], { held: ["a"] }],
  ["two of a kind", [told("violation", "a"), told("violation", "b", "c")], { violation: ["a", "b", "c"] }],
  [
    "two of a kind about the same file",
    [told("violation", "a", "b"), told("violation", "a")],
    { violation: ["a", "b"] },
  ],
  [
    "two of a kind around another",
    [told("put_back", "a"), told("held", "b"), told("put_back", "c")],
    { put_back: ["a", "c"], held: ["b"] },
  ],
  ["more than a row holds", [told("held", ...many(0, 80)), told("held", ...many(80, 160))], { held: many(0, 100) }],
])("%s: every notice keeps its files", (_what, notices, row) => {
  expect(pathsByKind(notices)).toEqual(row);
});
