/** *Code* and *Map*: who wrote what stands there now, and why. */
import type { Time, Who } from "./shared.ts";

/** GET /api/code?folder= → Window<CodeEntry>: what lies in one folder; folders first, then by name. */
export interface CodeEntry {
  name: string;
  path: string;
  kind: "folder" | "file";
  files: number;
  /** Null: not looked at yet, a `coverage` event follows. All zero: no lines (binary, empty, not shown). */
  coverage: CoverageCounts | null;
}

export type CoverageCounts = { lines: number } & Record<Who, number>;

/** GET /api/code/find?text=&count= → paths that hold the letters in this order, best first. */
export interface FoundPaths {
  paths: string[];
  total: number;
}

/** GET /api/code/file?path=&from=&count= (count up to 2,000 lines, `from` counts from 0) */
export type FileView = { path: string; owners: string[] } & (
  | {
      state: "text";
      /** Lines `from` and following; very long ones are cut, `cut` says where. */
      total: number;
      from: number;
      lines: string[];
      cut: number[];
      /** Every range that reaches into the window, in order, without gaps; `start` and `end` count from 1. */
      ranges: AttributedRange[];
      coverage: CoverageCounts;
    }
  /** `secret`: the policy says that its content is not shown. */
  | { state: "binary" | "secret" | "too_large" | "empty" }
);

export interface AttributedRange {
  start: number;
  end: number;
  who: Who;
  /** How a line was found again: exact, moved, formatted; null where no record is credited. */
  how: string | null;
  intent_id: string | null;
  at: Time | null;
  /** The record's number, for GET /api/trace/records/:number. */
  record: number | null;
  symbol: string | null;
  suspect: boolean;
}

/** GET /api/code/why?path=&line= (counts from 1) */
export type WhyView = { file: string; line: number; text: string } & (
  | { credit: "record"; how: string; record: WhyRecord }
  | { credit: "before_ledger"; git: { commit: string; author: string; at: Time; summary: string } | null }
  | { credit: "since" | "unknown" }
  | { credit: "ambiguous"; candidates: WhyRecord[] }
);

export interface WhyRecord {
  id: string;
  /** Null where it cannot be named any more. */
  number: number | null;
  at: Time;
  entity_type: string;
  description: string;
  mutation_class: string | null;
  session: string;
  model: string;
  symbol: string | null;
  commits: string[];
  decision: { id: string; tool: string; approval: string | null } | null;
  intent: WhyIntent | null;
  written: { path: string; line: number };
  seal: string;
}

export interface WhyIntent {
  id: string;
  /** Null where it is no longer declared. */
  name: string | null;
  status: string | null;
  constraints: string[];
  acceptance_criteria: string[];
  suspect: boolean;
}

/** GET /api/map?intent=&files= (files an intent, 1 to 500, by default 40) */
export interface MapView {
  /** Those with the newest changes first; at most 50. */
  intents: MapIntent[];
  more_intents: number;
}

export interface MapIntent {
  id: string;
  name: string;
  /** Most often changed first. */
  files: { path: string; count: number; at: Time; symbols: string[]; exists: boolean }[];
  more_files: number;
}
