/** One file, a window of its lines, and who each range of them counts for. */
import { join } from "node:path";
import { type BlamedFile, type LineCredit, whoOf } from "@intentgate/blame";
import { identity } from "@intentgate/world";
import type { AttributedRange, CoverageCounts, FileView } from "../../api/code.ts";
import type { WantedWindow } from "../door/asked.ts";
import { refuseWith } from "../door/failure.ts";
import { noLines } from "../project/file-coverage.ts";
import type { Served } from "../project/served.ts";
import { isSecret, listedFile, ownersOf } from "./code.ts";

const LONGEST_LINE = 2_000;
const MOST_KEPT = 8;

interface Looked {
  key: string;
  blamed: BlamedFile;
  ranges: AttributedRange[];
  coverage: CoverageCounts;
}

/** Scrolling asks for the same file again and again. */
export function createFileViews() {
  const kept = new Map<string, Looked>();

  function lookAt({ workspace, rows }: Served, path: string): Looked | FileView["state"] {
    const key = `${identity(join(workspace.home.root, path))} ${rows.reader().index.entries} ${digestOf(workspace)}`;
    const known = kept.get(path);
    if (known?.key === key) return known;
    const blamed = workspace.blame().file(path);
    if (!blamed.ok) {
      const message = blamed.problems[0]?.message ?? "";
      if (message.includes("is binary")) return "binary";
      return message.includes("too large") ? "too_large" : refuseWith(blamed.problems);
    }
    const { credits } = blamed.value;
    const coverage = noLines();
    for (const credit of credits) {
      coverage.lines++;
      coverage[whoOf(credit)]++;
    }
    const looked = { key, blamed: blamed.value, ranges: rangesOf(workspace.blame(), credits), coverage };
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(path, looked);
    return looked;
  }

  return function fileView(served: Served, given: string, { from, count }: WantedWindow): FileView {
    const path = listedFile(served, given);
    const about = { path, owners: ownersOf(served, path) };
    if (isSecret(served, path)) return { ...about, state: "secret" };
    const looked = lookAt(served, path);
    if (typeof looked === "string") return { ...about, state: looked as "binary" | "too_large" };
    const { blamed, ranges, coverage } = looked;
    const total = blamed.text.length;
    if (total === 0) return { ...about, state: "empty" };
    const lines = blamed.text.slice(from, from + count);
    return {
      ...about,
      state: "text",
      total,
      from,
      lines: lines.map((line) => line.slice(0, LONGEST_LINE)),
      cut: lines.flatMap((line, at) => (line.length > LONGEST_LINE ? [from + at] : [])),
      ranges: ranges.filter((range) => range.end > from && range.start <= from + count),
      coverage,
    };
  };
}

function digestOf({ home }: Served["workspace"]): string {
  const read = home.store.intents.read();
  return read.ok ? read.value.digest : "broken";
}

function rangesOf(blame: ReturnType<Served["workspace"]["blame"]>, credits: readonly LineCredit[]): AttributedRange[] {
  const ranges: AttributedRange[] = [];
  const suspects = new Map<number, boolean>();
  const isSuspect = (intent: string, number: number) => {
    const known = suspects.get(number) ?? blame.isSuspect(intent, number);
    suspects.set(number, known);
    return known;
  };
  for (const [at, credit] of credits.entries()) {
    const isRecord = credit.credit === "record";
    const next: AttributedRange = {
      start: at + 1,
      end: at + 1,
      who: whoOf(credit),
      how: isRecord ? credit.how : null,
      intent_id: isRecord ? credit.intent_id : null,
      at: isRecord ? credit.at : null,
      record: isRecord ? credit.number : null,
      symbol: isRecord ? blame.symbolOf(credit) : null,
      suspect: isRecord && credit.intent_id !== null && isSuspect(credit.intent_id, credit.number),
    };
    const last = ranges.at(-1);
    if (last && isSameRange(last, next)) last.end = next.end;
    else ranges.push(next);
  }
  return ranges;
}

function isSameRange(one: AttributedRange, other: AttributedRange): boolean {
  return one.who === other.who && one.how === other.how && one.record === other.record && one.symbol === other.symbol;
}
