/** Reads a foreign file of Agent Trace records: one JSON object, a list of them, or one a line; all of it or nothing. */
import { visibleText } from "@intentgate/documents";
import type { AgentTraceRecord, Fault } from "./agent-trace.ts";
import { checkAgentTrace } from "./check-agent-trace.ts";
import { type JsonPath, placeAt, scanJson, spelledPath } from "./scan-json.ts";

export interface PlacedFault {
  line: number;
  column: number;
  /** As in `files[0].path`; empty for the whole record. */
  at: string;
  message: string;
  remedy: string;
}

export type ReadAgentTrace = { ok: true; records: AgentTraceRecord[] } | { ok: false; faults: PlacedFault[] };

/** A part of the text that is one JSON value. */
interface Part {
  text: string;
  /** Lines of the file before it. */
  linesBefore: number;
}

const MOST_FAULTS = 1_000;

export function readAgentTrace(text: string): ReadAgentTrace {
  const faults: PlacedFault[] = [];
  const records: { record: AgentTraceRecord; line: number }[] = [];
  for (const part of partsOf(text.startsWith("\ufeff") ? text.slice(1) : text)) {
    const read = readPart(part);
    faults.push(...read.faults);
    records.push(...read.records);
    if (faults.length >= MOST_FAULTS) break;
  }
  if (faults.length === 0 && records.length === 0)
    faults.push(fault(1, 1, [], "there is no record", "Write at least one Agent Trace record."));
  faults.push(...sameIds(records));
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, MOST_FAULTS) };
  return { ok: true, records: records.map(({ record }) => record) };
}

/** A file whose first line is a whole value has one on each line. */
function partsOf(text: string): Part[] {
  const lines = text.split("\n");
  const first = lines.find((line) => line.trim() !== "");
  const rest = lines.filter((line) => line.trim() !== "").length;
  if (first === undefined) return [];
  if (rest === 1 || scanJson(first).broken !== null) return [{ text, linesBefore: 0 }];
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [{ text: line, linesBefore: at }]));
}

function readPart({ text, linesBefore }: Part): {
  faults: PlacedFault[];
  records: { record: AgentTraceRecord; line: number }[];
} {
  const placed = (offset: number, path: JsonPath, message: string, remedy: string): PlacedFault => {
    const { line, column } = placeAt(text, offset);
    return fault(line + linesBefore, column, path, message, remedy);
  };
  const { broken, isTooDeep, twice } = scanJson(text);
  if (broken !== null && isTooDeep)
    return {
      faults: [placed(broken, [], "nested too deeply", "Keep records flat: 200 levels are read.")],
      records: [],
    };
  if (broken !== null) {
    const met = broken < text.length ? `${JSON.stringify(text[broken])} cannot stand here` : "the text ends too early";
    return { faults: [placed(broken, [], `not JSON: ${met}`, "Mend the JSON at this place.")], records: [] };
  }
  const value: unknown = JSON.parse(text);
  const list = Array.isArray(value) ? value : [value];
  const found = list.flatMap((one, at) =>
    checkAgentTrace(one).map(
      ({ path, ...what }): Fault => ({ path: Array.isArray(value) ? [at, ...path] : path, ...what }),
    ),
  );
  const { offsets } = scanJson(text, new Set(found.map(({ path }) => spelledPath(path))));
  const faults = [
    ...twice.map(({ path, offset }) =>
      placed(offset, path, "this key is there twice", "Keep one of the two: readers differ in which they take."),
    ),
    ...found.map(({ path, message, remedy }) => placed(offsets.get(spelledPath(path)) ?? 0, path, message, remedy)),
  ];
  if (faults.length > 0) return { faults, records: [] };
  return { faults, records: list.map((record) => ({ record: record as AgentTraceRecord, line: linesBefore + 1 })) };
}

function sameIds(records: readonly { record: AgentTraceRecord; line: number }[]): PlacedFault[] {
  const seen = new Map<string, number>();
  return records.flatMap(({ record, line }) => {
    const id = record.id.toLowerCase();
    const before = seen.get(id);
    if (before === undefined) seen.set(id, line);
    if (before === undefined) return [];
    return [
      fault(
        line,
        1,
        ["id"],
        `${record.id} is the id of another record too (line ${before})`,
        "Give each record its own.",
      ),
    ];
  });
}

function fault(line: number, column: number, path: JsonPath, message: string, remedy: string): PlacedFault {
  return { line, column, at: pathText(path), message: visibleText(message), remedy };
}

function pathText(path: JsonPath): string {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  return visibleText(text.startsWith(".") ? text.slice(1) : text);
}
